// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a halo request in the user's words.
#include "libcore/pipeline/halo_request.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/halo/wide_halo.hpp"
#include "libcore/pipeline/mask_request.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera {
namespace {

constexpr Index most_steps = 1000;

Result<Stencil> shadow_stencil(ArraySpec const& array) {
    if (has_shadow(array)) return Stencil::box(array.shadow);
    return fail(fmt::format("nothing says which neighbours of an element of {} are read: name a stencil (--stencil star:1), or "
                            "declare shadow planes in the job (!hpf$ shadow {}(1,...))",
                            array.name, array.name));
}

Result<Stencil> stencil_of(std::string const& name, ArraySpec const& array, FileReader const& files) {
    if (name.empty()) return shadow_stencil(array);
    if (name.find_first_of("./") != std::string::npos) {
        auto const text = files.read(name);
        if (!text) return fail(fmt::format("--stencil: {}", text.error().message));
        return Stencil::parse(*text, array.dims(), name);
    }
    auto stencil = Stencil::named(name, array.dims());
    if (!stencil) return fail(fmt::format("--stencil: {}", stencil.error().message));
    return stencil;
}

Result<std::vector<bool>> periodic_dims(std::string const& text, int dims) {
    if (text == "all") return std::vector<bool>(as_size(dims), true);
    std::vector<bool> periodic(as_size(dims), false);
    if (text.empty()) return periodic;
    auto const numbers = parse_extents(text);
    if (!numbers) return fail(fmt::format("--periodic: expected 'all' or dimensions, e.g. 1,3, not '{}'", text));
    for (Index const number : *numbers) {
        if (number < 1 || number > dims)
            return fail(fmt::format("--periodic: the array has dimensions 1 to {}, not {}", dims, number));
        periodic[as_size(number - 1)] = true;
    }
    return periodic;
}

} // namespace

bool has_shadow(ArraySpec const& array) {
    return std::ranges::any_of(array.shadow, [](ShadowWidth const& width) { return width.low > 0 || width.high > 0; });
}

Result<HaloPlan> halo_of_one_step(HaloRequest const& request, Mapping const& mapping, FileReader const& files) {
    auto stencil = TRY(stencil_of(request.stencil, mapping.array(), files));
    auto periodic = TRY(periodic_dims(request.periodic, mapping.dims()));
    auto where = TRY(mask_of({.where = request.where, .file = request.mask}, mapping.array(), files));
    return HaloPlan::make(mapping, std::move(stencil), std::move(periodic), std::move(where));
}

Result<void> check_steps(HaloRequest const& request) {
    if (request.steps >= 1 && request.steps <= most_steps) return {};
    return fail(fmt::format("--wide {}: expected 1 to {} steps", request.steps, most_steps));
}

Result<HaloPlan> halo_of(HaloRequest const& request, Mapping const& mapping, FileReader const& files) {
    TRY(check_steps(request));
    auto const one = TRY(halo_of_one_step(request, mapping, files));
    return widened(one, request.steps);
}

} // namespace tessera
