# cmake -DBUILD_DIR=... -DSCRATCH_DIR=... -DGENERATOR=... -DCOMPILER=... -P install_test.cmake
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${SCRATCH_DIR}/prefix)

# The tree is moved after the installation: packages must not contain paths of the build or of the installation.
file(RENAME ${SCRATCH_DIR}/prefix ${SCRATCH_DIR}/moved)

function(configure_consumer consumer_dir flags)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${consumer_dir} -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${SCRATCH_DIR}/moved -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${flags}")
endfunction()

# -O0 keeps every inline function out of line, -O2 is the usual level. Neither has our -march.
set(serves_0 "-O0")
set(serves_1 "-O2")
if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(serves_2 "-O2 -mavx2 -mfma -DEIGEN_DONT_VECTORIZE")
  set(refuses "-O2 -mavx2 -mfma")
endif()
foreach(i 0 1 2)
  if(DEFINED serves_${i})
    set(consumer_dir ${SCRATCH_DIR}/consumer_${i})
    configure_consumer(${consumer_dir} "${serves_${i}}")
    run(${CMAKE_COMMAND} --build ${consumer_dir})
    run(${consumer_dir}/program)
  endif()
endforeach()

# Flags with which Eigen would allocate differently from the library are an error, not a crash later.
if(refuses)
  configure_consumer(${SCRATCH_DIR}/refused "${refuses}")
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH_DIR}/refused
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(result EQUAL 0 OR NOT output MATCHES "Compile this file without them or with -DEIGEN_DONT_VECTORIZE")
    message(FATAL_ERROR "a program with '${refuses}' should be refused with advice, but:\n${output}")
  endif()
endif()
run(${SCRATCH_DIR}/moved/bin/slipstick --version)
