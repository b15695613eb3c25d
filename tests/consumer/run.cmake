# cmake -DBUILD=... -DCXX=... -DBUILD_TYPE=... -P run.cmake: installs a build into a folder of its own, moves that, and builds and runs
# the consumer with it.
set(work ${BUILD}/tests/consumer)
file(REMOVE_RECURSE ${work})
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${work} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${work}/build)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/first)
file(RENAME ${work}/first ${work}/prefix)  # nothing may know where it was installed
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B build -G Ninja -DCMAKE_PREFIX_PATH=${work}/prefix -DCMAKE_CXX_COMPILER=${CXX}
  -DCMAKE_BUILD_TYPE=${BUILD_TYPE})
run(${CMAKE_COMMAND} --build build)
run(build/consumer)
run(prefix/bin/w2v neighbors place1 -m places.bin -k 1)
file(REMOVE_RECURSE ${work})
