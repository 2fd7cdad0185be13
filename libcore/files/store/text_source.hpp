// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays whose elements are texts of any length.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// Element type of texts of any length: the name for reports, and the 16 bytes that HDF5 stores per element besides the text.
[[nodiscard]] inline ElementType text_type(bool of_bytes = false) {
    return {of_bytes ? "bytes" : "text", 16};
}

/// Reader of texts of any length. The format implements it, because the texts have no fixed offsets. Single-threaded; not
/// collective.
class TextSource {
  public:
    TextSource() = default;
    TextSource(TextSource const&) = delete;
    TextSource& operator=(TextSource const&) = delete;
    virtual ~TextSource() = default;

    /// Returns the texts of a box of 0-based indices, last dimension fastest. Failures throw std::runtime_error.
    [[nodiscard]] virtual std::vector<std::string> read(std::span<Run const> box) = 0;
    /// Returns whether elements are arbitrary bytes, not necessarily UTF-8 and possibly with zeros.
    [[nodiscard]] virtual bool of_bytes() const { return false; }
};

/// Returns the first index at which two arrays of these extents differ, as "(0,3)": 0-based, last dimension fastest. Returns
/// nullopt if they are equal. Failures throw.
[[nodiscard]] std::optional<std::string> first_difference(TextSource& a, TextSource& b, Extents const& extents);

} // namespace tessera
