// SPDX-License-Identifier: BSD-3-Clause
// Tessera: contexts and work under them, measured beside one byte per position (table 3.5 of the pC* thesis).
#include "cli/distbench/tables/contexts.hpp"

#include "cli/distbench/tables/timed_table.hpp"
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
};

std::vector<MaskCase> mask_cases() {
    Index const n = side * side;
    auto const chosen = std::make_shared<std::vector<bool>>(as_size(n));
    std::mt19937 random(1);
    for (Index i = 0; i < n; ++i) (*chosen)[as_size(i)] = random() % 20 == 0;
    auto const some = [=](Index i) -> bool { return (*chosen)[as_size(i)]; };
    auto const tiled = [](Index i) { return (i / side + i) % 2 == 0; };
    return {{"everywhere", [](Index) { return true; }, [=] { return Context::everywhere(n); }},
            {"boundary", [](Index i) { return i / side >= 5 && i % side >= 5; },
             [] {
                 return Context::of_box({side, side}, {{5, side}, {5, side}});
             }},
            {"random, 5 % active", some, [=] { return Context::everywhere(n).where(some); }},
            {"tiled", tiled, [=] { return Context::everywhere(n).where(tiled); }}};
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

Result<TableReport> measure_contexts(PaperTable const& paper, TableInputs const&) {
    TimedTable table = timed_table(paper);
    for (MaskCase const& mask : mask_cases()) {
        auto const here = context_times(mask);
        auto const add = [&](std::string const& what, std::size_t first) {
            std::string const group = fmt::format("{}, {}", mask.name, what);
            table.rows.push_back({group, "bytes", {paper.number({mask.name}, what + ", bytes"), here[first]}});
            table.rows.push_back(
                {group, std::string(name_of(mask.build().form())), {paper.number({mask.name}, what + ", runs"), here[first + 1]}});
        };
        add("to build", 0);
        add("the body", 2);
    }
    return timed_report(table);
}

} // namespace tessera::cli
