// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms by their names on the command line.
#include "libcore/schedule/algorithm.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/schedule/detail/makers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tessera {

namespace {

struct Algorithm {
    AlgorithmInfo info;
    detail::Made (*make)(detail::Assignment);
};

constexpr std::array table{
    Algorithm{{"lex", "step i: everybody sends to rank i", "Thakur, 4.2.1"}, detail::make_lex},
    Algorithm{{"pex", "pairwise exchange by xor; powers of two of ranks", "Thakur, Fig. 4.3"}, detail::make_pex},
    Algorithm{{"rex", "recursive halving, data forwarded; powers of two", "Thakur, Fig. 4.4"}, detail::make_rex},
    Algorithm{{"bex", "pex shifted by one: near and far partners mix; powers of two", "Thakur, Fig. 4.5"}, detail::make_bex},
    Algorithm{{"pex-gen", "pex on any number of ranks", "Thakur, Fig. 4.10"}, detail::make_pex_gen},
    Algorithm{{"pex-gen-shift", "pex-gen with the idle ranks shared out evenly", "Thakur, Fig. 4.12"}, detail::make_pex_gen_shift},
    Algorithm{{"gen", "step i: send i ranks ahead, receive from i behind", "Thakur, Fig. 4.13"}, detail::make_gen},
    Algorithm{{"ipex", "along mesh rows, then columns, data forwarded; powers of two", "Thakur, Fig. 4.14"}, detail::make_ipex},
    Algorithm{{"rex-mesh", "recursive halving of mesh columns, then rows; powers of two", "Thakur, Fig. 4.15"},
              detail::make_rex_mesh},
    Algorithm{{"caterpillar", "senders and receivers move past each other", "ScaLAPACK redistribution"}, detail::make_caterpillar},
    Algorithm{{"centralized", "one rank collects everything and deals it out", "CDT, 2.2"}, detail::make_centralized},
    Algorithm{{"staged", "as many ranks collect as there are on the smaller side", "CDT, 2.2"}, detail::make_staged},
    Algorithm{{"multistage", "butterfly that combines messages on the way", "CDT, 2.2"}, detail::make_multistage},
    Algorithm{{"hybrid", "idle senders combine while others send", "CDT, 2.2 and Fig. 2"}, detail::make_hybrid},
    Algorithm{{"bruck", "message combining in ceil(log2 P) steps", "Bruck et al. 1997"}, detail::make_bruck},
    Algorithm{{"unscheduled", "everything at once", "no schedule"}, detail::make_unscheduled},
    Algorithm{{"coloured", "fewest steps for any messages: bipartite edge colouring", "Koenig 1916"}, detail::make_coloured},
    Algorithm{{"largest-first", "greedy: the largest message into the first free step", "list scheduling"},
              detail::make_largest_first},
    Algorithm{{"split", "messages cut so that the busiest port is never idle", "Gonzalez and Sahni 1976"}, detail::make_split},
};

constexpr auto infos = [] {
    std::array<AlgorithmInfo, table.size()> list;
    for (std::size_t i = 0; i < table.size(); ++i) list[i] = table[i].info;
    return list;
}();

tl::unexpected<Error> unknown(std::string_view name) {
    std::vector<std::string> names;
    for (AlgorithmInfo const& info : infos) names.emplace_back(info.name);
    return fail(fmt::format("unknown algorithm '{}'{}", name, suggestion(name, names)));
}

} // namespace

std::span<AlgorithmInfo const> algorithms() {
    return infos;
}

Result<std::shared_ptr<Schedule const>> make_schedule(std::string_view algorithm, MessageSet messages,
                                                      std::optional<MeshShape> mesh) {
    auto const found = std::ranges::find(table, algorithm, [](Algorithm const& entry) { return entry.info.name; });
    if (found == table.end()) return unknown(algorithm);
    return found->make({std::move(messages), mesh});
}

} // namespace tessera
