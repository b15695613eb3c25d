# The files of data/pictures as string constants: pictures/templates.hpp and templates.cpp in the build folder. They are edited
# as what they are; a build after that takes them anew.
set(templates page.html page.css page.js map.css map.js heatmap.css heatmap.js chart.css chart.js report.css)

set(declarations "")
set(definitions "")
foreach(template ${templates})
  set(file ${PROJECT_SOURCE_DIR}/data/pictures/${template})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} content)
  string(REPLACE "." "_" name ${template})
  string(APPEND declarations "extern const std::string_view ${name};\n")
  string(APPEND definitions "const std::string_view ${name} = R\"~~~(${content})~~~\";\n")
endforeach()
set(template_folder ${CMAKE_CURRENT_BINARY_DIR}/generated)
file(CONFIGURE OUTPUT ${template_folder}/pictures/templates.hpp CONTENT "#pragma once

#include <string_view>

/// The files of data/pictures.
namespace templates {
@declarations@}  // namespace templates
" @ONLY)
file(CONFIGURE OUTPUT ${template_folder}/pictures/templates.cpp CONTENT "#include \"pictures/templates.hpp\"

namespace templates {
@definitions@}  // namespace templates
" @ONLY)

target_include_directories(w2v-commands PRIVATE ${template_folder})
target_sources(w2v-commands PRIVATE ${template_folder}/pictures/templates.cpp)
set_source_files_properties(${template_folder}/pictures/templates.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
