// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numpy's words for elements that are structures.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/element_fields.hpp"

#include <string>
#include <string_view>

namespace tessera {

struct NumpyStructure {
    ElementFields fields;
    Index bytes = 0; ///< of an element, with the padding

    [[nodiscard]] ElementType type() const; ///< V<bytes>
};

/// A list of fields in JSON, as Zarr's metadata have it: [["a", "<f4"], ["b", "<i8", [2]], ["", "|V4"], ["n", [["x", "<i2"]]]]. A
/// field without a name is padding. Errors: it is no such list; a field of a type that numpy_type() does not know, or without
/// elements.
[[nodiscard]] Result<NumpyStructure> numpy_structure(std::string_view json);

/// The way back, in JSON and as numpy's files have it: "[('a', '<f4'), ('b', '<i8', (2,)), ('', '|V4')]".
[[nodiscard]] std::string numpy_fields_json(NumpyStructure const& structure);
[[nodiscard]] std::string numpy_fields_text(NumpyStructure const& structure);

} // namespace tessera
