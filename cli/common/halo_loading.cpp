// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the halo that a command line names.
#include "cli/common/halo_loading.hpp"

#include "cli/common/shared_options.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

constexpr Index most_steps = 1000;

bool is_file_name(std::string const& text) {
    return text.find_first_of("./") != std::string::npos;
}

Result<Stencil> load_stencil(Arguments const& arguments, ArraySpec const& array) {
    auto const name = arguments.text("stencil");
    if (!name) {
        bool const has_shadow = std::ranges::any_of(array.shadow, [](ShadowWidth const& w) { return w.low > 0 || w.high > 0; });
        if (has_shadow) return Stencil::box(array.shadow);
        return fail(fmt::format("nothing says which neighbours of an element of {} are read: name a stencil (--stencil star:1), or "
                                "declare shadow planes in the job (!hpf$ shadow {}(1,...))",
                                array.name, array.name));
    }
    if (is_file_name(*name)) {
        auto const text = DirectoryReader(".").read(*name);
        if (!text) return fail(fmt::format("--stencil: {}", text.error().message));
        return Stencil::parse(*text, array.dims(), *name);
    }
    auto stencil = Stencil::named(*name, array.dims());
    if (!stencil) return fail(fmt::format("--stencil: {}", stencil.error().message));
    return stencil;
}

Result<std::vector<bool>> load_periodic(Arguments const& arguments, int dims) {
    std::vector<bool> periodic(as_size(dims), false);
    auto const text = arguments.text("periodic");
    if (!text) return periodic;
    if (*text == "all") return std::vector<bool>(as_size(dims), true);
    auto const numbers = parse_extents(*text);
    if (!numbers) return fail(fmt::format("--periodic: expected 'all' or dimensions, e.g. 1,3, not '{}'", *text));
    for (Index const number : *numbers) {
        if (number < 1 || number > dims)
            return fail(fmt::format("--periodic: the array has dimensions 1 to {}, not {}", dims, number));
        periodic[as_size(number - 1)] = true;
    }
    return periodic;
}

} // namespace

std::vector<OptionSpec> halo_options(std::vector<std::string> const& subcommands) {
    return {{.name = "stencil",
             .kind = ValueKind::Text,
             .placeholder = "NAME",
             .help = "which neighbours are read: 3, 5, 7, 9, 27, star:W, box:W, or a file of offsets; else the shadow planes",
             .brief = "5, 9, 7, 27, star:W, box:W or a file",
             .group = "Options",
             .subcommands = subcommands},
            {.name = "periodic",
             .kind = ValueKind::Text,
             .placeholder = "DIMS",
             .help = "dimensions whose ends meet: all, or e.g. 1,3",
             .brief = "ends that meet: all, or 1,3",
             .group = "Options",
             .subcommands = subcommands,
             .beside_previous = true},
            {.name = "wide",
             .kind = ValueKind::Number,
             .placeholder = "K",
             .help = "halo: one exchange for K steps",
             .group = "Options",
             .subcommands = subcommands}};
}

Result<HaloPlan> load_halo(Arguments const& arguments, Mapping const& mapping) {
    auto stencil = load_stencil(arguments, mapping.array());
    if (!stencil) return forward_error(stencil);
    auto periodic = load_periodic(arguments, mapping.dims());
    if (!periodic) return forward_error(periodic);
    return HaloPlan::make(mapping, *std::move(stencil), *std::move(periodic));
}

Result<Index> load_steps(Arguments const& arguments) {
    Index const steps = arguments.number("wide").value_or(1);
    if (steps < 1 || steps > most_steps) return fail(fmt::format("--wide {}: expected 1 to {} steps", steps, most_steps));
    return steps;
}

} // namespace tessera::cli
