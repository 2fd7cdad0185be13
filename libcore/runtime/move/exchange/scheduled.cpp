// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sends messages in the order of a schedule, which may forward them.
#include "libcore/base/require.hpp"
#include "libcore/runtime/move/exchange/exchange.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/memory/buffer_pool.hpp"
#include "libcore/runtime/move/schedule/schedule_executor.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace tessera {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// Returns the number of the message for each partner's rank, or none.
std::vector<std::size_t> numbers_by_rank(std::span<PeerMessage const> messages, int ranks) {
    std::vector<std::size_t> numbers(as_size(ranks), none);
    for (std::size_t i = 0; i < messages.size(); ++i) numbers[as_size(messages[i].peer)] = i;
    return numbers;
}

/// Returns buffer_offsets() without room for messages that are never assembled.
std::vector<Index> assembly_offsets(std::span<PeerMessage const> receives, ScheduleExecutor const& executor) {
    std::vector<Index> offsets = buffer_offsets(receives);
    Index saved = 0;
    for (std::size_t i = 0; i < receives.size(); ++i) {
        Index const room = offsets[i + 1] - offsets[i];
        offsets[i] -= saved;
        if (!executor.assembles(receives[i].peer)) saved += room;
    }
    offsets.back() -= saved;
    return offsets;
}

/// A redistribution's messages. They are packed when the schedule first asks for them and unpacked when they are complete.
class PlanEnds final : public MessageEnds {
  public:
    PlanEnds(RankMessages const& messages, ScheduleExecutor const& executor, int ranks, std::function<void(Index)> progress)
        : messages_(messages), progress_(std::move(progress)), send_number_(numbers_by_rank(messages.sends, ranks)),
          receive_number_(numbers_by_rank(messages.receives, ranks)), send_offsets_(buffer_offsets(messages.sends)),
          receive_offsets_(assembly_offsets(messages.receives, executor)), send_buffer_(send_offsets_.back()),
          receive_buffer_(receive_offsets_.back()) {}

    void begin(SourcePointers sources, TargetPointers targets) {
        sources_ = sources;
        targets_ = targets;
        packed_.assign(messages_.sends.size(), false);
    }

    std::byte const* outgoing(Rank to) override {
        std::size_t const number = send_number_[as_size(to)];
        PeerMessage const& message = messages_.sends[number];
        if (message.in_place) return static_cast<std::byte const*>(sources_[message.in_place->plan]) + message.in_place->offset;
        std::byte* const buffer = send_buffer_.data() + send_offsets_[number];
        if (!packed_[number]) pack(message, sources_, buffer);
        packed_[number] = true;
        return buffer;
    }

    std::byte* incoming(Rank from) override {
        std::size_t const number = receive_number_[as_size(from)];
        PeerMessage const& message = messages_.receives[number];
        if (message.in_place) return static_cast<std::byte*>(targets_[message.in_place->plan]) + message.in_place->offset;
        return receive_buffer_.data() + receive_offsets_[number];
    }

    void arrived(Rank from, std::byte const* data) override {
        PeerMessage const& message = messages_.receives[receive_number_[as_size(from)]];
        if (!message.in_place || data != incoming(from)) unpack(message, data, targets_);
        report(message.bytes);
    }

    void finish() {
        messages_.copy_kept(sources_, targets_);
        report(messages_.kept_bytes());
    }

    [[nodiscard]] Index buffer_bytes() const { return send_buffer_.size() + receive_buffer_.size(); }

  private:
    void report(Index bytes) const {
        if (progress_) progress_(bytes);
    }

    RankMessages const& messages_;
    std::function<void(Index)> progress_;
    std::vector<std::size_t> send_number_;
    std::vector<std::size_t> receive_number_;
    std::vector<Index> send_offsets_;
    std::vector<Index> receive_offsets_;
    PooledBuffer send_buffer_;
    PooledBuffer receive_buffer_;
    std::vector<bool> packed_;
    SourcePointers sources_;
    TargetPointers targets_;
};

class Scheduled final : public Exchange {
  public:
    explicit Scheduled(ExchangeInput const& input)
        : comm_(input.comm()),
          executor_(comm_, *input.options.schedule,
                    {input.options.steps, input.options.most_bytes_per_count, input.options.trace ? &recorder_ : nullptr}),
          ends_(input.messages, executor_, comm_.size(), input.options.progress) {}

    void end(SourcePointers sources, TargetPointers targets, SharedSources) override {
        ends_.begin(sources, targets);
        executor_.run(ends_);
        ends_.finish();
    }

    [[nodiscard]] Index buffer_bytes() const override { return ends_.buffer_bytes() + executor_.pool_bytes(); }
    [[nodiscard]] std::vector<TracedTransfer> gather_trace() const override { return recorder_.gather(comm_); }

  private:
    Communicator const& comm_;
    TraceRecorder recorder_;
    ScheduleExecutor executor_;
    PlanEnds ends_;
};

} // namespace

std::unique_ptr<Exchange> make_scheduled(ExchangeInput const& input) {
    require(input.options.schedule != nullptr, "a scheduled exchange expects a schedule");
    return std::make_unique<Scheduled>(input);
}

} // namespace tessera
