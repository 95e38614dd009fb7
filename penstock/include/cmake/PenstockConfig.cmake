# find_package(Penstock) gives the target Penstock::Penstock: headers, flags and libraries for programs in C++.
# `penstock-config` says what they are; set PENSTOCK_CONFIG if it is not on the PATH.
find_program(PENSTOCK_CONFIG penstock-config REQUIRED)
find_package(Threads REQUIRED)
if(NOT TARGET Penstock::Penstock)
  execute_process(COMMAND ${PENSTOCK_CONFIG} --cflags OUTPUT_VARIABLE _penstock_cflags OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${PENSTOCK_CONFIG} --version OUTPUT_VARIABLE Penstock_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(_penstock_cflags)
  add_library(Penstock::Penstock INTERFACE IMPORTED)
  set_target_properties(Penstock::Penstock PROPERTIES INTERFACE_COMPILE_OPTIONS "${_penstock_cflags}"
                        INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS}")
endif()
set(Penstock_FOUND TRUE)
