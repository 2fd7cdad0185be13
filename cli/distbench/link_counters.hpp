// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bytes on each link of a network: those predicted for a schedule, and those of the network's own counters.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/site.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/schedule/schedule.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Indexed by link. Predicted bytes are those of the messages. Counted bytes are everything that was sent: also headers,
/// acknowledgements, and MPI's own messages.
struct LinkBytes {
    std::vector<Index> predicted;
    std::vector<Index> counted;

    /// Counted over predicted bytes: of all links together, and the least and the largest of the links that carry at least a
    /// quarter of the busiest link's bytes. Precondition: some bytes are predicted.
    struct Ratios {
        double all = 0;
        double least = 0;
        double largest = 0;
    };
    [[nodiscard]] Ratios ratios() const;
    void write(JsonWriter& json) const;
};

/// Returns the bytes that a whole schedule sends over each link of its site.
[[nodiscard]] std::vector<Index> predicted_link_bytes(Schedule const& schedule, Site const& site);

/// Counters of a real network. A command reads them and prints a document of schema tessera.cluster-links/1, like `local-cluster
/// links --json`.
class LinkCounters {
  public:
    explicit LinkCounters(std::string command) : command_(std::move(command)) {}

    /// Returns the bytes sent so far over each link. Throws std::runtime_error if the command fails, prints something else, or
    /// counts the links of another network than `topology`.
    [[nodiscard]] std::vector<Index> read(Topology const& topology) const;

  private:
    std::string command_;
};

} // namespace tessera::cli
