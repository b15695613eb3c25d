# What `cmake --install` installs beside the program and its manual pages: the library as a CMake package, the documents.
include(CMakePackageConfigHelpers)

install(TARGETS w2v EXPORT w2v-targets COMPONENT development INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY src/w2v DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*-inl.hpp" EXCLUDE)  # these are for the kernels alone

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/w2v)
configure_package_config_file(cmake/w2v-config.cmake.in w2v-config.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(w2v-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/w2v-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/w2v-config-version.cmake
  DESTINATION ${package_folder} COMPONENT development)
install(EXPORT w2v-targets NAMESPACE w2v:: DESTINATION ${package_folder} COMPONENT development)

install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program FILES_MATCHING PATTERN "*.md")
