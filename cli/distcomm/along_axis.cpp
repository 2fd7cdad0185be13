// SPDX-License-Identifier: BSD-3-Clause
// Tessera: options of the subcommands that work along a dimension, and verification of their results.
#include "cli/distcomm/along_axis.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/pipeline/npy_table.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <fmt/format.h>

namespace tessera::cli {

bool AlongAxis::starts(Element const& element, Index extent) const {
    Index const first = down() ? element.index + 1 : element.index; // first index of the segment that begins here, or that was just
                                                                    // left
    if (first == extent) return false;
    if (segment > 0) return first % segment == 0;
    if (flags.empty()) return false;
    return flags[as_size(down() ? element.linear + element.stride : element.linear)] != 0;
}

std::vector<std::uint8_t> AlongAxis::starts_of(CommArray const& array) const {
    if (!options.segmented || !array.layout()) return {};
    LocalLayout const& layout = *array.layout();
    Extents const strides = linear_strides(array.mapping().array());
    Index const extent = array.mapping().dim(dim).extent();
    std::vector<std::uint8_t> starts_here(as_size(layout.allocation_size()), 0);
    layout.owned().for_each([&](std::span<Index const> index) {
        Element const element{index[as_size(dim)], linear_index(index, strides), strides[as_size(dim)]};
        if (starts(element, extent)) starts_here[as_size(layout.offset(layout.global_to_local(index).value()))] = 1;
    });
    return starts_here;
}

std::string AlongAxis::text() const {
    std::string const segments = segment > 0     ? fmt::format(", in segments of {}", segment)
                                 : flags.empty() ? ""
                                                 : fmt::format(", in the segments of {}", flags_file);
    return fmt::format("along dimension {}{}", dim + 1, segments);
}

void AlongAxis::entries(JsonWriter& json) const {
    json.entry("axis", Index{dim + 1});
    json.entry("exclusive", options.exclusive);
    json.entry("down", down());
    json.entry("segment", segment > 0 ? std::optional(segment) : std::nullopt);
    if (!flags_file.empty()) json.entry("segments", flags_file);
}

void AlongAxis::walk(Index extent, Index first, Index stride, std::function<void(Index, bool)> const& visit) const {
    for (Index i = 0; i < extent; ++i) {
        Index const index = down() ? extent - 1 - i : i;
        visit(index, starts({index, first + index * stride, stride}, extent));
    }
}

namespace {

/// Reads --segments: a length, or a file.
Result<void> read_segments(Arguments const& arguments, ArraySpec const& array, AlongAxis& along) {
    auto const text = arguments.text("segments");
    if (!text) return {};
    along.options.segmented = true;
    if (auto const length = parse_signed(*text)) {
        along.segment = *length;
        if (*length < 1) return fail("--segments: expected the length of a segment, 1 or more, or an npy file");
        return {};
    }
    along.flags = TRY(read_flags("--segments", *text, array, DirectoryReader("")));
    along.flags_file = *text;
    return {};
}

} // namespace

Result<AlongAxis> along_axis(Arguments const& arguments, Mapping const& mapping) {
    Index const axis = arguments.number("axis").value_or(1);
    if (axis < 1 || axis > mapping.dims())
        return fail(
            fmt::format("--axis: {} has dimensions 1 to {}, and no dimension {}", mapping.array().name, mapping.dims(), axis));
    AlongAxis along{.dim = static_cast<int>(axis - 1)};
    along.options.exclusive = arguments.has("exclusive");
    if (arguments.has("down")) along.options.direction = AxisDirection::Down;
    TRY(read_segments(arguments, mapping.array(), along));
    return along;
}

Index first_of_line(ArraySpec const& whole, ArraySpec const& reduced, int dim, Index linear) {
    if (whole.dims() == 1) return 0;
    Extents const strides = linear_strides(whole);
    Extents const reduced_strides = linear_strides(reduced);
    Index first = 0;
    for (std::size_t d = 0; d < reduced.extents.size(); ++d)
        first += linear / reduced_strides[d] % reduced.extents[d] * strides[d < as_size(dim) ? d : d + 1];
    return first;
}

Result<void> check_lines(CommArray const& found, int dim, MakeLine const& make_line, SameElement const& same) {
    if (!found.layout()) return {};
    LocalLayout const& layout = *found.layout();
    ArraySpec const& spec = found.mapping().array();
    auto const d = as_size(dim);
    PeriodicSet const along = layout.owned().dims()[d];
    if (along.empty()) return {};
    std::vector<PeriodicSet> dims(layout.owned().dims().begin(), layout.owned().dims().end());
    dims[d] = PeriodicSet::interval({along.element(0), along.element(0) + 1});
    Extents const strides = linear_strides(spec);
    Buffer line(spec.extents[d] * spec.type.bytes);
    std::optional<std::string> wrong;
    BoxSet(dims).for_each([&](std::span<Index const> index) {
        if (wrong) return;
        make_line(linear_index(index, strides) - index[d] * strides[d], strides[d], line.data());
        Index const first = layout.offset(layout.global_to_local(index).value());
        for (Index j = 0; j < along.count() && !wrong; ++j) {
            std::byte const* const here = found.data() + (first + j * layout.strides()[d]) * spec.type.bytes;
            std::byte const* const expected = line.data() + along.element(j) * spec.type.bytes;
            if (same(here, expected)) continue;
            Extents element(index.begin(), index.end());
            element[d] = along.element(j);
            wrong = fmt::format("{} is {}, but one process gets {}", element_text(spec, element), element_text(spec.type, here),
                                element_text(spec.type, expected));
        }
    });
    if (wrong) return fail(*wrong);
    return {};
}

} // namespace tessera::cli
