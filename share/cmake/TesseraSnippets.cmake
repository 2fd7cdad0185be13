# What documents show in C++ is compiled and run. A document names such a block in the line above it, where no reader sees it:
#
#   <!-- snippet: halo -->
#   ```cpp
#   ...
#   ```
#
# tests/package/snippets has a file for each document, which stands around its snippets: `#include "snippets/communication/halo.inc"` is the
# block of communication.md. What the block includes itself is in halo.includes.inc, as its other lines may stand in a function. Compilers
# name the lines of the document.

set(TESSERA_SNIPPETS "${PROJECT_BINARY_DIR}/snippet_files")

# tessera_document_snippets(DOCUMENT): writes the snippets of share/doc/DOCUMENT.md whenever it has changed.
function(tessera_document_snippets name)
  set(document "share/doc/${name}.md")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${document}")
  file(READ "${PROJECT_SOURCE_DIR}/${document}" rest)
  set(line 1)
  set(mark "<!-- snippet: ")
  while(TRUE)
    string(FIND "${rest}" "${mark}" at)
    if(at EQUAL -1)
      break()
    endif()
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(REGEX REPLACE "[^\n]" "" ends "${before}")
    string(LENGTH "${ends}" passed)
    math(EXPR line "${line} + ${passed}")
    string(SUBSTRING "${rest}" ${at} -1 rest)
    if(NOT rest MATCHES "^<!-- snippet: ([a-z_]+) -->\n```cpp\n")
      message(FATAL_ERROR "${document}:${line}: expected '<!-- snippet: NAME -->' and '```cpp' in the next line")
    endif()
    set(snippet "${CMAKE_MATCH_1}")
    string(LENGTH "${CMAKE_MATCH_0}" head)
    string(SUBSTRING "${rest}" ${head} -1 rest)
    math(EXPR line "${line} + 2")
    string(FIND "${rest}" "\n```\n" end)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${rest}" 0 ${end} code)
    string(REGEX MATCHALL "#include[^\n]*\n" includes "${code}")
    string(JOIN "" includes ${includes})
    string(REGEX REPLACE "#include[^\n]*\n" "\n" code "${code}")
    file(CONFIGURE OUTPUT "${TESSERA_SNIPPETS}/snippets/${name}/${snippet}.includes.inc" CONTENT "${includes}" @ONLY)
    file(CONFIGURE OUTPUT "${TESSERA_SNIPPETS}/snippets/${name}/${snippet}.inc" CONTENT "#line ${line} \"${document}\"\n${code}" @ONLY)
  endwhile()
endfunction()
