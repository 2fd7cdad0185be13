// SPDX-License-Identifier: BSD-3-Clause
// Tessera: data made from the index of each element, so that a misplaced one is found.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <cstddef>
#include <optional>

namespace tessera {

/// The value of every element of an array is made from its linear index (in storage order): the index itself where the type has
/// room for all of them, else a mixture of its bits. Floats are always finite.
class GeneratedData {
  public:
    explicit GeneratedData(ArraySpec const& array);

    /// Writes the element with this linear index.
    void write(Index linear, std::byte* element) const;

    /// Fills what a rank owns.
    void fill(LocalLayout const& layout, std::byte* local) const;

    /// The distance in linear indices between neighbours along each dimension.
    [[nodiscard]] Extents const& strides() const { return strides_; }

  private:
    ArraySpec array_;
    std::optional<ElementKind> kind_;
    Index elements_ = 1;
    Extents strides_;
};

} // namespace tessera
