// SPDX-License-Identifier: BSD-3-Clause
// Tessera: test data computed from the index of each element, which reveals misplaced elements.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <cstddef>
#include <optional>

namespace tessera {

/// Computes the value of an array element from its linear index (in storage order). The value is the index itself if the type
/// can represent all indices, else a mixture of its bits. Floats are always finite.
class GeneratedData {
  public:
    explicit GeneratedData(ArraySpec const& array);

    /// Writes the element with linear index `linear`.
    void write(Index linear, std::byte* element) const;

    /// Fills the elements that a rank owns.
    void fill(LocalLayout const& layout, std::byte* local) const;

    /// Returns the distance in linear indices between neighbours along each dimension.
    [[nodiscard]] Extents const& strides() const { return strides_; }

  private:
    ArraySpec array_;
    std::optional<ElementKind> kind_;
    Index elements_ = 1;
    Extents strides_;
};

} // namespace tessera
