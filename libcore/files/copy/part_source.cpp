// SPDX-License-Identifier: BSD-3-Clause
// Tessera: decides which rank reads which part in which turn.
#include "libcore/files/copy/part_source.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <iterator>
#include <mpi.h>
#include <set>
#include <stdexcept>

namespace tessera {

std::vector<Run> PartSource::box_of(std::vector<Index> const& wanted) const {
    std::vector<std::vector<Run>> boxes;
    for (Index const unit : wanted) boxes.push_back(units_.box(unit));
    return box_around(boxes);
}

std::vector<UnitFill> PartSource::filled(std::vector<Index> const& wanted, std::optional<std::uint64_t> taken,
                                         PartBuffer& part) const {
    auto const all = units_.numbers_in(box_of(wanted));
    if (all.size() == 1 && taken) return {{all.front(), *taken}};
    std::vector<std::vector<Run>> boxes;
    for (Index const unit : all) boxes.push_back(units_.box(unit));
    std::vector<std::uint64_t> const checksums = reader_.checksums_in(part, boxes);
    std::vector<UnitFill> fills;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        sum += checksums[i];
        if (std::ranges::binary_search(wanted, all[i])) fills.push_back({all[i], checksums[i]});
    }
    if (taken && sum != *taken)
        throw std::runtime_error("elements became others between the file they were read from and the memory they were put in");
    return fills;
}

std::vector<UnitFill> PartSource::read_again(std::vector<Index> const& wanted, PartBuffer& part) {
    auto const box = box_of(wanted);
    bool const all_wanted = units_.numbers_in(box).size() == wanted.size();
    auto const is_wanted = [&](Index unit) { return std::ranges::binary_search(wanted, unit); };
    std::set<Index> damaged;
    for (std::vector<Run> const& piece : reader_.read_apart(box)) {
        if (!all_wanted && std::ranges::none_of(units_.numbers_in(piece), is_wanted)) continue;
        part.look_at(piece);
        try {
            static_cast<void>(reader_.read(part));
        } catch (UnreadablePart const& failure) {
            add_damage(damage_, {piece, failure.what(), reader_.stretches(part)});
            std::ranges::copy_if(units_.numbers_in(piece), std::inserter(damaged, damaged.end()), is_wanted);
            if (salvages_) reader_.fill_in(part);
        }
    }
    std::vector<UnitFill> fills;
    for (Index const unit : wanted) {
        bool const bad = damaged.contains(unit);
        if (bad && !salvages_) continue;
        part.look_at(units_.box(unit));
        fills.push_back({unit, reader_.checksum_in(part), bad});
    }
    return fills;
}

Index OwnParts::turns() const {
    return ceil_div(parts_.count(), comm_.size());
}

std::optional<Index> OwnParts::part(Index turn, Rank rank) const {
    Index const number = turn * comm_.size() + rank;
    return number < parts_.count() ? std::optional(number) : std::nullopt;
}

std::vector<UnitFill> OwnParts::fill(Index turn, std::vector<Index> const& wanted, PartBuffer& part) {
    if (wanted.empty()) return {};
    part.begin(parts_.box(this->part(turn, comm_.rank()).value()));
    part.look_at(box_of(wanted));
    std::optional<std::uint64_t> taken;
    try {
        taken = reader_.read(part);
    } catch (UnreadablePart const&) {
        return read_again(wanted, part);
    }
    return filled(wanted, taken, part);
}

SharedTiles::SharedTiles(Communicator const& comm, CopyTask const& task, CopyPlan const& plan, CopyParts const& parts,
                         CopyParts const& units, PartReader& reader, MemoryAccount& account, bool salvages)
    : PartSource(parts, units, reader, salvages), comm_(comm), tiles_(task, plan, parts),
      exchange_(comm, task, plan, tiles_, parts, reader, account) {}

/// Returns the boxes that all ranks need. Collective.
TileExchange::Wanted SharedTiles::wanted_by_all(std::optional<std::vector<Run>> const& mine) const {
    std::vector<Index> words{mine ? 1 : 0}; // followed by the box
    words.resize(1 + 2 * parts_.shape().size());
    for (std::size_t d = 0; mine && d < mine->size(); ++d) {
        words[1 + 2 * d] = (*mine)[d].begin;
        words[2 + 2 * d] = (*mine)[d].end;
    }
    int const count = narrow<int>(words.size());
    std::vector<Index> all(words.size() * as_size(comm_.size()));
    check_mpi(MPI_Allgather(words.data(), count, MPI_INT64_T, all.data(), count, MPI_INT64_T, comm_.handle()), "MPI_Allgather");
    TileExchange::Wanted wanted;
    for (auto next = all.begin(); next != all.end();) {
        auto& box = wanted.emplace_back();
        if (*next++ != 0) box.emplace();
        for (std::size_t d = 0; d < parts_.shape().size(); ++d, next += 2)
            if (box) box->push_back({*next, *(next + 1)});
    }
    return wanted;
}

std::vector<UnitFill> SharedTiles::fill(Index turn, std::vector<Index> const& wanted, PartBuffer& part) {
    auto const all = wanted_by_all(wanted.empty() ? std::nullopt : std::optional(box_of(wanted)));
    TileExchange::FillResult const got = exchange_.fill(turn, all, part);
    if (wanted.empty()) return {};
    return got.complete ? filled(wanted, got.checksum, part) : read_again(wanted, part);
}

} // namespace tessera
