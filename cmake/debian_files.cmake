# Run by CPack before it packs: gives the trees of the Debian packages the form that Debian's policy asks for.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

function(compress file)
  execute_process(COMMAND gzip -9n ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(debian_changelog "w2v (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Built from source by CPack. What is new: /usr/share/doc/w2v/CHANGELOG.md.

 -- ${CPACK_PACKAGE_CONTACT}  Thu, 01 Jan 2026 00:00:00 +0000
")
foreach(component program development)
  string(TOUPPER ${component} name)
  set(share ${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
  set(docs ${share}/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME})
  file(MAKE_DIRECTORY ${docs})
  file(REMOVE ${docs}/LICENSE)
  configure_file(${CPACK_RESOURCE_FILE_LICENSE} ${docs}/copyright COPYONLY)
  file(WRITE ${docs}/changelog "${debian_changelog}")
  compress(${docs}/changelog)
  file(CHMOD_RECURSE ${docs} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
    DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endforeach()

set(share ${CPACK_TEMPORARY_DIRECTORY}/program${CPACK_PACKAGING_INSTALL_PREFIX}/share)
file(GLOB pages ${share}/man/man1/*.1)
foreach(page ${pages})
  compress(${page})
endforeach()
if(EXISTS ${share}/zsh/site-functions)
  file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
endif()
