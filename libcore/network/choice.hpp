// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `auto`: which algorithm is best for given messages on a given network and machine.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/site.hpp"
#include "libcore/schedule/message_set.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One algorithm that was considered.
struct Candidate {
    std::string algorithm;
    std::string refusal;        ///< why it cannot be used here; empty: it can
    std::optional<double> time; ///< seconds, packing included; absent without rates
    double bytes = 0;           ///< through the busiest port or link, step by step
    Index starts = 0;           ///< messages the busiest rank starts, step by step
    double sent_bytes = 0;      ///< bytes the busiest rank sends, step by step
    double impact = 1;          ///< estimated time with contention over time without (bytes, without rates)
    Index steps = 0;            ///< with at least one message
    Index empty_steps = 0;      ///< the others; 0 where the schedule was not made
    bool exact = false;         ///< time and bytes are those of the schedule, as a comparison of schedules shows them
    bool at_least = false; ///< time and bytes are bounds from below: contention was not looked at, or there is no order to judge

    /// What candidates are ranked by: time, or bytes where it is absent.
    [[nodiscard]] double cost() const { return time.value_or(bytes); }
};

struct Choice {
    std::string algorithm;
    std::optional<double> time; ///< predicted, as in Candidate
    double bytes = 0;
    std::string reason;                ///< one sentence
    std::vector<Candidate> candidates; ///< the chosen one first, then by cost; those that cannot be used last
};

/// Estimated: no schedule is made to know better, which takes a small part of the time.
enum class ChoiceEffort { Estimated, Exact };

/// Chooses among all algorithms(), most of which are estimated without making their schedules. Deterministic: all ranks of a
/// parallel program choose alike. What the site lacks does not count: without a machine (or its rates) algorithms are compared by
/// the bytes through the busiest port or link, step by step, and within a tenth of the least of them by the messages a rank starts;
/// with rates an algorithm that forwards messages is taken only where it is 4 % cheaper than direct messages in no order, which
/// bound all that do not from below: their steps run into each other, while what is forwarded has to arrive first. Of equals the
/// one whose busiest rank starts the fewest messages, then one that forwards none, then the one with the fewest steps in which
/// nothing is sent.
///
/// How it estimates. Without contention the time of an algorithm is a closed form of its steps: their number, and the bytes of the
/// busiest rank in each. Irregular message sets are looked through once for the algorithms that put each message into a known step;
/// for store-and-forward algorithms they count as the all-to-all of the same volume, times how uneven the ports are; for colouring,
/// largest-first and splitting the i-th longest step is as long as the largest i-th longest message of any rank. (Of more than 2^14
/// messages, those of every k-th rank stand for all.)
/// Contention comes from the exact link loads of some steps of each algorithm, spread over it evenly; their time with contention
/// over their time without is taken for all steps. An algorithm that without contention is slower than the best with it is not
/// looked at further; of the others, the better half gets twice as many steps, and so on, until one is left, all steps are known,
/// or a fixed number of links has been visited. Algorithms whose steps are known only once they are made (coloured, largest-first,
/// split) are judged by steps in which ranks send their messages in turn; staged, multistage and hybrid, if senders and receivers
/// differ, too. `unscheduled` is never chosen (except where each rank has one message): the model bounds it from below, because
/// nothing says in which order its messages meet.
///
/// In the end the schedules of the best are made, as many as a fixed effort allows, and their costs take the place of the
/// estimates, so that the choice is what a comparison of schedules shows. Where all steps of an all-to-all are looked at, the
/// estimate is the cost.
///
/// Errors: the machine lacks the rates for every algorithm (names one); the work was stopped.
[[nodiscard]] Result<Choice> choose_algorithm(MessageSet const& messages, Site const& site, Watch const& watch = {},
                                              ChoiceEffort effort = ChoiceEffort::Exact);

} // namespace tessera
