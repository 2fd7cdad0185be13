// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule, the order in which messages are sent.
#include "libcore/schedule/schedule.hpp"

namespace tessera {

std::vector<Block> Schedule::blocks(Transfer const& transfer, int) const {
    return {{transfer.from, transfer.to, 0, transfer.bytes}};
}

bool Schedule::visit_hops(int, int, HopVisitor const&) const {
    return false;
}

std::optional<StepPattern> Schedule::pattern(int) const {
    return std::nullopt;
}

void Schedule::for_each_transfer(int step, std::function<void(Transfer const&)> const& visit) const {
    std::vector<Transfer> out;
    for (int position = 0; position < size(); ++position) {
        out.clear();
        sends(position, step, out);
        for (Transfer const& transfer : out) visit(transfer);
    }
}

} // namespace tessera
