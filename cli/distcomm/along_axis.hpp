// SPDX-License-Identifier: BSD-3-Clause
// Tessera: options of the subcommands that work along a dimension, and verification of their results.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/distcomm/comm_array.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/runtime/comm/axis/axis_scan.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

struct AlongAxis {
    int dim = 0;
    AxisScanOptions options = {};
    Index segment = 0; ///< indices per segment; 0: the whole line is one segment, or `flags` defines segments
    /// One entry per element in storage order: nonzero if a segment begins there. Empty: --segments names no file.
    std::vector<std::uint8_t> flags = {};
    std::string flags_file = {};

    /// An element of a line. `linear`: its linear index in storage order; `stride`: distance to the next element of the line.
    struct Element {
        Index index = 0; ///< along the dimension, 0-based
        Index linear = 0;
        Index stride = 0;
    };
    /// Returns whether a segment begins at this element, in the direction of the options. Segments are the same in both directions.
    [[nodiscard]] bool starts(Element const& element, Index extent) const;
    /// Returns one byte for each element of a rank's allocation, for AxisScan; empty without segments.
    [[nodiscard]] std::vector<std::uint8_t> starts_of(CommArray const& array) const;
    [[nodiscard]] bool down() const { return options.direction == AxisDirection::Down; }
    /// Returns "along dimension 1, in segments of 3".
    [[nodiscard]] std::string text() const;
    /// Writes "axis", "exclusive", "down" and "segment". "segment" is null if the line is one segment, or if a file defines them;
    /// then "segments" is the file's name.
    void entries(JsonWriter& json) const;
    /// Walks the indices of a line of `extent` elements: visit(index, begins a segment). `first` and `stride`: as for MakeLine.
    void walk(Index extent, Index first, Index stride, std::function<void(Index, bool)> const& visit) const;
};

/// Reads --axis and, if the subcommand has them, --down, --exclusive and --segments. Errors: no such dimension; segments of length
/// zero; errors of read_flags.
[[nodiscard]] Result<AlongAxis> along_axis(Arguments const& arguments, Mapping const& mapping);

/// Returns the linear index of the first element of a line. `linear`: index of the line's element in the array without the
/// dimension.
[[nodiscard]] Index first_of_line(ArraySpec const& whole, ArraySpec const& reduced, int dim, Index linear);

/// Computes a whole line as a single process would. `first`: linear index of its first element in storage order; elements are
/// `stride` apart. `line`: buffer for its elements.
using MakeLine = std::function<void(Index first, Index stride, std::byte* line)>;
/// Returns whether a found and an expected element are the same.
using SameElement = std::function<bool(std::byte const* found, std::byte const* expected)>;

/// Compares every element of this rank, line by line, with the result of a single process. Not collective. The error names the
/// first wrong element.
[[nodiscard]] Result<void> check_lines(CommArray const& found, int dim, MakeLine const& make_line, SameElement const& same);

} // namespace tessera::cli
