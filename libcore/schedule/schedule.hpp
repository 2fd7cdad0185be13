// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order in which messages go.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/schedule/step_pattern.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Consecutive bytes of one original message: [offset, offset + bytes) of what position `from` has for position `to`.
struct Block {
    int from = 0;
    int to = 0;
    Index offset = 0;
    Index bytes = 0;
    friend bool operator==(Block const&, Block const&) = default;
};

/// One message of one step, between positions.
struct Transfer {
    int from = 0;
    int to = 0;
    Index bytes = 0;
    friend bool operator==(Transfer const&, Transfer const&) = default;
};

/// How the partners of a step use their ports; chooses the transfer rate in the cost model (Thakur 4.1.3).
enum class StepKind {
    Exchange,    ///< each rank sends to and receives from the same partner: beta_ex
    SendReceive, ///< sends to one rank, receives from another: beta_sr
    Gather       ///< one rank receives from all the others, or sends to them: beta_s
};

/// A sequence of steps. In a step a rank may send to and receive from any number of ranks, but one-port algorithms do one each.
///
/// Regular algorithms compute their answers, coloured ones look them up; both cost what they answer. A transfer of a direct
/// algorithm carries the message between its two ranks, or (split) a block of it; store-and-forward algorithms list what travels in
/// each transfer. blocks() tells in every case.
/// Steps without any transfer do exist in regular algorithms on sparse message sets.
class Schedule {
  public:
    virtual ~Schedule() = default;

    [[nodiscard]] std::string const& algorithm() const { return algorithm_; }
    [[nodiscard]] MessageSet const& messages() const { return messages_; }
    [[nodiscard]] int size() const { return messages_.size(); }
    [[nodiscard]] virtual int steps() const = 0;
    [[nodiscard]] virtual StepKind kind(int step) const = 0;
    /// Does any transfer carry blocks of another rank pair?
    [[nodiscard]] virtual bool store_and_forward() const { return false; }

    /// What a position sends (receives) in a step, 0 <= step < steps(); transfers of no byte are left out. Appends to `out`.
    virtual void sends(int position, int step, std::vector<Transfer>& out) const = 0;
    virtual void receives(int position, int step, std::vector<Transfer>& out) const = 0;
    /// The blocks a transfer of this step carries, in the order they lie in the message; their bytes add up to transfer.bytes.
    [[nodiscard]] virtual std::vector<Block> blocks(Transfer const& transfer, int step) const;
    /// The way of the message between two different positions, hop by hop, where a formula says it: calls visit and returns true.
    /// Algorithms that split messages or look their answers up return false.
    using HopVisitor = std::function<void(int step, int at, int next)>;
    virtual bool visit_hops(int from, int to, HopVisitor const& visit) const;

    /// The step in one formula, where there is one: all steps of an all-to-all by a regular algorithm have one, or none has. It is
    /// then the whole step. Where data is forwarded, the ranks of all steps of one port are alike, and those of gathering and
    /// scattering but for the one in the middle, which is at position 0.
    [[nodiscard]] virtual std::optional<StepPattern> pattern(int step) const;

    /// Every transfer of a step, by sender.
    virtual void for_each_transfer(int step, std::function<void(Transfer const&)> const& visit) const;

  protected:
    Schedule(std::string algorithm, MessageSet messages) : algorithm_(std::move(algorithm)), messages_(std::move(messages)) {}

  private:
    std::string algorithm_;
    MessageSet messages_;
};

} // namespace tessera
