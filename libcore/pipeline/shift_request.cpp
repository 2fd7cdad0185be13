// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a shift, in the user's words.
#include "libcore/pipeline/shift_request.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/mask_request.hpp"

#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace tessera {
namespace {

Result<Extents> parse_distances(std::string_view text) {
    Extents distances;
    for (std::string_view rest = text;;) {
        auto const distance = parse_signed(rest.substr(0, rest.find(',')));
        if (!distance) return fail(fmt::format("--by: expected a distance for each dimension, e.g. --by=1,-2, not '{}'", text));
        distances.push_back(*distance);
        if (rest.find(',') == std::string_view::npos) return distances;
        rest.remove_prefix(rest.find(',') + 1);
    }
}

} // namespace

Result<GridShift> shift_of(ShiftRequest const& request, Mapping const& mapping, FileReader const& files) {
    if (request.by.empty())
        return fail(fmt::format("--by says how far each of the {} dimensions is shifted, e.g. --by=1,-2", mapping.dims()));
    auto distances = TRY(parse_distances(request.by));
    auto where = TRY(mask_of({.where = request.where, .file = request.mask}, mapping.array(), files));
    auto wanted = TRY(mask_of(request.where_target, mapping.array(), "--where-target"));
    return GridShift::make(mapping, std::move(distances), request.edge, std::move(where), std::move(wanted));
}

} // namespace tessera
