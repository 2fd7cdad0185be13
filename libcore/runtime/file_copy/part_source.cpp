// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who reads which part when.
#include "libcore/runtime/file_copy/part_source.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <mpi.h>

namespace tessera {

std::optional<std::uint64_t> PartSource::read_again(std::vector<Run> const& box, PartReader& reader, PartBuffer& part) {
    std::size_t const before = damage_.size();
    for (std::vector<Run> const& piece : reader.read_apart(box)) {
        part.begin(piece);
        try {
            static_cast<void>(reader.read(part));
        } catch (UnreadablePart const& failure) {
            damage_.push_back({piece, failure.what()});
        }
    }
    if (damage_.size() > before) return std::nullopt;
    part.begin(box);
    try {
        return reader.read(part);
    } catch (UnreadablePart const& failure) {
        damage_.push_back({box, failure.what()});
        return std::nullopt;
    }
}

Index OwnParts::turns() const {
    return ceil_div(parts_.count(), comm_.size());
}

std::optional<Index> OwnParts::part(Index turn, Rank rank) const {
    Index const number = turn * comm_.size() + rank;
    return number < parts_.count() ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> OwnParts::fill(Index turn, bool wanted, PartBuffer& part) {
    auto const number = this->part(turn, comm_.rank());
    if (!number || !wanted) return std::nullopt;
    part.begin(parts_.box(*number));
    try {
        return reader_.read(part);
    } catch (UnreadablePart const&) {
        return read_again(parts_.box(*number), reader_, part);
    }
}

SharedTiles::SharedTiles(Comm const& comm, CopyTask const& task, CopyPlan const& plan, CopyParts const& parts, PartReader& reader,
                         MemoryAccount& account)
    : comm_(comm), parts_(parts), reader_(reader), tiles_(task, plan, parts),
      exchange_(comm, task, plan, tiles_, parts, reader, account) {}

std::optional<std::uint64_t> SharedTiles::fill(Index turn, bool wanted, PartBuffer& part) {
    int const mine = wanted && tiles_.part(turn, comm_.rank()) ? 1 : 0;
    std::vector<int> all(as_size(comm_.size()));
    check_mpi(MPI_Allgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, comm_.handle()), "MPI_Allgather");
    std::vector<bool> const wanted_by(all.begin(), all.end());
    TileExchange::Got const got = exchange_.fill(turn, wanted_by, part);
    if (mine == 0) return std::nullopt;
    if (got.complete) return got.checksum;
    return read_again(parts_.box(tiles_.part(turn, comm_.rank()).value()), reader_, part);
}

} // namespace tessera
