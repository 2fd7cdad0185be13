// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numpy's notation for elements that are structures.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/element_fields.hpp"

#include <string>
#include <string_view>

namespace tessera {

struct NumpyStructure {
    ElementFields fields;
    Index bytes = 0; ///< bytes of an element, including padding

    [[nodiscard]] ElementType type() const; ///< V<bytes>
};

/// Parses a list of fields in JSON, as in Zarr's metadata: [["a", "<f4"], ["b", "<i8", [2]], ["", "|V4"], ["n", [["x", "<i2"]]]]. A
/// field without a name is padding. Errors: not such a list; a field whose type numpy_type() does not know, or without elements.
[[nodiscard]] Result<NumpyStructure> numpy_structure(std::string_view json);

/// Return the structure in JSON, and in the form of numpy's files: "[('a', '<f4'), ('b', '<i8', (2,)), ('', '|V4')]".
[[nodiscard]] std::string numpy_fields_json(NumpyStructure const& structure);
[[nodiscard]] std::string numpy_fields_text(NumpyStructure const& structure);

} // namespace tessera
