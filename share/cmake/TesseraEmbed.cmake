# Text files that become part of a library: scripts and styles of pages, published tables, recorded measurements.

# tessera_embed(TARGET NAMESPACE [LIST function] FILES files...): compiles the text of each file into TARGET, as a constant
#   extern std::string_view const <folder>_<file>;
# of the namespace, e.g. pages_played_js for pages/played.js. A header of the room declares it. With LIST there is also a function that
# returns the names and texts of these files, in this order:
#   std::span<std::pair<std::string_view, std::string_view> const> function();
function(tessera_embed target namespace)
  cmake_parse_arguments(PARSE_ARGV 2 embed "" "LIST" "FILES")
  set(constants "")
  set(entries "")
  foreach(file IN LISTS embed_FILES)
    cmake_path(ABSOLUTE_PATH file NORMALIZE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    cmake_path(GET file FILENAME name)
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    string(MAKE_C_IDENTIFIER "${folder}_${name}" constant)
    string(APPEND constants "extern std::string_view const ${constant};\n"
                            "std::string_view const ${constant} = R\"embedded(${text})embedded\";\n")
    string(APPEND entries "{\"${name}\", ${constant}},\n")
  endforeach()
  set(list "")
  set(name embedded_files)
  if(embed_LIST)
    set(name "embedded_${embed_LIST}")
    set(list "std::span<std::pair<std::string_view, std::string_view> const> ${embed_LIST}() {
static std::pair<std::string_view, std::string_view> const files[]{\n${entries}};\nreturn files;\n}\n")
  endif()
  set(path "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  configure_file("${PROJECT_SOURCE_DIR}/share/cmake/embedded_files.cpp.in" "${path}" @ONLY)
  target_sources(${target} PRIVATE "${path}")
endfunction()
