// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the receivers of one source class, and the copy that serves each of them.
#include "libcore/redist/detail/class_receivers.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tessera::detail {

ClassReceivers::ClassReceivers(PlanSide const& source, PlanSide const& target, Extents coords, RowProduct product)
    : source_(source), target_(target), coords_(std::move(coords)), product_(std::move(product)) {
    if (source_.mapping().replicas() <= count())
        find_holders_by_copy();
    else
        find_holders_by_receiver();
    std::ranges::sort(holders_, {}, &Holder::number);
}

void ClassReceivers::find_holders_by_copy() {
    for (Index copy = 0; copy < source_.mapping().replicas(); ++copy) {
        Index const position = source_.position_of(coords_, copy);
        auto const own = target_.holder(source_.grid().rank(position));
        if (!own) continue;
        if (auto const number = number_of(*own)) holders_.push_back({*number, position});
    }
}

void ClassReceivers::find_holders_by_receiver() {
    RowProduct::Partner partner;
    for (Index number = 0; number < count(); ++number) {
        auto const position = source_.holder(target_.grid().rank(receiver(number, partner).position));
        if (position && source_.coords(*position) == coords_) holders_.push_back({number, *position});
    }
}

std::vector<ClassReceivers::Receiver> ClassReceivers::served_by(Index source_position) const {
    std::vector<Receiver> served;
    auto const own = std::ranges::find(holders_, source_position, &Holder::source_position);
    RowProduct::Partner partner;
    if (own != holders_.end()) served.push_back(receiver(own->number, partner));

    Index const dealt = count() - std::ssize(holders_);
    served.reserve(as_size(dealt / source_.mapping().replicas() + 2));
    Index const copies = source_.mapping().replicas();
    auto in_front = holders_.begin(); // first holder after the current receiver; both ascend
    for (Index place = source_.mapping().replica(source_position); place < dealt; place += copies) {
        while (in_front != holders_.end() && in_front->number <= place + (in_front - holders_.begin())) ++in_front;
        served.push_back(receiver(place + (in_front - holders_.begin()), partner));
    }
    return served;
}

Index ClassReceivers::server_of(Index target_position) const {
    auto const number = number_of(target_position);
    assert(number);
    auto const behind = std::ranges::lower_bound(holders_, *number, {}, &Holder::number);
    if (behind != holders_.end() && behind->number == *number) return behind->source_position;
    Index const place = *number - (behind - holders_.begin());
    return source_.position_of(coords_, place % source_.mapping().replicas());
}

std::optional<Index> ClassReceivers::number_of(Index target_position) const {
    auto const combination = product_.find(target_.coords(target_position));
    if (!combination) return std::nullopt;
    return *combination * target_.mapping().replicas() + target_.mapping().replica(target_position);
}

ClassReceivers::Receiver ClassReceivers::receiver(Index number, RowProduct::Partner& partner) const {
    Index const copies = target_.mapping().replicas();
    product_.read(number / copies, partner);
    return {target_.position_of(partner.coords, number % copies), partner.elements};
}

} // namespace tessera::detail
