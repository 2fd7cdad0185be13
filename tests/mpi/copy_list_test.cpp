// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random lists of copies against an oracle that walks every element: what redist makes of them, on every rank.
#include "cli/redist/held_arrays.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::cli;
using namespace tessera::oracle;

namespace {

int drawn(int least, int most) {
    return *rc::gen::inRange(least, most + 1);
}

constexpr Index side = 7; // of all arrays, which have two dimensions

struct Triplet {
    int start = 0; // 0-based
    int step = 1;
    [[nodiscard]] std::string text(int count) const {
        return fmt::format("{}:{}:{}", start + 1, start + step * (count - 1) + 1, step);
    }
};

/// `count` indices of a dimension, in steps of either direction.
Triplet random_triplet(int count) {
    int const longest = count > 1 ? std::min<int>(3, (side - 1) / (count - 1)) : 1;
    Triplet triplet{0, drawn(1, longest)};
    triplet.start = drawn(0, side - 1 - triplet.step * (count - 1));
    if (drawn(0, 1) == 0) return triplet;
    return {triplet.start + triplet.step * (count - 1), -triplet.step};
}

struct Copy {
    int target = 0;
    int source = 0;
    bool transposed = false;
    std::vector<int> counts;
    std::vector<Triplet> to;
    std::vector<Triplet> from;

    static Copy random(int arrays) {
        Copy copy{drawn(0, arrays - 1), drawn(0, arrays - 1), drawn(0, 2) == 0, {}, {}, {}};
        for (int d = 0; d < 2; ++d) {
            copy.counts.push_back(drawn(0, 3) == 0 ? static_cast<int>(side) : drawn(1, static_cast<int>(side)));
            copy.to.push_back(random_triplet(copy.counts.back()));
            copy.from.push_back(random_triplet(copy.counts.back()));
        }
        return copy;
    }
    [[nodiscard]] std::string text() const {
        std::string const rows = "i=" + from[0].text(counts[0]);
        std::string const columns = "j=" + from[1].text(counts[1]);
        return fmt::format("!dist$ copy A{}(i={},j={}) = A{}({},{})\n", target, to[0].text(counts[0]), to[1].text(counts[1]),
                           source, transposed ? columns : rows, transposed ? rows : columns);
    }
};

/// Values of A(i,j) by i + side*j.
using Whole = std::vector<double>;

/// Does a copy read an element of the array that no earlier one has written?
bool is_input(int array, std::vector<Copy> const& copies) {
    std::vector<bool> written(as_size(side * side));
    for (Copy const& copy : copies) {
        std::vector<Index> reached;
        for (int i = 0; i < copy.counts[0]; ++i)
            for (int j = 0; j < copy.counts[1]; ++j) {
                Index const r = copy.from[0].start + copy.from[0].step * i;
                Index const c = copy.from[1].start + copy.from[1].step * j;
                if (copy.source == array && !written[as_size(copy.transposed ? c + side * r : r + side * c)]) return true;
                if (copy.target == array)
                    reached.push_back(copy.to[0].start + copy.to[0].step * i + side * (copy.to[1].start + copy.to[1].step * j));
            }
        for (Index const place : reached) written[as_size(place)] = true;
    }
    return false;
}

/// One copy after the other; each reads all of its source before it writes.
void walk(std::vector<Copy> const& copies, std::map<int, Whole>& arrays, double alpha, double beta) {
    for (Copy const& copy : copies) {
        Whole const source = arrays.at(copy.source);
        for (int i = 0; i < copy.counts[0]; ++i)
            for (int j = 0; j < copy.counts[1]; ++j) {
                Index const r = copy.from[0].start + copy.from[0].step * i;
                Index const c = copy.from[1].start + copy.from[1].step * j;
                Index const row = copy.to[0].start + copy.to[0].step * i;
                Index const column = copy.to[1].start + copy.to[1].step * j;
                double& there = arrays.at(copy.target)[as_size(row + side * column)];
                there = alpha * source[as_size(copy.transposed ? c + side * r : r + side * c)] + beta * there;
            }
    }
}

std::string random_format() {
    switch (drawn(0, 3)) {
    case 0:
        return "block";
    case 1:
        return "cyclic";
    case 2:
        return fmt::format("cyclic({})", drawn(2, 3));
    default:
        return "*";
    }
}

/// Arrays A0, A1, ... on some or all ranks; some have copies, ghosts, or lines that are longer than what any rank stores.
std::string random_arrays(int arrays) {
    std::string text;
    for (int a = 0; a < arrays; ++a) text += fmt::format("      real*8 A{}({},{})\n", a, side, side);
    for (int a = 0; a < arrays; ++a) {
        std::string const rows = random_format();
        std::string const columns = random_format();
        int const ranks = drawn(1, job_size());
        bool const grid = rows != "*" && columns != "*";
        if (rows == "*" && columns == "*")
            text += fmt::format("!hpf$ processors P{0}({1})\n!hpf$ template T{0}({1})\n!hpf$ distribute T{0}(block) onto P{0}\n"
                                "!hpf$ align A{0}(i,j) with T{0}(*)\n",
                                a, ranks);
        else
            text += fmt::format("!hpf$ processors P{0}({1})\n!dist$ distribute A{0}({2},{3}) onto P{0}{4}\n", a,
                                grid ? fmt::format("{},{}", ranks, job_size() / ranks) : fmt::format("{}", ranks), rows, columns,
                                drawn(0, 2) == 0 ? fmt::format(" lld({})", drawn(static_cast<int>(side) + 3, 15)) : "");
        if (drawn(0, 2) == 0) text += fmt::format("!hpf$ shadow A{}({}:2,{}:{})\n", a, drawn(0, 1), drawn(0, 2), drawn(0, 2));
    }
    return text;
}

/// Every element, and zeros as before in ghosts and gaps.
bool holds(TargetSlot const& slot, Whole const& expected) {
    if (!slot.layout) return true;
    std::vector<double> memory(as_size(slot.layout->allocation_size()));
    BoxSet const owned = slot.layout->owned();
    owned.for_each([&](std::span<Index const> index) {
        Index const offset = slot.layout->offset(slot.layout->global_to_local(index).value());
        memory[as_size(offset)] = expected[as_size(index[0] + side * index[1])];
    });
    Index const bytes = std::ssize(memory) * Index{sizeof(double)};
    return slot.values.size() == bytes && (bytes == 0 || std::memcmp(slot.values.data(), memory.data(), as_size(bytes)) == 0);
}

struct Case {
    std::string text;
    std::vector<Copy> copies;
    std::map<int, Whole> arrays; // afterwards

    static Case random(double alpha, double beta) {
        int const arrays = drawn(1, 3);
        Case made{random_arrays(arrays), {}, {}};
        for (int i = drawn(1, 5); i > 0; --i) made.copies.push_back(Copy::random(arrays));
        bool const generated = beta != 0; // then also what is only written holds something
        for (int a = 0; a < arrays; ++a) {
            bool const read = is_input(a, made.copies);
            for (Index k = 0; k < side * side; ++k)
                made.arrays[a].push_back(read || generated ? static_cast<double>(k) : 0.0); // GeneratedData
        }
        for (Copy const& copy : made.copies) made.text += copy.text();
        walk(made.copies, made.arrays, alpha, beta);
        return made;
    }
};

RedistSettings random_settings(std::vector<Transition> const& transitions, double alpha, double beta) {
    bool const copied = alpha == 1 && beta == 0;
    std::string const method = copied && drawn(0, 4) == 0 ? "naive" : "";
    RedistSettings settings = settings_of(transitions, method, nullptr).value();
    auto const names = transport_names();
    settings.transport = method.empty() ? transport_named(*rc::gen::elementOf(names)).value() : Transport::Auto;
    settings.shares_sources = drawn(0, 1) == 0;
    settings.repeat = drawn(1, 2);
    if (method.empty() && drawn(0, 3) == 0) settings.memory = Index{1} << 20;
    settings.verify = true;
    if (!copied) settings.update = ElementUpdate{.alpha = alpha, .beta = beta};
    return settings;
}

void copies_happen_one_after_the_other() {
    bool const copied = drawn(0, 2) > 0;
    double const alpha = copied ? 1 : 2;
    double const beta = copied ? 0 : drawn(-1, 1);
    Case const made = Case::random(alpha, beta);
    RC_LOG() << made.text;
    auto const job = parse_job(made.text, "random.hpf");
    if (!job) RC_LOG() << to_string(job.error());
    RC_ASSERT(job.has_value());
    auto const transitions = transitions_of(*job);
    RC_ASSERT(transitions.has_value());
    RedistSettings const settings = random_settings(*transitions, alpha, beta);
    Communicator const& world = Communicator::world();
    auto arrays = HeldArrays::make(world, settings, ProgressMode::Never, true);
    RC_ASSERT(everywhere(arrays.has_value()));
    RC_ASSERT(everywhere(arrays->load().has_value()));
    RedistOutcome outcome;
    RC_ASSERT(everywhere(arrays->move(outcome).has_value()));
    bool right = true;
    for (TargetSlot const& slot : arrays->targets())
        right = right && holds(slot, made.arrays.at(slot.mapping.array().name[1] - '0'));
    RC_ASSERT(everywhere(right));
    RC_LOG() << outcome.wrong.value_or("");
    RC_ASSERT(!outcome.wrong);
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    try_many_cases("seed=31 max_success=300");
    return exit_code(
        {rc::check("copies happen one after the other, whatever travels together", copies_happen_one_after_the_other)});
}
