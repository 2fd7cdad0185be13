// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a machine profile: the rates the cost model needs, each with its unit and its source.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/tuned_collective.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// The rates of one message protocol, used from `from_bytes` on (Thakur 4.3.7: forced messages from 1.5 KB). Times in seconds,
/// rates in seconds per byte; a rate the source does not give is absent and never invented.
struct Protocol {
    Index from_bytes = 0;
    double alpha = 0;               ///< start-up per message
    std::optional<double> beta_ex;  ///< exchange
    std::optional<double> beta_sr;  ///< send to one, receive from another
    std::optional<double> beta_s;   ///< a single send
    std::optional<double> beta_sat; ///< a saturated link
};

/// What it costs one rank to read or write a file; ranks that do so at the same time share the disks.
struct IoRates {
    double request = 0; ///< s, whatever its length
    double byte = 0;    ///< s per byte
    /// How many requests the machine serves at once, where it is known.
    std::optional<Index> disks;
};

/// What a stretch of memory takes that is packed or unpacked by itself, beside its bytes.
struct StretchTime {
    Index bytes = 0; ///< its length
    double seconds = 0;
    friend bool operator==(StretchTime const&, StretchTime const&) = default;
};

struct Machine {
    std::string name;
    std::string source;              ///< where the numbers come from
    std::vector<Protocol> protocols; ///< ascending from_bytes, the first at 0; empty: no rates known (CM-5)
    std::optional<double> copy;      ///< seconds per byte of packing or unpacking
    std::vector<StretchTime> gather; ///< ascending lengths; empty: not known
    std::optional<double> t_m;       ///< CDT's per-message cost, s
    std::optional<double> t_w;       ///< CDT's per-word cost, s
    Index word_bytes = 4;
    std::optional<IoRates> io;
    std::vector<TunedCollective> collectives; ///< no two of one operation, number of ranks and length

    [[nodiscard]] bool has_rates() const { return !protocols.empty(); }
    /// What such a profile lacks, where it has no rates: "the profile of ... has no protocols, ...".
    [[nodiscard]] std::string lack_of_rates() const { return lack_of_rates(name); }
    [[nodiscard]] static std::string lack_of_rates(std::string_view name);
    [[nodiscard]] Protocol const& protocol(Index bytes) const;
    /// By `gather`, of a stretch of so many bytes: along straight lines between the lengths it tells, and as the first and the last
    /// beyond them. 0 where it is not known.
    [[nodiscard]] double gather_time(double stretch_bytes) const;

    /// JSON (schema tessera.machine/1) with units. Errors name the field: negative or missing rates, unknown unit, a row that is
    /// there twice.
    [[nodiscard]] static Result<Machine> from_json(std::string_view json);
    [[nodiscard]] std::string to_json() const;
};

} // namespace tessera
