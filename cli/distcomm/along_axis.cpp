// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the subcommands that work along a dimension are told, and how what they make is checked.
#include "cli/distcomm/along_axis.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <fmt/format.h>

namespace tessera::cli {

bool AlongAxis::starts(Index index) const {
    if (segment == 0) return false;
    return (down() ? index + 1 : index) % segment == 0;
}

std::vector<std::uint8_t> AlongAxis::starts_of(CommArray const& array) const {
    if (segment == 0 || !array.layout()) return {};
    LocalLayout const& layout = *array.layout();
    std::vector<std::uint8_t> starts_here(as_size(layout.allocation_size()), 0);
    layout.owned().for_each([&](std::span<Index const> index) {
        if (starts(index[as_size(dim)])) starts_here[as_size(layout.offset(layout.global_to_local(index).value()))] = 1;
    });
    return starts_here;
}

std::string AlongAxis::text() const {
    std::string const segments = segment == 0 ? "" : fmt::format(", in segments of {}", segment);
    return fmt::format("along dimension {}{}", dim + 1, segments);
}

void AlongAxis::entries(JsonWriter& json) const {
    json.entry("axis", Index{dim + 1});
    json.entry("exclusive", options.exclusive);
    json.entry("down", down());
    json.entry("segment", segment > 0 ? std::optional(segment) : std::nullopt);
}

void AlongAxis::walk(Index extent, std::function<void(Index, bool)> const& visit) const {
    for (Index i = 0; i < extent; ++i) {
        Index const index = down() ? extent - 1 - i : i;
        visit(index, starts(index));
    }
}

Result<AlongAxis> along_axis(Arguments const& arguments, Mapping const& mapping) {
    Index const axis = arguments.number("axis").value_or(1);
    if (axis < 1 || axis > mapping.dims())
        return fail(fmt::format("--axis: {} has the dimensions 1 to {}, not {}", mapping.array().name, mapping.dims(), axis));
    AlongAxis along{.dim = static_cast<int>(axis - 1)};
    along.options.exclusive = arguments.has("exclusive");
    if (arguments.has("down")) along.options.direction = AxisDirection::Down;
    along.segment = arguments.number("segments").value_or(0);
    if (arguments.has("segments") && along.segment < 1) return fail("--segments: expected the length of a segment, 1 or more");
    along.options.segmented = along.segment > 0;
    return along;
}

Result<Index> index_along(Arguments const& arguments, std::string const& option, Mapping const& mapping, int dim) {
    Index const lower = mapping.array().lower[as_size(dim)];
    Index const extent = mapping.array().extents[as_size(dim)];
    std::string const text = arguments.text_or(option, std::to_string(lower));
    auto const index = parse_signed(text);
    if (!index || *index < lower || *index >= lower + extent)
        return fail(fmt::format("--{}: dimension {} of {} has the indices {} to {}, not {}", option, dim + 1, mapping.array().name,
                                lower, lower + extent - 1, text));
    return *index - lower;
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
            wrong = fmt::format("{} is {}, and {} in one process", element_text(spec, element), element_text(spec.type, here),
                                element_text(spec.type, expected));
        }
    });
    if (wrong) return fail(*wrong);
    return {};
}

} // namespace tessera::cli
