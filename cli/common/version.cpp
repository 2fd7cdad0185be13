// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the version that all commands report.
#include "cli/common/version.hpp"

namespace tessera::cli {

std::string_view version() {
    return TESSERA_VERSION;
}

} // namespace tessera::cli
