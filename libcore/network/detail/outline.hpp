// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the outline of an algorithm: closed forms of its steps, and a sample of complete steps.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/detail/message_digest.hpp"
#include "libcore/network/detail/step_sample.hpp"
#include "libcore/network/step_cost.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::detail {

/// Several steps of equal cost.
struct StepGroup {
    Index steps = 1;
    StepKind kind = StepKind::Exchange;
    StepVolume volume;
};

/// Returns the volume of a step in which each rank sends and receives one message of this length.
[[nodiscard]] StepVolume one_message(Index bytes);

struct Outline {
    /// Adds one step. Steps without messages do not count.
    void add(StepVolume const& volume, StepKind kind);

    std::vector<StepGroup> groups;
    std::shared_ptr<StepSample>
        sample;         ///< shared by algorithms with the same contention; null: the order of the messages is unknown
    bool exact = false; ///< the groups are the real steps, not an estimate
};

/// Makes the outlines of all algorithms for one message set. The set must outlive them.
class Outliner {
  public:
    Outliner(MessageSet const& messages, std::optional<MeshShape> mesh, Watch watch)
        : digest_(messages), mesh_(mesh), watch_(std::move(watch)) {}

    [[nodiscard]] MessageDigest const& digest() const { return digest_; }

    /// Makes the outline of an algorithm. Errors: it cannot be used for these ranks or this mesh (says why); the work was stopped.
    [[nodiscard]] Result<Outline> outline(AlgorithmInfo const& asked);

  private:
    using Made = Result<Outline>;
    [[nodiscard]] Made make(AlgorithmInfo const& info);

    // Direct algorithms, in which a formula gives the step of each message.
    [[nodiscard]] Made direct(std::string_view algorithm) const;
    [[nodiscard]] Outline direct_all_to_all(std::shared_ptr<Schedule const> const& schedule) const;
    [[nodiscard]] Outline direct_irregular(std::shared_ptr<Schedule const> const& schedule) const;
    // Algorithms in which a formula forwards the data.
    [[nodiscard]] Made forwarding(std::string_view algorithm) const;
    [[nodiscard]] Outline forwarding_all_to_all(std::shared_ptr<Schedule const> const& schedule) const;
    [[nodiscard]] Outline forwarding_irregular(std::shared_ptr<Schedule const> const& schedule) const;
    // Algorithms from S senders to R receivers (CDT).
    [[nodiscard]] Outline centralized() const;
    [[nodiscard]] Outline staged();
    [[nodiscard]] Outline multistage();
    [[nodiscard]] Outline hybrid();
    // Algorithms for general messages, whose steps are known only after they are made.
    [[nodiscard]] Outline ranked(Index more_steps);
    [[nodiscard]] Outline split();
    [[nodiscard]] Outline unscheduled();

    /// Returns a sample of steps in which ranks send their messages in turn.
    [[nodiscard]] std::shared_ptr<StepSample> turns();

    MessageDigest digest_;
    std::optional<MeshShape> mesh_;
    Watch watch_;
    std::map<std::string, Made, std::less<>> made_;
    std::shared_ptr<StepSample> turns_;
};

} // namespace tessera::detail
