// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a machine profile: the rates of the cost model, each with its unit and its source.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/tuned_collective.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// The rates of one message protocol, used from `from_bytes` on (Thakur 4.3.7: forced messages from 1.5 KB). Times are in seconds,
/// rates in seconds per byte. A rate that the source does not give is absent, never invented.
struct Protocol {
    Index from_bytes = 0;
    double alpha = 0;               ///< start-up time per message
    std::optional<double> beta_ex;  ///< exchange
    std::optional<double> beta_sr;  ///< sending to one rank and receiving from another
    std::optional<double> beta_s;   ///< a single send
    std::optional<double> beta_sat; ///< a saturated link
};

/// The cost of one rank's file accesses. Ranks that access files at the same time share the disks.
struct IoRates {
    double request = 0; ///< seconds per request, independent of its length
    double byte = 0;    ///< seconds per byte
    /// Number of requests that the machine serves at once, if known.
    std::optional<Index> disks;
};

/// The fixed time to pack or unpack one contiguous piece of memory, in addition to the time of its bytes.
struct PackingOverhead {
    Index bytes = 0; ///< length of the piece
    double seconds = 0;
    friend bool operator==(PackingOverhead const&, PackingOverhead const&) = default;
};

struct Machine {
    std::string name;
    std::string source;                  ///< source of the numbers
    std::vector<Protocol> protocols;     ///< ascending from_bytes, the first at 0; empty: no rates known (CM-5)
    std::optional<double> copy;          ///< seconds per byte of packing or unpacking
    std::vector<PackingOverhead> gather; ///< sorted by ascending length; empty: not known
    std::optional<double> t_m;           ///< CDT's cost per message, in seconds
    std::optional<double> t_w;           ///< CDT's cost per word, in seconds
    Index word_bytes = 4;
    std::optional<IoRates> io;
    std::string network;                      ///< kind of its network for make_topology_for(), such as "mesh"; empty: not known
    std::vector<TunedCollective> collectives; ///< at most one entry per operation, number of ranks and length

    [[nodiscard]] bool has_rates() const { return !protocols.empty(); }
    /// Returns what a profile without rates lacks: "the machine profile of ... has no protocols: ...".
    [[nodiscard]] std::string lack_of_rates() const { return lack_of_rates(name); }
    [[nodiscard]] static std::string lack_of_rates(std::string_view name);
    [[nodiscard]] Protocol const& protocol(Index bytes) const;
    /// Returns the time to gather a piece of this length, from `gather`. Interpolates linearly between its lengths; beyond them,
    /// uses the time of the first or last length. 0 if unknown.
    [[nodiscard]] double gather_time(double stretch_bytes) const;

    /// Reads a profile from JSON (schema tessera.machine/1) with units. Errors name the field: a negative or missing rate, an
    /// unknown unit, a duplicate row.
    [[nodiscard]] static Result<Machine> from_json(std::string_view json);
    [[nodiscard]] std::string to_json() const;
};

} // namespace tessera
