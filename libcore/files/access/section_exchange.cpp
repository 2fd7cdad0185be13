// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges the sections of a file that the ranks want.
#include "libcore/files/access/section_exchange.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <mpi.h>
#include <numeric>
#include <span>
#include <vector>

namespace tessera {

namespace {

/// Returns per dimension: origin, period, clip range, number of runs, and the runs of a period.
std::vector<Index> written(BoxSet const& box) {
    std::vector<Index> numbers;
    for (PeriodicSet const& set : box.dims()) {
        Run const bounds = set.bounds();
        numbers.insert(numbers.end(), {set.origin(), set.period(), bounds.begin, bounds.end, std::ssize(set.runs())});
        for (Run const run : set.runs()) numbers.insert(numbers.end(), {run.begin, run.end});
    }
    return numbers;
}

BoxSet read_back(std::span<Index const> numbers) {
    std::vector<PeriodicSet> dims;
    while (!numbers.empty()) {
        auto const count = as_size(numbers[4]);
        std::vector<Run> runs;
        for (std::size_t i = 0; i < count; ++i) runs.push_back({numbers[5 + 2 * i], numbers[6 + 2 * i]});
        dims.push_back(PeriodicSet::periodic(numbers[0], numbers[1], std::move(runs), {numbers[2], numbers[3]}));
        numbers = numbers.subspan(5 + 2 * count);
    }
    return BoxSet(std::move(dims));
}

constexpr int no_section = -1;

} // namespace

std::shared_ptr<Fad const> exchange_sections(Communicator const& comm, FileLayout const& layout,
                                             std::optional<BoxSet> const& mine) {
    std::vector<Index> const numbers = mine ? written(*mine) : std::vector<Index>{};
    int const length = mine ? narrow<int>(std::ssize(numbers)) : no_section;
    std::vector<int> lengths(as_size(comm.size()));
    check_mpi(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, comm.handle()), "MPI_Allgather");
    std::vector<int> counts = lengths;
    for (int& count : counts) count = std::max(count, 0);
    std::vector<int> places(counts.size(), 0);
    std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
    std::vector<Index> all(as_size(places.back() + counts.back()));
    check_mpi(MPI_Allgatherv(numbers.data(), narrow<int>(std::ssize(numbers)), MPI_INT64_T, all.data(), counts.data(),
                             places.data(), MPI_INT64_T, comm.handle()),
              "MPI_Allgatherv");
    std::vector<RankSection> sections;
    for (std::size_t r = 0; r < lengths.size(); ++r) {
        if (lengths[r] == no_section) continue;
        auto const begin = as_size(places[r]);
        auto const section = std::span(all).subspan(begin, as_size(counts[r]));
        sections.push_back({narrow<Rank>(r), read_back(section)});
    }
    return std::make_shared<Fad const>(layout, std::move(sections));
}

} // namespace tessera
