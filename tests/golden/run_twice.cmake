# Runs PROGRAM twice and fails unless both runs print the same.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE first RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${result}")
endif()
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE second)
if(NOT first STREQUAL second)
  message(FATAL_ERROR "two runs differ:\n${first}\n${second}")
endif()
