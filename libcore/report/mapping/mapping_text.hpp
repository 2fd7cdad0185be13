// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping in one line, with its alignment.
#pragma once

#include "libcore/mapping/mapping_spec.hpp"

#include <string>

namespace tessera {

/// Returns "(block,*) onto P(4)", or "T(block,cyclic(5)) onto P(4,2), align A(i,j) with T(2*i,j)".
[[nodiscard]] std::string mapping_text(MappingSpec const& mapping);

} // namespace tessera
