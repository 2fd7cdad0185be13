// SPDX-License-Identifier: BSD-3-Clause
// Tessera: prices of requests, messages and bytes, to compare plans of file access.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/machine.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Bytes of a file whose transfer takes as long as the start of a request, if no machine gives the rates.
inline constexpr Index bytes_of_a_request = Index{64} * 1024;

/// The price of messages of at least `from_bytes` bytes.
struct MessagePrice {
    Index from_bytes = 0;
    double message = 0;
    std::optional<double> byte; ///< unset if unknown
};

/// The price list of all planners. By default the unit is the transfer of one byte of a file. A request costs bytes_of_a_request, a
/// message an eighth of that. A byte that is packed, sent and unpacked costs as much as one of a file. For a machine, the unit is
/// the second.
struct IoPrices {
    double request = static_cast<double>(bytes_of_a_request);
    double byte = 1;
    std::optional<Index> disks = std::nullopt; ///< number of requests that are served at once, if known
    /// Ascending, the first from 0 bytes. Empty: the price of messages is not known.
    std::vector<MessagePrice> messages = {{0, static_cast<double>(bytes_of_a_request) / 8, 1.0}};
    double decoding = 8; ///< factor on the cost of a byte that passes through filters

    /// Returns the prices of a machine, or nothing if it has no rates for files. (Bytes of messages: beta_sr if known, else
    /// beta_ex, else beta_s.)
    [[nodiscard]] static std::optional<IoPrices> of(Machine const& machine);

    [[nodiscard]] double of_requests(double requests, double bytes) const { return request * requests + byte * bytes; }
    /// Returns the price of messages of equal length, or nothing if there are some and their price is not known.
    [[nodiscard]] std::optional<double> of_messages(double count, double bytes) const;
};

} // namespace tessera
