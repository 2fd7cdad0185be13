// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sends each message from rank to rank on its own.
#include "libcore/runtime/move/exchange/pairwise.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// Bytes to pack between two checks for arrived messages. Packing them takes far longer than a check.
constexpr Index bytes_between_looks = 256 * 1024;

/// If a rank receives at most this many bytes, it waits for all messages together. Unpacking them takes no longer than one
/// more wake-up, which each single wait may cost if ranks share cores.
constexpr Index bytes_of_one_wait = 64 * 1024;

bool is_worth_single_waits(RankMessages const& messages) {
    Index bytes = 0;
    for (PeerMessage const& receive : messages.receives) bytes += receive.bytes;
    return bytes > bytes_of_one_wait;
}

} // namespace

PairwiseExchange::PairwiseExchange(RankMessages const& messages, std::unique_ptr<MessageRequests> requests, Receive receive,
                                   std::function<void(Index)> progress)
    : messages_(messages), buffers_(messages), requests_(std::move(requests)),
      async_(receive == Receive::Async && is_worth_single_waits(messages)), progress_(std::move(progress)) {}

void PairwiseExchange::record(TraceRecorder* trace, Communicator const& comm) {
    trace_ = trace;
    traced_comm_ = &comm;
    started_at_.assign(trace != nullptr ? messages_.sends.size() : 0, 0);
}

void PairwiseExchange::begin(SourcePointers sources, TargetPointers targets) {
    if (trace_ != nullptr) trace_->begin(*traced_comm_);
    next_send_ = next_receive_ = 0;
    while (receiving_ < most_outstanding && next_receive_ < messages_.receives.size()) start_next_receive(targets);
    Index packed = 0; // bytes since the last check for arrived messages
    while (sending_ < most_outstanding && next_send_ < messages_.sends.size()) {
        packed += messages_.sends[next_send_].bytes;
        start_next_send(sources);
        if (!async_ || packed < bytes_between_looks) continue;
        packed = 0;
        while (auto const ended = requests_->test_any()) end(*ended, targets);
    }
}

void PairwiseExchange::finish(SourcePointers sources, TargetPointers targets) {
    bool const all_started = next_send_ == messages_.sends.size() && next_receive_ == messages_.receives.size();
    if (!async_ && all_started && trace_ == nullptr) {
        requests_->wait_all();
        sending_ = receiving_ = 0;
    }
    while (sending_ > 0 || receiving_ > 0) {
        end(requests_->wait_any(), targets);
        while (sending_ < most_outstanding && next_send_ < messages_.sends.size()) start_next_send(sources);
    }
    if (async_) return;
    for (std::size_t i = 0; i < messages_.receives.size(); ++i) deliver(i, targets);
}

void PairwiseExchange::start_next_receive(TargetPointers targets) {
    requests_->start_receive(next_receive_, buffers_.receive_place(next_receive_, targets));
    ++next_receive_;
    ++receiving_;
}

void PairwiseExchange::start_next_send(SourcePointers sources) {
    if (trace_ != nullptr) started_at_[next_send_] = trace_->now();
    buffers_.pack_send(next_send_, sources);
    requests_->start_send(next_send_, buffers_.send_place(next_send_, sources));
    ++next_send_;
    ++sending_;
}

void PairwiseExchange::end(MessageRequests::Ended message, TargetPointers targets) {
    if (message.is_send) {
        --sending_;
        if (trace_ == nullptr) return;
        PeerMessage const& sent = messages_.sends[message.number];
        trace_->sent(0, sent.peer, sent.bytes, started_at_[message.number], trace_->now());
        return;
    }
    if (trace_ != nullptr) trace_->received(0, messages_.receives[message.number].peer, trace_->now());
    --receiving_;
    if (next_receive_ < messages_.receives.size()) start_next_receive(targets);
    if (async_) deliver(message.number, targets);
}

void PairwiseExchange::deliver(std::size_t number, TargetPointers targets) {
    buffers_.deliver(number, targets);
    if (progress_) progress_(messages_.receives[number].bytes);
}

namespace {

/// Copies data that stays on the rank while messages travel.
class Pairwise final : public Exchange {
  public:
    Pairwise(ExchangeInput const& input, std::unique_ptr<MessageRequests> requests)
        : messages_(input.messages), progress_(input.options.progress),
          pairwise_(input.messages, std::move(requests), input.options.receive, progress_) {}

    void begin(SourcePointers sources, TargetPointers targets, SharedSources) override {
        pairwise_.begin(sources, targets);
        messages_.copy_kept(sources, targets);
        if (progress_) progress_(messages_.kept_bytes());
    }
    void end(SourcePointers sources, TargetPointers targets, SharedSources) override { pairwise_.finish(sources, targets); }

    [[nodiscard]] Index buffer_bytes() const override { return pairwise_.buffer_bytes(); }

  private:
    RankMessages const& messages_;
    std::function<void(Index)> progress_;
    PairwiseExchange pairwise_;
};

} // namespace

std::unique_ptr<Exchange> make_point_to_point(ExchangeInput const& input) {
    return std::make_unique<Pairwise>(
        input, make_new_requests(input.comm(), input.messages, input.options.most_bytes_per_count, input.tag));
}

std::unique_ptr<Exchange> make_persistent(ExchangeInput const& input) {
    return std::make_unique<Pairwise>(
        input, make_persistent_requests(input.comm(), input.messages, input.options.most_bytes_per_count, input.tag));
}

} // namespace tessera
