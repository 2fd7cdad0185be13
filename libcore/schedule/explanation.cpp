// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one sentence for beginners about each algorithm.
#include "libcore/schedule/explanation.hpp"

#include <algorithm>
#include <array>

namespace tessera {
namespace {

struct Explanation {
    std::string_view algorithm;
    std::string_view sentence;
};

// tests/unit/schedule/algorithm_test.cpp checks that every algorithm of the table has a sentence.
constexpr std::array explanations{
    Explanation{"auto", "Estimates all algorithms for these messages and this network, and uses the fastest."},
    Explanation{"lex", "In each step all ranks send to the same receiver, one receiver after the other; steps = ranks."},
    Explanation{"pex", "Each rank exchanges with one partner per step, whose number differs in certain bits; steps = ranks - 1."},
    Explanation{
        "rex",
        "Each half of the ranks sends half of its data to the other half; then each half does the same; steps = log2(ranks)."},
    Explanation{"bex", "Like pex, but each step has both near and far partners, so that no step crowds the network."},
    Explanation{"pex-gen", "Like pex for the next power of two of ranks; a rank without a partner waits in that step."},
    Explanation{"pex-gen-shift", "Like pex-gen, but the ranks that wait in a step are spread over the machine."},
    Explanation{
        "gen",
        "In step i each rank sends to the rank i places ahead and receives from the rank i places behind; steps = ranks - 1."},
    Explanation{"ipex", "Data goes along the rows of the mesh and then along its columns; the ranks between forward it."},
    Explanation{"rex-mesh", "Recursive halving (rex) on a mesh: first over its columns, then over its rows."},
    Explanation{"caterpillar", "Senders and receivers form two rows that move past each other, one place per step."},
    Explanation{"centralized", "One rank collects all data and distributes it: few messages, but all of them at one rank."},
    Explanation{"staged", "As many ranks as there are on the smaller side collect the data, and then exchange it."},
    Explanation{"multistage", "Messages for the same group of ranks are combined on their way, stage by stage, as in a butterfly."},
    Explanation{"hybrid", "Ranks that would otherwise wait combine messages while the others send."},
    Explanation{"bruck", "Messages are bundled and forwarded over 1, then 2, then 4 ranks, and so on: few steps, but more bytes."},
    Explanation{"unscheduled", "All ranks send all messages at once, so many messages may share a link."},
    Explanation{"coloured", "The fewest possible steps in which each rank sends at most one message and receives at most one."},
    Explanation{"largest-first",
                "The largest message goes into the first step in which its sender and receiver are free, then the next largest."},
    Explanation{"split", "Messages are divided into blocks so that the rank with the most to send or receive is never idle."},
};

} // namespace

std::string_view explanation_of(std::string_view algorithm) {
    auto const found = std::ranges::find(explanations, algorithm, &Explanation::algorithm);
    return found == explanations.end() ? std::string_view() : found->sentence;
}

} // namespace tessera
