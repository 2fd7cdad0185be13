// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges messages through memory within a node, and between nodes by sending.
#include "libcore/runtime/move/exchange/node_copies.hpp"
#include "libcore/runtime/move/exchange/pairwise.hpp"

#include <functional>

namespace tessera {

namespace {

/// Returns the messages with partners on the node and the data kept on the rank; or, if !on_node, the messages with other
/// partners.
RankMessages part_of(RankMessages const& messages, Node const& node, bool on_node) {
    RankMessages part;
    for (PeerMessage const& each : messages.sends)
        if (node.number_of(each.peer).has_value() == on_node) part.sends.push_back(each);
    for (PeerMessage const& each : messages.receives)
        if (node.number_of(each.peer).has_value() == on_node) part.receives.push_back(each);
    if (on_node) part.kept = messages.kept;
    if (on_node) part.kept_runs = messages.kept_runs;
    return part;
}

/// Messages between nodes travel while those within the node, and kept data, are copied.
class NodeAware final : public Exchange {
  public:
    explicit NodeAware(ExchangeInput const& input)
        : messages_(input.messages), progress_(input.options.progress), node_(input.context.node()),
          within_(part_of(messages_, node_, true)), between_(part_of(messages_, node_, false)), copies_(within_, input),
          pairwise_(between_, make_new_requests(input.comm(), between_, input.options.most_bytes_per_count, input.tag),
                    input.options.receive, progress_) {}

    void begin(SourcePointers sources, TargetPointers targets, SharedSources shared) override {
        pairwise_.begin(sources, targets);
        copies_.begin(sources, targets, shared);
    }
    void end(SourcePointers sources, TargetPointers targets, SharedSources shared) override {
        copies_.end(sources, targets, shared);
        if (progress_) progress_(messages_.kept_bytes());
        pairwise_.finish(sources, targets);
    }

    [[nodiscard]] Index buffer_bytes() const override { return pairwise_.buffer_bytes() + copies_.buffer_bytes(); }

    [[nodiscard]] NodeTraffic ways() const override { return copies_.ways(); }

  private:
    RankMessages const& messages_;
    std::function<void(Index)> progress_;
    Node const& node_;
    RankMessages within_;
    RankMessages between_;
    NodeCopies copies_;
    PairwiseExchange pairwise_;
};

} // namespace

std::unique_ptr<Exchange> make_node_aware(ExchangeInput const& input) {
    return std::make_unique<NodeAware>(input);
}

} // namespace tessera
