// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the addresses at which callers of the C interface hold their parts of arrays.
#pragma once

#include "libcore/base/result.hpp"

#include <string>

namespace tessera::api {

/// Checks the address of a part that this rank holds. `name`: the caller's name of the address, such as "sources[1]". Errors: it is
/// null; the processor cannot read it, as memory of a GPU. Cost: one system call.
[[nodiscard]] Result<void> check_part_address(void const* part, std::string const& name);

} // namespace tessera::api
