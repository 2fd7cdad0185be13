// SPDX-License-Identifier: BSD-3-Clause
// Tessera: prices of requests, messages and bytes, to compare plans of file access.
#include "libcore/io/io_prices.hpp"

#include <algorithm>
#include <iterator>

namespace tessera {

std::optional<IoPrices> IoPrices::of(Machine const& machine) {
    if (!machine.io) return std::nullopt;
    IoPrices prices;
    prices.request = machine.io->request;
    prices.byte = machine.io->byte;
    prices.disks = machine.io->disks;
    prices.messages.clear();
    for (Protocol const& protocol : machine.protocols) {
        auto const beta = protocol.beta_sr ? protocol.beta_sr : protocol.beta_ex ? protocol.beta_ex : protocol.beta_s;
        prices.messages.push_back({protocol.from_bytes, protocol.alpha, beta});
    }
    return prices;
}

std::optional<double> IoPrices::of_messages(double count, double bytes) const {
    if (count == 0) return 0.0;
    auto const longer = [&](MessagePrice const& price) { return static_cast<double>(price.from_bytes) > bytes / count; };
    auto const above = std::ranges::find_if(messages, longer);
    if (above == messages.begin()) return std::nullopt;
    MessagePrice const& price = *std::prev(above);
    if (!price.byte) return std::nullopt;
    return price.message * count + *price.byte * bytes;
}

} // namespace tessera
