// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the volume that a plan moves from ranges of ranks to ranges of ranks.
#include "libcore/scene/messages/message_matrix.hpp"

#include "libcore/scene/detail/box_volumes.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tessera {
namespace {

/// Returns the index of the range that holds a rank.
std::optional<std::size_t> range_of(std::vector<Run> const& ranges, Rank rank) {
    auto const behind = std::ranges::upper_bound(ranges, Index{rank}, {}, &Run::begin);
    if (behind == ranges.begin() || !std::prev(behind)->contains(rank)) return std::nullopt;
    return as_size(behind - ranges.begin()) - 1;
}

std::vector<Index> added_messages(RedistPlan const& plan, std::vector<Run> const& senders, std::vector<Run> const& receivers) {
    std::vector<Index> volumes(senders.size() * receivers.size(), 0);
    for (std::size_t i = 0; i < senders.size(); ++i)
        for (Index rank = senders[i].begin; rank < senders[i].end; ++rank)
            for (Message const& message : plan.sends(static_cast<Rank>(rank)))
                if (auto const j = range_of(receivers, message.to)) volumes[i * receivers.size() + *j] += message.elements;
    return volumes;
}

/// Elements that ranks keep in one plan, if the source has one copy: one entry per factor, each computed once.
class KeptElements {
  public:
    explicit KeptElements(RedistPlan const& plan) : plan_(plan), known_(plan.factors().size()) {}

    [[nodiscard]] Index of(Rank rank) {
        auto const from = plan_.source().grid().position(rank);
        auto const to = plan_.target().grid().position(rank);
        if (!from || !to || !plan_.source().holds(*from) || !plan_.target().holds(*to)) return 0;
        Index elements = 1;
        for (std::size_t axis = 0; elements > 0 && axis < known_.size(); ++axis) {
            CopyAxis const& side = plan_.map().axes[axis];
            elements *= shared(axis, side.source ? plan_.source().dim_coord(*from, side.source->dim) : 0,
                               side.target ? plan_.target().dim_coord(*to, side.target->dim) : 0);
        }
        return elements;
    }

  private:
    Index shared(std::size_t axis, Index source_coord, Index target_coord) {
        auto const [entry, is_new] = known_[axis].try_emplace({source_coord, target_coord}, 0);
        if (is_new) entry->second = plan_.factors()[axis].set(source_coord, target_coord).count();
        return entry->second;
    }

    RedistPlan const& plan_;
    std::vector<std::map<std::pair<Index, Index>, Index>> known_; // one map per axis
};

Index kept_message(RedistPlan const& plan, Rank rank) {
    auto const sends = plan.sends(rank);
    auto const own = std::ranges::find(sends, rank, &Message::to);
    return own == sends.end() ? 0 : own->elements;
}

} // namespace

MessageVolume& MessageVolume::operator+=(MessageVolume const& other) {
    elements += other.elements;
    bytes += other.bytes;
    return *this;
}

MessageVolume& MessageVolume::operator-=(MessageVolume const& other) {
    elements -= other.elements;
    bytes -= other.bytes;
    return *this;
}

std::vector<MessageVolume> MessageMatrix::volumes(std::vector<Run> const& senders, std::vector<Run> const& receivers) const {
    std::vector<MessageVolume> volumes(senders.size() * receivers.size());
    for (Listed const& message : listed_) {
        auto const i = range_of(senders, message.from);
        auto const j = range_of(receivers, message.to);
        if (i && j) volumes[*i * receivers.size() + *j] += message.volume;
    }
    if (!plan_) return volumes;
    for (RedistPlan const& plan : plan_->plans()) {
        bool const factored = plan.source().replicas() == 1;
        auto const elements = (factored ? detail::box_volumes : added_messages)(plan, senders, receivers);
        Index const size = plan.source().array().type.bytes;
        for (std::size_t i = 0; i < volumes.size(); ++i) volumes[i] += {elements[i], elements[i] * size};
    }
    return volumes;
}

std::vector<MessageVolume> MessageMatrix::kept(Run ranks) const {
    std::vector<MessageVolume> kept(as_size(ranks.size()));
    for (Listed const& message : listed_)
        if (message.from == message.to && ranks.contains(message.from)) kept[as_size(message.from - ranks.begin)] += message.volume;
    if (!plan_) return kept;
    for (RedistPlan const& plan : plan_->plans()) {
        KeptElements elements(plan);
        Index const size = plan.source().array().type.bytes;
        for (Index rank = ranks.begin; rank < ranks.end; ++rank) {
            bool const factored = plan.source().replicas() == 1;
            Index const count = factored ? elements.of(static_cast<Rank>(rank)) : kept_message(plan, static_cast<Rank>(rank));
            kept[as_size(rank - ranks.begin)] += {count, count * size};
        }
    }
    return kept;
}

} // namespace tessera
