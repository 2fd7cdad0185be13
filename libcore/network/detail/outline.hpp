// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an algorithm in outline: closed forms of its steps, and some of them in full.
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

/// Several steps that cost the same.
struct StepGroup {
    Index steps = 1;
    StepKind kind = StepKind::Exchange;
    StepVolume volume;
};

/// One message of so many bytes per rank, sent and received.
[[nodiscard]] StepVolume one_message(Index bytes);

struct Outline {
    /// One more step; steps without messages do not count.
    void add(StepVolume const& volume, StepKind kind);

    std::vector<StepGroup> groups;
    std::shared_ptr<StepSample> sample; ///< shared by algorithms whose messages meet alike; null: nobody knows which meet
    bool exact = false;                 ///< these are the steps and no estimate
};

/// Makes the outlines of all algorithms for one message set, which must outlive them.
class Outliner {
  public:
    Outliner(MessageSet const& messages, std::optional<MeshShape> mesh, Watch watch)
        : digest_(messages), mesh_(mesh), watch_(std::move(watch)) {}

    [[nodiscard]] MessageDigest const& digest() const { return digest_; }

    /// Errors: it cannot be used for these ranks or this mesh (says why); the work was stopped.
    [[nodiscard]] Result<Outline> outline(AlgorithmInfo const& asked);

  private:
    using Made = Result<Outline>;
    [[nodiscard]] Made make(AlgorithmInfo const& info);

    // Direct algorithms that put every message into a known step by formula.
    [[nodiscard]] Made direct(std::string_view algorithm) const;
    [[nodiscard]] Outline direct_all_to_all(std::shared_ptr<Schedule const> const& schedule) const;
    [[nodiscard]] Outline direct_irregular(std::shared_ptr<Schedule const> const& schedule) const;
    // Algorithms that forward data by a formula.
    [[nodiscard]] Made forwarding(std::string_view algorithm) const;
    [[nodiscard]] Outline forwarding_all_to_all(std::shared_ptr<Schedule const> const& schedule) const;
    [[nodiscard]] Outline forwarding_irregular(std::shared_ptr<Schedule const> const& schedule) const;
    // From S senders to R receivers (CDT).
    [[nodiscard]] Outline centralized() const;
    [[nodiscard]] Outline staged();
    [[nodiscard]] Outline multistage();
    [[nodiscard]] Outline hybrid();
    // Algorithms for any messages, in steps that are known once they are made.
    [[nodiscard]] Outline ranked(Index more_steps);
    [[nodiscard]] Outline split();
    [[nodiscard]] Outline unscheduled();

    /// Steps in which ranks send their messages in turn.
    [[nodiscard]] std::shared_ptr<StepSample> turns();

    MessageDigest digest_;
    std::optional<MeshShape> mesh_;
    Watch watch_;
    std::map<std::string, Made, std::less<>> made_;
    std::shared_ptr<StepSample> turns_;
};

} // namespace tessera::detail
