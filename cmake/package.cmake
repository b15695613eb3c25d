# CPack: `cpack --config build/release/CPackConfig.cmake -G "DEB;TGZ"`, or scripts/test-package.
set(W2V_MAINTAINER "the w2v authors <w2v@localhost.localdomain>" CACHE STRING "Who answers for the .deb packages: Name <mail address>")

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_VENDOR "the w2v authors")
set(CPACK_PACKAGE_CONTACT "${W2V_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "word vectors from the shell (word2vec)")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME w2v-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL program development)

# Two packages: the program, and the library for those who build with it.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME w2v)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
"Learns word vectors from text by skip-gram and CBOW with negative sampling,
hierarchical or full softmax, and answers questions about them: neighbours,
analogies, similarities, classes, pictures. Reads and writes the formats of
word2vec, GloVe and NumPy.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libw2v-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libarchive-dev, libfmt-dev, libhwy-dev, libicu-dev, libxxhash-dev, robin-map-dev, zlib1g-dev, pkg-config | pkgconf")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"The static library, headers and CMake package of w2v, for C++ programs that
train word vectors from tokens of their own and ask about them.")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/cmake/debian_files.cmake)
include(CPack)
