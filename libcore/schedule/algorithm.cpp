// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table of algorithms.
#include "libcore/schedule/algorithm.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/schedule/detail/empty_messages.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/requirement.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tessera {

namespace {

using Info = AlgorithmInfo;
using Needs = Info::Needs;
using Estimate = Info::Estimate;
using When = EquivalentAlgorithm::When;
using Twins = std::array<EquivalentAlgorithm, 2>;

struct Algorithm {
    AlgorithmInfo info;
    detail::MadeSchedule (*make)(detail::ScheduleInput);
};

constexpr Twins own{};
constexpr Twins like_pex{{{When::PowerOfTwo, "pex"}, {}}};
constexpr Twins like_gen{{{When::AllToAll, "gen"}, {}}};
constexpr Twins like_gen_if_all_do_both{{{When::AllSendAndReceive, "gen"}, {}}};
constexpr Twins like_rex_or_bruck{{{When::AllToAllOfPowerOfTwo, "rex"}, {When::AllToAll, "bruck"}}};

// Columns: name, summary, source, needs, instead, forwards, cuts, unordered, estimate, twins; the function that makes it.
// A missing field is a compiler error. tests/unit/schedule/algorithm_test.cpp checks the fields against the schedules.
constexpr std::array table{
    Algorithm{{"lex", "step i: all ranks send to rank i", "Thakur, 4.2.1", Needs::Nothing, "", false, false, false,
               Estimate::Direct, own},
              detail::make_lex},
    Algorithm{{"pex", "pairwise exchange by xor; powers of two of ranks", "Thakur, Fig. 4.3", Needs::PowerOfTwo,
               "pex-gen, pex-gen-shift or gen", false, false, false, Estimate::Direct, own},
              detail::make_pex},
    Algorithm{{"rex", "recursive halving, data forwarded; powers of two", "Thakur, Fig. 4.4", Needs::PowerOfTwo, "bruck", true,
               false, false, Estimate::Forwarding, own},
              detail::make_rex},
    Algorithm{{"bex", "pex shifted by one: near and far partners mix; powers of two", "Thakur, Fig. 4.5", Needs::PowerOfTwo,
               "pex-gen-shift or gen", false, false, false, Estimate::Direct, own},
              detail::make_bex},
    Algorithm{{"pex-gen", "pex on any number of ranks", "Thakur, Fig. 4.10", Needs::Nothing, "", false, false, false,
               Estimate::Direct, like_pex},
              detail::make_pex_gen},
    Algorithm{{"pex-gen-shift", "pex-gen with the idle ranks shared out evenly", "Thakur, Fig. 4.12", Needs::Nothing, "", false,
               false, false, Estimate::Direct, like_pex},
              detail::make_pex_gen_shift},
    Algorithm{{"gen", "step i: send i ranks ahead, receive from i behind", "Thakur, Fig. 4.13", Needs::Nothing, "", false, false,
               false, Estimate::Direct, own},
              detail::make_gen},
    Algorithm{{"ipex", "along mesh rows, then columns, data forwarded; powers of two", "Thakur, Fig. 4.14", Needs::Mesh,
               "pex-gen-shift or gen", true, false, false, Estimate::Forwarding, own},
              detail::make_ipex},
    Algorithm{{"rex-mesh", "recursive halving of mesh columns, then rows; powers of two", "Thakur, Fig. 4.15", Needs::Mesh,
               "pex-gen-shift or gen", true, false, false, Estimate::Forwarding, own},
              detail::make_rex_mesh},
    Algorithm{{"caterpillar", "senders and receivers move past each other", "ScaLAPACK redistribution", Needs::Nothing, "", false,
               false, false, Estimate::Direct, own},
              detail::make_caterpillar},
    Algorithm{{"centralized", "one rank collects all data and distributes it", "CDT, 2.2", Needs::Nothing, "", true, false, false,
               Estimate::Centralized, own},
              detail::make_centralized},
    Algorithm{{"staged", "as many ranks collect as there are on the smaller side", "CDT, 2.2", Needs::Nothing, "", true, false,
               false, Estimate::Staged, like_gen_if_all_do_both},
              detail::make_staged},
    Algorithm{{"multistage", "butterfly that combines messages on the way", "CDT, 2.2", Needs::Nothing, "", true, false, false,
               Estimate::Multistage, like_rex_or_bruck},
              detail::make_multistage},
    Algorithm{{"hybrid", "idle senders combine while others send", "CDT, 2.2 and Fig. 2", Needs::Nothing, "", true, false, false,
               Estimate::Hybrid, like_gen_if_all_do_both},
              detail::make_hybrid},
    Algorithm{{"bruck", "message combining in ceil(log2 P) steps", "Bruck et al. 1997", Needs::Nothing, "", true, false, false,
               Estimate::Forwarding, own},
              detail::make_bruck},
    Algorithm{{"unscheduled", "everything at once", "no schedule", Needs::Nothing, "", false, false, true, Estimate::AtOnce, own},
              detail::make_unscheduled},
    Algorithm{{"coloured", "fewest steps for any messages: bipartite edge colouring", "Koenig 1916", Needs::Nothing, "", false,
               false, false, Estimate::Ranked, like_gen},
              detail::make_coloured},
    Algorithm{{"largest-first", "greedy: the largest message into the first free step", "list scheduling", Needs::Nothing, "",
               false, false, false, Estimate::Greedy, like_gen},
              detail::make_largest_first},
    Algorithm{{"split", "messages divided so that the busiest port is never idle", "Gonzalez and Sahni 1976", Needs::Nothing, "",
               false, true, false, Estimate::Blocks, like_gen},
              detail::make_split},
};

constexpr auto infos = [] {
    std::array<AlgorithmInfo, table.size()> list = {};
    for (std::size_t i = 0; i < table.size(); ++i) list[i] = table[i].info;
    return list;
}();

tl::unexpected<Error> unknown(std::string_view name) {
    std::vector<std::string> names;
    for (AlgorithmInfo const& info : infos) names.emplace_back(info.name);
    return fail(fmt::format("unknown algorithm '{}'{}", name, suggestion(name, names)));
}

Result<void> check(AlgorithmInfo const& info, int ranks, std::optional<MeshShape> const& mesh) {
    switch (info.needs) {
    case Needs::Nothing:
        return {};
    case Needs::PowerOfTwo:
        return detail::require_power_of_two(info.name, ranks, info.instead);
    case Needs::Mesh:
        return detail::require_mesh(info.name, mesh, ranks, info.instead);
    }
    return {};
}

} // namespace

std::span<AlgorithmInfo const> algorithms() {
    return infos;
}

AlgorithmInfo const* find_algorithm(std::string_view name) {
    auto const found = std::ranges::find(infos, name, &AlgorithmInfo::name);
    return found != infos.end() ? &*found : nullptr;
}

Result<std::shared_ptr<Schedule const>> make_schedule(std::string_view algorithm, MessageSet messages,
                                                      std::optional<MeshShape> mesh, Watch const& watch) {
    auto const found = std::ranges::find(table, algorithm, [](Algorithm const& entry) { return entry.info.name; });
    if (found == table.end()) return unknown(algorithm);
    TRY(check(found->info, messages.size(), mesh));
    if (watch.stopped()) return stopped_error();
    if (messages.messages() == 0 || messages.total_bytes() > 0) return found->make({std::move(messages), mesh, watch});
    auto const filled = MessageSet::all_to_all(messages.size(), 1).value(); // the steps do not depend on the length
    return std::make_shared<detail::EmptyMessages const>(std::move(messages), TRY(found->make({filled, mesh, watch})));
}

} // namespace tessera
