# The date of the release and the manual pages, which man pages and packages name.

# The newest date of the changelog: the same sources give the same pages.
file(STRINGS "${PROJECT_SOURCE_DIR}/share/doc/changelog.md" dated REGEX "^## [0-9.]+ \\([0-9-]+\\)$" LIMIT_COUNT 1)
string(REGEX MATCH "[0-9]+-[0-9]+-[0-9]+" TESSERA_RELEASE_DATE "${dated}")
if(NOT TESSERA_RELEASE_DATE)
  message(FATAL_ERROR "share/doc/changelog.md has no heading with a date, such as '## 0.1.0 (2026-11-27)'")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/share/doc/changelog.md")

# tessera_list_manual_pages(): sets TESSERA_MANUAL_PAGES to all pages that are installed, by section. Call it when Qt is looked for.
macro(tessera_list_manual_pages)
  set(TESSERA_MANUAL_PAGES "distbench(1) distcomm(1) distplan(1) iocopy(1) local-cluster(1) local-mpirun(1) redist(1) tessera-job(5) tessera(7)")
  if(TESSERA_GUI AND Qt6_FOUND)
    string(REPLACE "distplan(1)" "distplan(1) distview(1)" TESSERA_MANUAL_PAGES "${TESSERA_MANUAL_PAGES}")
  endif()
endmacro()
