// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what requests, messages and bytes cost, so that plans of file access can be compared.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/machine.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Bytes of a file whose transfer takes as long as a request takes to begin, where no machine says it.
inline constexpr Index bytes_of_a_request = Index{64} * 1024;

/// The price of messages of `from_bytes` bytes and more.
struct MessagePrice {
    Index from_bytes = 0;
    double message = 0;
    std::optional<double> byte; ///< nothing where it is not known
};

/// The one price list of all planners. By default its unit is the transfer of one byte of a file: a request is worth
/// bytes_of_a_request, a message an eighth of that, and a byte that is packed, sent and unpacked as much as one of a file. Made
/// from a machine its unit is the second.
struct IoPrices {
    double request = static_cast<double>(bytes_of_a_request);
    double byte = 1;
    std::optional<Index> disks = std::nullopt; ///< requests that are served at once, where it is known
    /// Ascending, the first from 0 bytes on; empty: messages have no known price.
    std::vector<MessagePrice> messages = {{0, static_cast<double>(bytes_of_a_request) / 8, 1.0}};
    double decoding = 8; ///< a byte that passes through filters costs as much as so many that do not

    /// Nothing where the machine does not say what files cost. (Bytes of messages: beta_sr where it is known, else beta_ex, else
    /// beta_s.)
    [[nodiscard]] static std::optional<IoPrices> of(Machine const& machine);

    [[nodiscard]] double of_requests(double requests, double bytes) const { return request * requests + byte * bytes; }
    /// Messages that are equally long. Nothing where there are some and their price is not known.
    [[nodiscard]] std::optional<double> of_messages(double count, double bytes) const;
};

} // namespace tessera
