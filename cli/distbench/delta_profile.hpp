// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the Delta's machine profile, datasets/machines/delta.json, built in, because the published tables are predicted
// with it alone.
#pragma once

#include <string_view>

namespace tessera::cli {

extern std::string_view const delta_profile;

} // namespace tessera::cli
