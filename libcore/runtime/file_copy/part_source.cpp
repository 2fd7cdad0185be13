// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who reads which part when.
#include "libcore/runtime/file_copy/part_source.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <mpi.h>

namespace tessera {

std::optional<PartFill> PartSource::read_again(std::vector<Run> const& box, PartReader& reader, PartBuffer& part) {
    PartFill fill;
    part.begin(box);
    for (std::vector<Run> const& piece : reader.read_apart(box)) {
        part.look_at(piece);
        try {
            fill.checksum += reader.read(part);
        } catch (UnreadablePart const& failure) {
            add_damage(damage_, {piece, failure.what()});
            fill.damaged = true;
            if (salvages_) fill.checksum += reader.fill_in(part);
        }
    }
    part.look_at(box);
    return fill.damaged && !salvages_ ? std::nullopt : std::optional(fill);
}

Index OwnParts::turns() const {
    return ceil_div(parts_.count(), comm_.size());
}

std::optional<Index> OwnParts::part(Index turn, Rank rank) const {
    Index const number = turn * comm_.size() + rank;
    return number < parts_.count() ? std::optional(number) : std::nullopt;
}

std::optional<PartFill> OwnParts::fill(Index turn, bool wanted, PartBuffer& part) {
    auto const number = this->part(turn, comm_.rank());
    if (!number || !wanted) return std::nullopt;
    part.begin(parts_.box(*number));
    try {
        return PartFill{reader_.read(part)};
    } catch (UnreadablePart const&) {
        return read_again(parts_.box(*number), reader_, part);
    }
}

SharedTiles::SharedTiles(Comm const& comm, CopyTask const& task, CopyPlan const& plan, CopyParts const& parts, PartReader& reader,
                         MemoryAccount& account, bool salvages)
    : PartSource(salvages), comm_(comm), parts_(parts), reader_(reader), tiles_(task, plan, parts),
      exchange_(comm, task, plan, tiles_, parts, reader, account) {}

std::optional<PartFill> SharedTiles::fill(Index turn, bool wanted, PartBuffer& part) {
    int const mine = wanted && tiles_.part(turn, comm_.rank()) ? 1 : 0;
    std::vector<int> all(as_size(comm_.size()));
    check_mpi(MPI_Allgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, comm_.handle()), "MPI_Allgather");
    std::vector<bool> const wanted_by(all.begin(), all.end());
    TileExchange::Got const got = exchange_.fill(turn, wanted_by, part);
    if (mine == 0) return std::nullopt;
    if (got.complete) return PartFill{got.checksum};
    return read_again(parts_.box(tiles_.part(turn, comm_.rank()).value()), reader_, part);
}

} // namespace tessera
