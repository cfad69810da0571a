# cmake -DBUILD_DIR=... -DSCRATCH_DIR=... -DGENERATOR=... -DCOMPILER=... -P install_test.cmake
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${SCRATCH_DIR}/prefix)

# The tree is moved after the installation: packages must not remember where they were built or installed.
file(RENAME ${SCRATCH_DIR}/prefix ${SCRATCH_DIR}/moved)

# -O0 keeps every inline function out of line, -O2 is what most programs use. Neither has our -march.
foreach(optimisation O0 O2)
  set(consumer_dir ${SCRATCH_DIR}/consumer_${optimisation})
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${consumer_dir} -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${SCRATCH_DIR}/moved -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=-${optimisation})
  run(${CMAKE_COMMAND} --build ${consumer_dir})
  run(${consumer_dir}/program)
endforeach()
run(${SCRATCH_DIR}/moved/bin/slipstick --version)
