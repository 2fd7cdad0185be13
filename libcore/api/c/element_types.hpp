// SPDX-License-Identifier: BSD-3-Clause
// Tessera: element types as numbers of the C interface.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

namespace tessera::api {

/// Returns the type with a number of tessera_type. Error: there is none.
[[nodiscard]] Result<ElementType> element_type_of(int type);
/// Returns the number of a type. Types without a number of their own are opaque. Error: more bytes than a number can say.
[[nodiscard]] Result<int> number_of(ElementType const& type);

} // namespace tessera::api
