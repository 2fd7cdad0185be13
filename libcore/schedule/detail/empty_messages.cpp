// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedule of an all-to-all of 0 bytes, whose messages are empty.
#include "libcore/schedule/detail/empty_messages.hpp"

#include <utility>

namespace tessera::detail {

EmptyMessages::EmptyMessages(MessageSet messages, std::shared_ptr<Schedule const> filled)
    : Schedule(filled->algorithm(), std::move(messages)), filled_(std::move(filled)) {}

void EmptyMessages::sends(int position, int step, std::vector<Transfer>& out) const {
    std::size_t const first = out.size();
    filled_->sends(position, step, out);
    for (std::size_t i = first; i < out.size(); ++i) out[i].bytes = 0;
}

void EmptyMessages::receives(int position, int step, std::vector<Transfer>& out) const {
    std::size_t const first = out.size();
    filled_->receives(position, step, out);
    for (std::size_t i = first; i < out.size(); ++i) out[i].bytes = 0;
}

std::vector<Block> EmptyMessages::blocks(Transfer const& transfer, int step) const {
    auto blocks = filled_->blocks(transfer, step);
    for (Block& block : blocks) block.bytes = 0;
    return blocks;
}

std::optional<StepPattern> EmptyMessages::pattern(int step) const {
    auto pattern = filled_->pattern(step);
    if (pattern) pattern->bytes = 0;
    return pattern;
}

} // namespace tessera::detail
