// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the dimensions and indices that a command line names.
#include "cli/common/axis_loading.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

std::vector<std::string> between_commas(std::string const& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t const end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

Result<Index> index_of(std::string const& text, Mapping const& mapping, int dim) {
    Index const lower = mapping.array().lower[as_size(dim)];
    Index const extent = mapping.array().extents[as_size(dim)];
    auto const index = parse_signed(text);
    if (!index || *index < lower || *index >= lower + extent)
        return fail(fmt::format("--index: dimension {} of {} has indices {} to {}, but not {}", dim + 1, mapping.array().name,
                                lower, lower + extent - 1, text));
    return *index - lower;
}

} // namespace

std::vector<OptionSpec> axes_options(std::vector<std::string> const& subcommands) {
    std::string const group = "Options";
    return {
        {.name = "axis",
         .kind = ValueKind::Text,
         .placeholder = "D",
         .help = "dimension of the operation, counted from 1 (default: 1); a spread may name several: 1,3",
         .group = group,
         .subcommands = subcommands},
        {.name = "index",
         .kind = ValueKind::Text,
         .placeholder = "I",
         .help = "spread: index to copy in each of these dimensions (default: the first)",
         .group = group,
         .subcommands = subcommands},
    };
}

Result<std::vector<int>> load_axes(Arguments const& arguments, Mapping const& mapping) {
    std::vector<int> dims;
    for (std::string const& part : between_commas(arguments.text_or("axis", "1"))) {
        auto const axis = parse_signed(part);
        if (!axis || *axis < 1 || *axis > mapping.dims())
            return fail(
                fmt::format("--axis: {} has dimensions 1 to {}, and no dimension {}", mapping.array().name, mapping.dims(), part));
        int const dim = static_cast<int>(*axis - 1);
        if (std::ranges::find(dims, dim) != dims.end()) return fail(fmt::format("--axis: dimension {} is named twice", *axis));
        dims.push_back(dim);
    }
    return dims;
}

Result<int> load_axis(Arguments const& arguments, Mapping const& mapping) {
    auto const dims = TRY(load_axes(arguments, mapping));
    if (dims.size() > 1) return fail("--axis: expected one dimension; only spread takes several");
    return dims.front();
}

Result<Extents> load_axis_indices(Arguments const& arguments, Mapping const& mapping, std::vector<int> const& dims) {
    std::vector<std::string> parts;
    for (int const dim : dims) parts.push_back(std::to_string(mapping.array().lower[as_size(dim)]));
    if (auto const text = arguments.text("index")) parts = between_commas(*text);
    if (parts.size() != dims.size())
        return fail(
            fmt::format("--index: expected one index for each dimension of --axis; got {} for {}", parts.size(), dims.size()));
    Extents indices;
    for (std::size_t k = 0; k < dims.size(); ++k) indices.push_back(TRY(index_of(parts[k], mapping, dims[k])));
    return indices;
}

} // namespace tessera::cli
