// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bytes over each link of a network: what a schedule is predicted to send, and what the network's own counters say.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/site.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/schedule/schedule.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// By number of the link. Predicted are the messages' own bytes; counted is everything that was sent: headers, acknowledgements,
/// and what MPI says besides.
struct LinkBytes {
    std::vector<Index> predicted;
    std::vector<Index> counted;

    /// Counted over predicted: of all links together, and the least and the largest of those links that carry at least a quarter of
    /// what the busiest does. Precondition: something is predicted to be sent.
    struct Ratios {
        double all = 0;
        double least = 0;
        double largest = 0;
    };
    [[nodiscard]] Ratios ratios() const;
    void write(JsonWriter& json) const;
};

/// What a whole schedule sends over each link of its site.
[[nodiscard]] std::vector<Index> predicted_link_bytes(Schedule const& schedule, Site const& site);

/// Counters of a real network, read by a command that prints a document of the schema tessera.cluster-links/1, as
/// `local-cluster links --json` does.
class LinkCounters {
  public:
    explicit LinkCounters(std::string command) : command_(std::move(command)) {}

    /// Bytes sent so far over each link. Throws std::runtime_error where the command fails, prints something else, or counts the
    /// links of another network than `topology`.
    [[nodiscard]] std::vector<Index> read(Topology const& topology) const;

  private:
    std::string command_;
};

} // namespace tessera::cli
