// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the subcommands that work along a dimension are told, and how what they make is checked.
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
    Index segment = 0; ///< indices in each; 0: a line is one, or `flags` says
    /// By element in storage order: is it the first of a segment? Empty: --segments names no file.
    std::vector<std::uint8_t> flags = {};
    std::string flags_file = {};

    /// An element of a line: its linear index in storage order, and the distance to the next one of the line.
    struct Element {
        Index index = 0; ///< along the dimension, from 0
        Index linear = 0;
        Index stride = 0;
    };
    /// Does a segment begin at this element, walking as the options say? Segments are the same ones in both directions.
    [[nodiscard]] bool starts(Element const& element, Index extent) const;
    /// A byte for each element of a rank's allocation, as AxisScan takes them; nothing without segments.
    [[nodiscard]] std::vector<std::uint8_t> starts_of(CommArray const& array) const;
    [[nodiscard]] bool down() const { return options.direction == AxisDirection::Down; }
    /// "along dimension 1, in segments of 3".
    [[nodiscard]] std::string text() const;
    /// "axis", "exclusive", "down" and "segment", null where a line is one or a file says; then its name is "segments".
    void entries(JsonWriter& json) const;
    /// Walks the indices of a line of `extent` elements: visit(index, begins a segment). `first` and `stride`: as of MakeLine.
    void walk(Index extent, Index first, Index stride, std::function<void(Index, bool)> const& visit) const;
};

/// --axis, and of the others those that the subcommand has: --down, --exclusive, --segments. Errors: no such dimension; segments of
/// no length; as read_flags.
[[nodiscard]] Result<AlongAxis> along_axis(Arguments const& arguments, Mapping const& mapping);

/// The linear index of the first element of the line that an element of the array without the dimension comes of.
[[nodiscard]] Index first_of_line(ArraySpec const& whole, ArraySpec const& reduced, int dim, Index linear);

/// Makes a whole line as one process would. `first`: linear index of its first element in storage order; the next ones are `stride`
/// apart. `line`: room for its elements.
using MakeLine = std::function<void(Index first, Index stride, std::byte* line)>;
/// Are a found and an expected element the same?
using SameElement = std::function<bool(std::byte const* found, std::byte const* expected)>;

/// Every element of this rank, line by line, against what one process makes. Not collective. The error names the first that is
/// another.
[[nodiscard]] Result<void> check_lines(CommArray const& found, int dim, MakeLine const& make_line, SameElement const& same);

} // namespace tessera::cli
