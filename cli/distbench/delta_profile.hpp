// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the Delta's machine profile, datasets/machines/delta.json. It is built in, because the published tables are predicted
// only with it.
#pragma once

#include <string_view>

namespace tessera::cli {

extern std::string_view const delta_profile;

} // namespace tessera::cli
