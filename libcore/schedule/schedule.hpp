// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule, the order in which messages are sent.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/schedule/step_pattern.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Consecutive bytes of one original message: [offset, offset + bytes) of the message from position `from` to position `to`.
struct Block {
    int from = 0;
    int to = 0;
    Index offset = 0;
    Index bytes = 0;
    friend bool operator==(Block const&, Block const&) = default;
};

/// One message in one step, between positions.
struct Transfer {
    int from = 0;
    int to = 0;
    Index bytes = 0;
    friend bool operator==(Transfer const&, Transfer const&) = default;
};

/// The use of ports in a step. It chooses the transfer rate in the cost model (Thakur 4.1.3).
enum class StepKind {
    Exchange,    ///< each rank sends to and receives from the same partner: beta_ex
    SendReceive, ///< each rank sends to one rank and receives from another: beta_sr
    Gather       ///< one rank receives from all others, or sends to them: beta_s
};

/// A sequence of steps. In a step a rank may send to and receive from any number of ranks; one-port algorithms use one of each.
///
/// Regular algorithms compute their answers, coloured ones look them up. Both cost the size of the answer. A transfer of a direct
/// algorithm carries the message between its two ranks or (split) a block of it. Store-and-forward algorithms list the blocks of
/// each transfer. blocks() returns the blocks in all cases. Regular algorithms may have steps without a transfer if the message set
/// is sparse.
class Schedule {
  public:
    virtual ~Schedule() = default;

    [[nodiscard]] std::string const& algorithm() const { return algorithm_; }
    [[nodiscard]] MessageSet const& messages() const { return messages_; }
    [[nodiscard]] int size() const { return messages_.size(); }
    [[nodiscard]] virtual int steps() const = 0;
    [[nodiscard]] virtual StepKind kind(int step) const = 0;
    /// Returns whether any transfer carries blocks of another pair of ranks.
    [[nodiscard]] virtual bool store_and_forward() const { return false; }

    /// Appends to `out` the transfers that a position sends (receives) in a step, 0 <= step < steps(). Empty transfers occur only
    /// in an all-to-all of 0 bytes.
    virtual void sends(int position, int step, std::vector<Transfer>& out) const = 0;
    virtual void receives(int position, int step, std::vector<Transfer>& out) const = 0;
    /// Returns the blocks that a transfer of this step carries, in their order in the message. Their bytes add up to
    /// transfer.bytes.
    [[nodiscard]] virtual std::vector<Block> blocks(Transfer const& transfer, int step) const;
    /// Visits the hops of the message between two different positions and returns true, if a formula gives them. Algorithms that
    /// split messages or use tables return false.
    using HopVisitor = std::function<void(int step, int at, int next)>;
    virtual bool visit_hops(int from, int to, HopVisitor const& visit) const;

    /// Returns the step as one formula, if there is one. For an all-to-all by a regular algorithm, either all steps have a formula
    /// or none has. The formula describes the whole step. If data is forwarded, all ranks behave alike in one-port steps. In gather
    /// and scatter steps all behave alike except the central rank, which is at position 0.
    [[nodiscard]] virtual std::optional<StepPattern> pattern(int step) const;

    /// Visits all transfers of a step, by sender.
    virtual void for_each_transfer(int step, std::function<void(Transfer const&)> const& visit) const;

  protected:
    Schedule(std::string algorithm, MessageSet messages) : algorithm_(std::move(algorithm)), messages_(std::move(messages)) {}

  private:
    std::string algorithm_;
    MessageSet messages_;
};

} // namespace tessera
