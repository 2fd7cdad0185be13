// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `auto`: the choice of the best algorithm for given messages on a given network and machine.
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

/// One algorithm of the comparison.
struct Candidate {
    std::string algorithm;
    std::string refusal;        ///< reason why it cannot be used here; empty if it can
    std::optional<double> time; ///< seconds, including packing; absent without rates
    double bytes = 0;           ///< sum over the steps of the bytes through the busiest port or link
    Index starts = 0;           ///< sum over the steps of the messages that the busiest rank starts
    double sent_bytes = 0;      ///< sum over the steps of the bytes that the busiest rank sends
    double impact = 1;          ///< estimated time with contention over time without (of the bytes, without rates)
    Index steps = 0;            ///< number of steps with at least one message
    Index empty_steps = 0;      ///< number of the other steps; 0 if the schedule was not made
    bool exact = false;         ///< time and bytes are those of the schedule, as in a comparison of schedules
    bool at_least = false;      ///< time and bytes are lower bounds: contention was not measured, or the messages have no order

    /// Returns the value that ranks the candidates: the time, or the bytes if there is no time.
    [[nodiscard]] double cost() const { return time.value_or(bytes); }
};

struct Choice {
    std::string algorithm;
    std::optional<double> time; ///< predicted, as in Candidate
    double bytes = 0;
    std::string reason;                ///< one sentence
    std::string lack;                  ///< the rate that the machine lacks, as a sentence, so that bytes decide; often empty
    std::vector<Candidate> candidates; ///< the chosen one first, the others by cost, the unusable ones last
};

/// Exact: schedules of the best candidates are made to confirm the choice. Estimated: none are, which takes a small part of the
/// time.
enum class ChoiceEffort { Estimated, Exact };

/// Chooses among all algorithms(). Most are estimated without making their schedules. The choice is deterministic: all ranks of a
/// parallel program choose the same algorithm.
/// Without a machine (or its rates) the costs are the bytes through the busiest port or link, summed over the steps. Among
/// algorithms within a tenth of the least cost, the one whose busiest rank starts the fewest messages wins.
/// With rates the cost is the time. An algorithm that forwards messages is chosen only if it is 4 % cheaper than unordered direct
/// messages, whose cost bounds all direct algorithms from below. The reason: consecutive steps of direct messages overlap, but
/// forwarded data has to arrive first.
/// Ties: fewest messages started by the busiest rank, then no forwarding, then fewest empty steps.
///
/// Estimates. Without contention, the time of an algorithm is a closed form of the number of its steps and the bytes of the busiest
/// rank in each. Irregular message sets are read once for the algorithms that have a known step for each message. For
/// store-and-forward algorithms they count as the all-to-all of the same volume, times the imbalance of the ports. For colouring,
/// largest-first and splitting, the i-th longest step is as long as the largest i-th longest message of any rank. (If there are
/// more than 2^14 messages, those of every k-th rank represent all.) Contention comes from the exact link loads of a sample of
/// steps of each algorithm, spread evenly. The ratio of their times with and without contention is applied to all steps. An
/// algorithm whose time without contention exceeds the best time with contention is dropped. The others get twice as many sampled
/// steps, and so on. This ends when one is left, all steps are known, or a fixed number of links has been visited. If this number
/// does not suffice for all, the most expensive are dropped first. For coloured, largest-first and split, whose steps are not known
/// before they are made, the sample consists of steps in which ranks send their messages in turn; also for staged, multistage and
/// hybrid, if senders and receivers differ. `unscheduled` is never chosen (unless each rank has one message): its cost is a lower
/// bound, because the order of its messages is not known.
///
/// At the end the schedules of the best candidates are made, as many as a fixed effort allows. Their costs replace the estimates,
/// so the choice agrees with a comparison of schedules. If all steps of an all-to-all were sampled, the estimate is the cost.
///
/// If the machine lacks a rate for every algorithm, bytes decide, as without a machine. Error: the work was stopped.
[[nodiscard]] Result<Choice> choose_algorithm(MessageSet const& messages, Site const& site, Watch const& watch = {},
                                              ChoiceEffort effort = ChoiceEffort::Exact);

} // namespace tessera
