// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the law of each question of the planner: how its processor time grows with its parameter (share/doc/design.md).
#include "tests/bench/plan_laws.hpp"

#include "libcore/advise/advice.hpp"
#include "libcore/comm/halo/wide_halo.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/pipeline/method_choice.hpp"
#include "libcore/program/priced_job.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/unit/redist/sample_mappings.hpp"

#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <vector>

namespace tessera::bench {
namespace {

using samples::distributed;

struct Law {
    char const* question;
    char const* parameter;
    double exponent;
    int first; ///< the parameters are first, 2 first, 4 first, ...
    std::function<void(int)> ask;
};

/// No question is asked with a larger parameter after it took this long.
constexpr double long_enough = 0.5;
/// Shorter times are mostly start-up, and are not fitted.
constexpr double long_enough_to_fit = 0.004;

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

RedistPlan blocks_to_cyclic(int ranks) {
    return RedistPlan::make(distributed({Index{100} * ranks}, {DistFormat::block()}, {ranks}),
                            distributed({Index{100} * ranks}, {DistFormat::cyclic(3)}, {ranks}))
        .value();
}

/// Rows to columns. `uneven`: the blocks have different lengths.
MultiPlan transposed(int ranks, bool uneven) {
    Index const extent = Index{4} * ranks - (uneven ? 1 : 0);
    auto const plan = RedistPlan::make(distributed({extent, extent}, {DistFormat::block(), DistFormat::collapsed()}, {ranks}),
                                       distributed({extent, extent}, {DistFormat::collapsed(), DistFormat::block()}, {ranks}));
    return MultiPlan::make({plan.value()}).value();
}

RedistPlan replicated_blocks(int copies) {
    return RedistPlan::make(samples::replicated(1 << 20, DistFormat::block(), 64, copies),
                            samples::replicated(1 << 20, DistFormat::cyclic(), 64, copies))
        .value();
}

Result<Site> site_on(std::string const& network, int ranks) {
    auto site = Site::of_ranks(ranks);
    if (site) site->topology = make_topology(network).value();
    return site;
}

void price_pex(std::string const& network, int ranks) {
    auto const schedule = make_schedule("pex", MessageSet::all_to_all(ranks, 1024).value(), std::nullopt).value();
    cost_of(*schedule, site_on(network, ranks).value()).value();
}

void choose_method(int ranks, bool uneven) {
    composed_by("auto", transposed(ranks, uneven), [](int members) { return Site::of_ranks(members); }).value();
}

HaloPlan halo_of(Extents const& extents, Extents const& grid, bool corners) {
    std::vector<ShadowWidth> const widths(extents.size(), ShadowWidth{1, 1});
    auto const mapping = distributed(extents, std::vector<DistFormat>(extents.size(), DistFormat::block()), grid);
    return HaloPlan::make(mapping, corners ? Stencil::box(widths) : Stencil::star(widths)).value();
}

void total_halo(HaloPlan const& plan) {
    HaloShares::make(plan).value();
}

/// Each of `arrays` phases updates one array and reads the next one.
void advise_on(int arrays) {
    std::string text = "!hpf$ processors P(16)\n";
    for (int i = 0; i < arrays; ++i) text += fmt::format("      real*8 A{0}(512,512)\n!hpf$ distribute A{0}(block,*) onto P\n", i);
    for (int i = 0; i < arrays; ++i)
        text +=
            fmt::format("!dist$ phase p{0}: on A{0}(i,j) updates A{0} reads A{1} whole A{0}(:,*) work 5\n", i, (i + 1) % arrays);
    Machine machine;
    machine.name = "a + b n";
    machine.protocols.push_back({0, 1e-4, 1e-8, 1e-8, 1e-8, 1e-8});
    auto const site = [shared = std::make_shared<Machine const>(machine)](int ranks) {
        auto made = Site::of_ranks(ranks);
        if (made) made->machine = shared;
        return made;
    };
    auto const job = PricedJob::make(parse_job(text, "laws.hpf").value(), site, 1e-9).value();
    advise(job->coster(), AdviceRequest{.ranks = 16}).value();
}

std::vector<Law> laws() {
    return {
        {"totals, block to cyclic(3)", "ranks", 1, 1024, [](int n) { static_cast<void>(blocks_to_cyclic(n).totals()); }},
        {"one rank's messages, block to cyclic(3)", "ranks", 1, 1024,
         [](int n) { static_cast<void>(blocks_to_cyclic(n).sends(n / 2)); }},
        {"totals between replicated sides", "copies", 1, 64, [](int n) { static_cast<void>(replicated_blocks(n).totals()); }},
        {"messages, even transposition", "ranks", 1, 1024, [](int n) { MessageSet::of(transposed(n, false)).value(); }},
        {"messages, uneven transposition", "ranks", 2, 64, [](int n) { MessageSet::of(transposed(n, true)).value(); }},
        {"--method auto, even transposition", "ranks", 1, 256, [](int n) { choose_method(n, false); }},
        {"--method auto, uneven transposition", "ranks", 2, 64, [](int n) { choose_method(n, true); }},
        {"cost of pex on cm5", "ranks", 1, 256, [](int n) { price_pex(fmt::format("cm5({})", n), n); }},
        {"cost of pex on fattree(2,.)", "ranks", 1, 256,
         [](int n) { price_pex(fmt::format("fattree(2,{})", static_cast<int>(std::log2(n))), n); }},
        {"cost of pex on mesh(.,32)", "ranks", 2, 256, [](int n) { price_pex(fmt::format("mesh({},32)", n / 32), n); }},
        {"cost of pex on dragonfly(.,4,8)", "ranks", 2, 64, [](int n) { price_pex(fmt::format("dragonfly({},4,8)", n / 32), n); }},
        {"totals of a halo, 2 dimensions", "ranks", 1, 1024,
         [](int n) {
             total_halo(halo_of({4096, 4096}, {n / 32, 32}, false));
         }},
        {"totals of a halo, star over 2^d ranks", "2^d", 1.5, 4,
         [](int n) {
             auto const dims = static_cast<std::size_t>(std::log2(n));
             total_halo(halo_of(Extents(dims, 8), Extents(dims, 2), false));
         }},
        {"totals of a halo, box over 2^d ranks", "2^d", 2, 4,
         [](int n) {
             auto const dims = static_cast<std::size_t>(std::log2(n));
             total_halo(halo_of(Extents(dims, 8), Extents(dims, 2), true));
         }},
        {"comm halo --wide K", "K", 3, 4,
         [](int n) {
             wide_halos(halo_of({4096, 4096}, {8, 8}, false), n).value();
         }},
        {"advise, n arrays in n phases", "n", 3, 4, advise_on},
    };
}

struct Measured {
    double parameter = 0;
    double seconds = 0;
};

std::vector<Measured> measured(Law const& law) {
    std::vector<Measured> all;
    for (int n = law.first; all.empty() || (all.back().seconds < long_enough && n <= 1 << 20); n *= 2) {
        double const start = processor_seconds();
        law.ask(n);
        all.push_back({static_cast<double>(n), processor_seconds() - start});
    }
    return all;
}

/// Returns the slope between the logarithms, by least squares over the last three times that are long enough.
double fitted(std::vector<Measured> all) {
    std::erase_if(all, [](Measured const& each) { return each.seconds < long_enough_to_fit; });
    if (all.size() > 3) all.erase(all.begin(), all.end() - 3);
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (Measured const& each : all) {
        double const a = std::log2(each.parameter);
        double const b = std::log2(each.seconds);
        x += a, y += b, xx += a * a, xy += a * b;
    }
    auto const count = static_cast<double>(all.size());
    return count < 2 ? 0 : (count * xy - x * y) / (count * xx - x * x);
}

} // namespace

bool print_laws() {
    bool kept = true;
    fmt::print("Laws: processor time = constant * parameter ^ exponent\n");
    fmt::print("{:<42} {:<9} {:>7} {:>7} {:>12} {:>9} {:>9}\n", "question", "parameter", "stated", "fitted", "constant", "largest",
               "seconds");
    for (Law const& law : laws()) {
        auto const all = measured(law);
        double const exponent = fitted(all);
        bool const keeps = exponent <= law.exponent + 0.5;
        kept = kept && keeps;
        fmt::print("{:<42} {:<9} {:>7} {:>7.2f} {:>9.2g} us {:>9} {:>9.3f}{}\n", law.question, law.parameter, law.exponent,
                   exponent, 1e6 * all.back().seconds / std::pow(all.back().parameter, law.exponent), all.back().parameter,
                   all.back().seconds, keeps ? "" : "  GROWS FASTER");
    }
    return kept;
}

} // namespace tessera::bench
