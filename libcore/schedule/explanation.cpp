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
    Explanation{"auto", "Estimates all algorithms for these messages and this network, and takes the one that ends first."},
    Explanation{"lex", "In each step all ranks send to the same receiver, one receiver after the other; steps = ranks."},
    Explanation{"pex", "Each rank exchanges with one partner per step, found by flipping bits of its number; steps = ranks - 1."},
    Explanation{"rex",
                "Half of the data crosses to the other half of the ranks, then the halves do the same; steps = log2(ranks)."},
    Explanation{"bex", "As pex, but in every step some partners are near and others far, so that no step crowds the network."},
    Explanation{"pex-gen", "As pex, for any number of ranks: it counts up to the next power of two, and who has no partner waits."},
    Explanation{"pex-gen-shift", "As pex-gen, with the ranks that wait in a step spread over the machine."},
    Explanation{"gen",
                "In step i each rank sends to the rank i places ahead and receives from i places behind; steps = ranks - 1."},
    Explanation{"ipex", "Data goes along the rows of the mesh first and then along its columns, passed on by the ranks between."},
    Explanation{"rex-mesh", "Recursive halving on a mesh: its columns are halved again and again, and then its rows."},
    Explanation{"caterpillar", "Senders and receivers stand in two rows that move past each other, one place per step."},
    Explanation{"centralized", "One rank collects everything and deals it out: few messages, but all of them at one place."},
    Explanation{"staged", "As many ranks as the smaller side has collect the data first, and exchange it afterwards."},
    Explanation{"multistage", "Messages for the same region are combined on their way, stage by stage, as in a butterfly."},
    Explanation{"hybrid", "Ranks that would have to wait combine messages while the others send."},
    Explanation{"bruck", "Messages are bundled and passed on over 1, then 2, then 4 ranks and so on; few steps, but more bytes."},
    Explanation{"unscheduled", "Everybody sends everything at once; nothing keeps messages out of each other's way."},
    Explanation{"coloured",
                "As few steps as there can be: in each, every rank sends at most one message and receives at most one."},
    Explanation{"largest-first",
                "The largest message takes the first step in which its sender and receiver are free, then the next one."},
    Explanation{"split", "Messages are cut into blocks so that the rank with the most to send or receive is never idle."},
};

} // namespace

std::string_view explanation_of(std::string_view algorithm) {
    auto const found = std::ranges::find(explanations, algorithm, &Explanation::algorithm);
    return found == explanations.end() ? std::string_view() : found->sentence;
}

} // namespace tessera
