// SPDX-License-Identifier: BSD-3-Clause
// Tessera: does a simulated step take as long as our busiest link says? Usage: steps_test TOPOLOGY ALGORITHM...
//
// Where all messages of a step have the same length L, max-min sharing gives each at least bandwidth / f, with f the largest load,
// and the messages on the busiest link get no more: the step takes exactly f L / bandwidth. Elsewhere a link that is shared by
// messages of different lengths may idle while others still work, so the busiest link is a lower bound.
#include "libcore/network/link_loads.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "tests/simgrid/simulator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/core.h>
#include <random>

namespace {

using namespace tessera;
using simulated::Step;

constexpr double bytes_per_second = 1e6;
constexpr Index message_bytes = 1'000'000;
constexpr int random_steps = 100;
constexpr double accuracy = 1e-9; // relative; SimGrid adds up rounded shares

template <class T>
T value_or_exit(Result<T> result) {
    if (result) return std::move(*result);
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(EXIT_FAILURE);
}

/// The steps of an all-to-all; empty steps take no time anywhere and are left out.
void add_steps(std::vector<Step>& steps, std::string_view algorithm, Topology const& network, std::optional<MeshShape> mesh) {
    auto const schedule =
        value_or_exit(make_schedule(algorithm, value_or_exit(MessageSet::all_to_all(network.nodes(), message_bytes)), mesh));
    for (int i = 0; i < schedule->steps(); ++i) {
        Step step;
        schedule->for_each_transfer(i, [&](Transfer const& transfer) { step.push_back(transfer); });
        if (!step.empty()) steps.push_back(std::move(step));
    }
}

/// As many messages as nodes, between random nodes, of random lengths.
Step random_step(int nodes, std::mt19937_64& random) {
    std::uniform_int_distribution<int> any_node(0, nodes - 1);
    std::uniform_int_distribution<int> any_distance(1, nodes - 1);
    std::uniform_int_distribution<Index> any_length(1, message_bytes);
    Step step;
    for (int i = 0; i < nodes; ++i) {
        int const from = any_node(random);
        step.push_back({from, (from + any_distance(random)) % nodes, any_length(random)});
    }
    return step;
}

bool is_uniform(Step const& step) {
    return std::ranges::all_of(step, [&](Transfer const& message) { return message.bytes == step.front().bytes; });
}

/// What comparing found.
struct Findings {
    int uniform = 0;
    int other = 0;
    int wrong = 0;
    double largest_gap = 0; ///< simulated over bound, less 1, of steps that are not uniform
};

Findings compare(std::vector<Step> const& steps, std::vector<double> const& times, Topology const& network) {
    auto const placement = Placement::row_major(network.nodes());
    LoadCounter loads(network, placement);
    Findings findings;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        double const bound = loads.count(steps[i]).max_load_bytes / bytes_per_second;
        bool const uniform = is_uniform(steps[i]);
        bool const right = times[i] >= bound * (1 - accuracy) && (!uniform || times[i] <= bound * (1 + accuracy));
        if (!right) fmt::print("step {}: simulated {:.12g} s, busiest link {:.12g} s\n", i, times[i], bound);
        findings.wrong += right ? 0 : 1;
        ++(uniform ? findings.uniform : findings.other);
        if (!uniform) findings.largest_gap = std::max(findings.largest_gap, times[i] / bound - 1);
    }
    return findings;
}

/// "mesh(4,8)" -> 4 x 8; for the algorithms that ask.
std::optional<MeshShape> mesh_shape(std::string const& network) {
    MeshShape shape;
    return std::sscanf(network.c_str(), "mesh(%d,%d)", &shape.rows, &shape.columns) == 2 ? std::optional(shape) : std::nullopt;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) return EXIT_FAILURE;
    auto const network = value_or_exit(make_topology(argv[1]));
    std::vector<Step> steps;
    for (int i = 2; i < argc; ++i) add_steps(steps, argv[i], *network, mesh_shape(argv[1]));
    std::mt19937_64 random(1995);
    for (int i = 0; i < random_steps; ++i) steps.push_back(random_step(network->nodes(), random));
    Findings const findings = compare(steps, simulated::step_times(*network, steps, bytes_per_second), *network);
    fmt::print("{}: {} uniform steps as predicted; {} others, at most {:.1f} % above the busiest link; {} wrong\n", argv[1],
               findings.uniform, findings.other, 100 * findings.largest_gap, findings.wrong);
    return findings.wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
