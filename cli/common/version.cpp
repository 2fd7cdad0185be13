// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the version that all commands report, its date and its manual pages.
#include "cli/common/version.hpp"

namespace tessera::cli {

std::string_view version() {
    return TESSERA_VERSION;
}

std::string_view release_date() {
    return TESSERA_RELEASE_DATE;
}

std::string_view manual_pages() {
    return TESSERA_MANUAL_PAGES;
}

} // namespace tessera::cli
