// SPDX-License-Identifier: BSD-3-Clause
// Tessera: do SimGrid's own fat trees and tori route as ours? Usage: routes_test TOPOLOGY
//
// Link numbers differ, so two routings are equal if there is a one-to-one relation between the links such that every route's k-th
// link is related to the other's k-th link.
#include "libcore/network/grid.hpp"
#include "libcore/network/topology.hpp"
#include "tests/simgrid/simulator.hpp"

#include <cstdlib>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <map>

namespace {

using namespace tessera;

/// A relation between our links and theirs that grows and must stay one-to-one.
class Relation {
  public:
    [[nodiscard]] bool add(int ours, int theirs) {
        return theirs_.try_emplace(ours, theirs).first->second == theirs && ours_.try_emplace(theirs, ours).first->second == ours;
    }
    [[nodiscard]] std::size_t size() const { return theirs_.size(); }

  private:
    std::map<int, int> theirs_;
    std::map<int, int> ours_;
};

/// Half way round a ring of even size both directions are as short; we go upwards, SimGrid sometimes one way, sometimes the other.
bool has_two_shortest_ways(Grid const& grid, int from, int to) {
    for (auto extent = grid.extents().rbegin(); extent != grid.extents().rend(); ++extent) {
        if (2 * std::abs(from % *extent - to % *extent) == *extent) return true;
        from /= *extent;
        to /= *extent;
    }
    return false;
}

bool is_compared(Topology const& network, int from, int to) {
    auto const* grid = dynamic_cast<Grid const*>(&network);
    return grid == nullptr || !has_two_shortest_ways(*grid, from, to);
}

/// The numbers between the parentheses.
std::vector<int> parameters_of(std::string const& name) {
    std::vector<int> parameters;
    for (std::size_t at = name.find('('); at != std::string::npos; at = name.find(',', at + 1))
        parameters.push_back(std::atoi(name.c_str() + at + 1));
    return parameters;
}

bool related(std::vector<int> const& ours, std::vector<int> const& theirs, Relation& relation) {
    if (ours.size() != theirs.size()) return false;
    for (std::size_t k = 0; k < ours.size(); ++k)
        if (!relation.add(ours[k], theirs[k])) return false;
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) return EXIT_FAILURE;
    std::string const name = argv[1];
    auto const network = make_topology(name);
    if (!network) return EXIT_FAILURE;
    auto const kind = name.starts_with("torus") ? simulated::Network::Torus : simulated::Network::FatTree;
    auto const theirs = simulated::routes(kind, parameters_of(name));
    Relation relation;
    int compared = 0;
    for (int from = 0; from < (*network)->nodes(); ++from)
        for (int to = 0; to < (*network)->nodes(); ++to) {
            if (!is_compared(**network, from, to)) continue;
            std::vector<int> ours;
            (*network)->route(from, to, ours);
            auto const& simgrids = theirs[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
            if (!related(ours, simgrids, relation)) {
                fmt::print("{} to {}: ours {}, SimGrid's {}\n", from, to, ours, simgrids);
                return EXIT_FAILURE;
            }
            ++compared;
        }
    fmt::print("{}: {} routes over {} links are SimGrid's\n", name, compared, relation.size());
    return EXIT_SUCCESS;
}
