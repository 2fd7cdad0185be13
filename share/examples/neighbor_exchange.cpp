// SPDX-License-Identifier: BSD-3-Clause
// Tessera: moves data by MPI_Neighbor_alltoallw, with the arrays that distplan wrote:
//
//   distplan comm send jacobi.hpf --export alltoallw > send.json
//   mpirun -n 4 neighbor_exchange send.json
//
// Nothing but MPI and a reader of JSON is needed. Every element that comes is compared with what its sender had.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <mpi.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

using Json = nlohmann::json;

/// A type for each neighbour: which elements of this rank's memory it gets, or fills.
std::vector<MPI_Datatype> types_of(Json const& descriptions) {
    std::vector<MPI_Datatype> types;
    for (Json const& each : descriptions) {
        auto const lengths = each.at("blocklengths").get<std::vector<int>>();
        auto const starts = each.at("displacements").get<std::vector<int>>();
        MPI_Type_indexed(static_cast<int>(lengths.size()), lengths.data(), starts.data(), MPI_DOUBLE, &types.emplace_back());
        MPI_Type_commit(&types.back());
    }
    return types;
}

/// The same as a list of places.
std::vector<std::size_t> places_of(Json const& type) {
    std::vector<std::size_t> places;
    for (std::size_t b = 0; b < type.at("displacements").size(); ++b)
        for (std::size_t k = 0; k < type.at("blocklengths")[b]; ++k)
            places.push_back(type.at("displacements")[b].get<std::size_t>() + k);
    return places;
}

std::vector<double> exchange(Json const& mine, std::vector<double> const& from, std::size_t room) {
    auto const sources = mine.at("sources").get<std::vector<int>>();
    auto const destinations = mine.at("destinations").get<std::vector<int>>();
    MPI_Comm neighbours = MPI_COMM_NULL;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(sources.size()), sources.data(), MPI_UNWEIGHTED,
                                   static_cast<int>(destinations.size()), destinations.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &neighbours);
    auto sends = types_of(mine.at("sendtypes"));
    auto receives = types_of(mine.at("recvtypes"));
    auto const send_counts = mine.at("sendcounts").get<std::vector<int>>();
    auto const receive_counts = mine.at("recvcounts").get<std::vector<int>>();
    auto const send_displacements = mine.at("senddispls").get<std::vector<MPI_Aint>>();
    auto const receive_displacements = mine.at("recvdispls").get<std::vector<MPI_Aint>>();
    std::vector<double> to(room, -1);
    MPI_Neighbor_alltoallw(from.data(), send_counts.data(), send_displacements.data(), sends.data(), to.data(),
                           receive_counts.data(), receive_displacements.data(), receives.data(), neighbours);
    for (MPI_Datatype& type : sends) MPI_Type_free(&type);
    for (MPI_Datatype& type : receives) MPI_Type_free(&type);
    MPI_Comm_free(&neighbours);
    return to;
}

/// What rank `rank` has in place `place`.
double value_of(int rank, std::size_t place) {
    return rank * 1e9 + static_cast<double>(place);
}

/// How many elements are not what their sender had there.
long wrong_elements(Json const& ranks, int rank, std::vector<double> const& received) {
    long wrong = 0;
    Json const& mine = ranks[static_cast<std::size_t>(rank)];
    for (std::size_t s = 0; s < mine.at("sources").size(); ++s) {
        int const source = mine.at("sources")[s];
        Json const& theirs = ranks[static_cast<std::size_t>(source)];
        auto const to = places_of(mine.at("recvtypes")[s]);
        for (std::size_t d = 0; d < theirs.at("destinations").size(); ++d) {
            if (theirs.at("destinations")[d] != rank) continue;
            auto const from = places_of(theirs.at("sendtypes")[d]);
            for (std::size_t k = 0; k < from.size(); ++k) wrong += received[to[k]] == value_of(source, from[k]) ? 0 : 1;
        }
    }
    return wrong;
}

int run(char const* path) {
    std::ifstream file(path);
    Json const plan = Json::parse(file);
    Json const& ranks = plan.at("ranks");
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (static_cast<int>(ranks.size()) != size || plan.at("element_bytes") != 8) {
        if (rank == 0) std::fprintf(stderr, "%s is for %zu ranks and elements of 8 bytes\n", path, ranks.size());
        return 2;
    }
    bool const sends = plan.at("operation") == "send";
    Json const& mine = ranks[static_cast<std::size_t>(rank)];
    std::vector<double> from(mine.at(sends ? "values" : "elements").get<std::size_t>());
    for (std::size_t place = 0; place < from.size(); ++place) from[place] = value_of(rank, place);
    auto const received = exchange(mine, from, mine.at(sends ? "elements" : "values").get<std::size_t>());
    long counts[2] = {wrong_elements(ranks, rank, received), 0};
    for (Json const& type : mine.at("recvtypes")) counts[1] += static_cast<long>(places_of(type).size());
    MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) std::printf("%ld elements came, %ld of them wrong\n", counts[1], counts[0]);
    return counts[0] == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int status = 2;
    try {
        if (argc == 2)
            status = run(argv[1]);
        else
            std::fprintf(stderr, "Usage: neighbor_exchange FILE\n");
    } catch (std::exception const& error) {
        std::fprintf(stderr, "neighbor_exchange: %s\n", error.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return status;
}
