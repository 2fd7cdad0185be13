// SPDX-License-Identifier: BSD-3-Clause
// Tessera: table 3.5 of the pC* thesis: contexts compared with one byte per position.
#include "cli/distbench/pcstar_contexts.hpp"

#include "libcore/comm/context/context.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <random>

namespace tessera::cli {
namespace {

constexpr Index side = 1024;
constexpr int context_rounds = 15;

struct MaskCase {
    std::string name;
    std::function<bool(Index)> holds;
    std::function<Context()> build;
    std::array<double, 4> thesis; // construction and body, of the charmap and of the runs
};

std::vector<MaskCase> mask_cases() {
    Index const n = side * side;
    auto const chosen = std::make_shared<std::vector<bool>>(as_size(n));
    std::mt19937 random(1);
    for (Index i = 0; i < n; ++i) (*chosen)[as_size(i)] = random() % 20 == 0;
    auto const some = [=](Index i) -> bool { return (*chosen)[as_size(i)]; };
    auto const tiled = [](Index i) { return (i / side + i) % 2 == 0; };
    return {{"everywhere", [](Index) { return true; }, [=] { return Context::everywhere(n); }, {.10964, .00002, .24631, .20538}},
            {"boundary",
             [](Index i) { return i / side >= 5 && i % side >= 5; },
             [] {
                 return Context::of_box({side, side}, {{5, side}, {5, side}});
             },
             {.18265, .16101, .24429, .20094}},
            {"random, 5 % active", some, [=] { return Context::everywhere(n).where(some); }, {.18612, .20545, .16968, .08376}},
            {"tiled", tiled, [=] { return Context::everywhere(n).where(tiled); }, {.10592, .54829, .25197, .53542}}};
}

/// Returns the seconds for construction and body, of the charmap and of the context.
std::array<double, 4> context_times(MaskCase const& mask) {
    std::vector<char> flags(as_size(side * side));
    std::vector<double> values(flags.size(), 1);
    Context context = mask.build();
    auto const medians = medians_in_turn({[&] {
                                              for (std::size_t i = 0; i < flags.size(); ++i)
                                                  flags[i] = mask.holds(static_cast<Index>(i)) ? 1 : 0;
                                          },
                                          [&] { context = mask.build(); },
                                          [&] {
                                              for (std::size_t i = 0; i < flags.size(); ++i)
                                                  if (flags[i] != 0) values[i] = values[i] * 0.5 + 1;
                                          },
                                          [&] {
                                              context.for_each_run([&](Run run) {
                                                  for (Index i = run.begin; i < run.end; ++i)
                                                      values[as_size(i)] = values[as_size(i)] * 0.5 + 1;
                                              });
                                          }},
                                         context_rounds);
    return {medians[0], medians[1], medians[2], medians[3]};
}

} // namespace

TimedTable pcstar_table_35() {
    TimedTable table{.name = "pcstar-3.5",
                     .title = "contexts of 2^20 positions, beside a byte for each",
                     .about = "thesis  one 50 MHz SuperSPARC; runs of signed characters\n"
                              "here    this processor; the form that takes the least room, a bitmap where the mask is tiled",
                     .columns = {"thesis", "here"}};
    for (MaskCase const& mask : mask_cases()) {
        auto const here = context_times(mask);
        auto const add = [&](char const* what, std::size_t first) {
            std::string const group = fmt::format("{}, {}", mask.name, what);
            table.rows.push_back({group, "bytes", {mask.thesis[first], here[first]}});
            table.rows.push_back({group, std::string(name_of(mask.build().form())), {mask.thesis[first + 1], here[first + 1]}});
        };
        add("to build", 0);
        add("the body", 2);
    }
    return table;
}

} // namespace tessera::cli
