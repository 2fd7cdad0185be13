// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of any length that are the elements of an array.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// What reports call it, and what HDF5 keeps of each beside its bytes.
[[nodiscard]] inline ElementType text_type(bool of_bytes = false) {
    return {of_bytes ? "bytes" : "text", 16};
}

/// The format of their file reads them, since their bytes have no places that others could read. One thread's; not collective.
class TextSource {
  public:
    TextSource() = default;
    TextSource(TextSource const&) = delete;
    TextSource& operator=(TextSource const&) = delete;
    virtual ~TextSource() = default;

    /// Those of a box of indices, 0-based, the last dimension fastest. Failures throw std::runtime_error.
    [[nodiscard]] virtual std::vector<std::string> read(std::span<Run const> box) = 0;
    /// Are they sequences of any bytes, which need not be UTF-8 and may have zeros?
    [[nodiscard]] virtual bool of_bytes() const { return false; }
};

/// Where two arrays of these extents differ: "(0,3)", 0-based, the first in the order of the last dimension fastest; nothing where
/// they are the same. Failures throw.
[[nodiscard]] std::optional<std::string> first_difference(TextSource& a, TextSource& b, Extents const& extents);

} // namespace tessera
