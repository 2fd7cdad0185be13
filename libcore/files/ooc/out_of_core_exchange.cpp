// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges between the ranks of an out-of-core array: overlap areas, and sections for all.
#include "libcore/base/require.hpp"
#include "libcore/files/ooc/out_of_core_array.hpp"
#include "libcore/files/ooc/section_pieces.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// Returns a position's part with its overlap areas, clipped to the array.
BoxSet with_overlap(Mapping const& mapping, Index position) {
    BoxSet const owned = mapping.owned(position);
    if (owned.empty() || mapping.array().shadow.empty()) return owned;
    std::vector<PeriodicSet> dims;
    for (std::size_t d = 0; d < owned.dims().size(); ++d) {
        ShadowWidth const width = mapping.array().shadow[d];
        Run const bounds = owned.dims()[d].bounds();
        Run const wide{bounds.begin - width.low, bounds.end + width.high};
        bool const grows = width.low + width.high > 0;
        dims.push_back(grows ? PeriodicSet::interval(intersection(wide, {0, mapping.array().extents[d]})) : owned.dims()[d]);
    }
    return BoxSet(std::move(dims));
}

/// Returns the part of the overlap areas of rank `of` that `owner` owns, as pieces. Both ranks compute the same order.
std::vector<BoxSet> overlap(Mapping const& mapping, Rank of, Rank owner, std::vector<int> const& permutation, Index elements) {
    auto const here = mapping.grid().position(of);
    auto const there = mapping.grid().position(owner);
    if (!here || !there) return {};
    std::vector<BoxSet> all;
    for (BoxSet const& part : difference(with_overlap(mapping, *here), mapping.owned(*here))) {
        BoxSet const wanted = intersection(part, mapping.owned(*there));
        if (wanted.empty()) continue;
        for (BoxSet& piece : pieces_of(wanted, permutation, elements)) all.push_back(std::move(piece));
    }
    return all;
}

} // namespace

void OutOfCoreArray::shift() {
    require(is_local(), "OutOfCoreArray: this exchange expects an array with a file for each rank");
    Communicator const comm = Communicator::duplicate(comm_->handle());
    Index const element = mapping_.array().type.bytes;
    Index const piece = std::max<Index>(1, ocad_.icla_bytes / 2 / element); // one is sent while another is received
    std::optional<Icla> out;
    std::optional<Icla> in;
    all_or_none(comm, [&] {
        out.emplace(*account_, piece * element, ocad_.permutation, element);
        in.emplace(*account_, piece * element, ocad_.permutation, element);
    });
    DeferredFailure failure;
    for (int distance = 1; distance < comm.size(); ++distance) {
        Rank const to = (comm.rank() + distance) % comm.size();
        Rank const from = (comm.rank() - distance + comm.size()) % comm.size();
        auto const outgoing = overlap(mapping_, to, comm.rank(), ocad_.permutation, piece);
        auto const incoming = overlap(mapping_, comm.rank(), from, ocad_.permutation, piece);
        for (std::size_t i = 0; i < std::max(outgoing.size(), incoming.size()); ++i) {
            RequestSet requests;
            if (i < incoming.size()) requests.receive(comm, from, in->data(), ByteBlock(incoming[i].count() * element));
            if (i < outgoing.size()) {
                failure.attempt([&] { read_section(local_section(layout_->owned(), outgoing[i]), *out); });
                requests.send(comm, to, out->data(), ByteBlock(outgoing[i].count() * element));
            }
            requests.wait_all();
            if (i >= incoming.size()) continue;
            BoxSet const arrived = local_section(layout_->owned(), incoming[i]);
            in->hold(arrived);
            failure.attempt([&] { write_section(arrived, *in); });
        }
    }
    failure.agree(comm);
}

void OutOfCoreArray::multicast(BoxSet const& section, ElementLocation const& place, std::byte* memory) {
    require(is_local(), "OutOfCoreArray: this exchange expects an array with a file for each rank");
    Communicator const comm = Communicator::duplicate(comm_->handle());
    Index const element = mapping_.array().type.bytes;
    Index const most = std::max<Index>(1, ocad_.icla_bytes / element);
    std::optional<Icla> piece;
    all_or_none(comm, [&] { piece.emplace(*account_, most * element, ocad_.permutation, element); });
    DeferredFailure failure;
    for (Index position = 0; position < mapping_.grid().size(); ++position) {
        BoxSet const part = intersection(section, mapping_.owned(position));
        Rank const owner = mapping_.grid().rank(position);
        if (part.empty() || !mapping_.holds(position)) continue;
        for (BoxSet const& some : pieces_of(part, ocad_.permutation, most)) {
            if (owner == comm.rank()) failure.attempt([&] { read_section(local_section(layout_->owned(), some), *piece); });
            ByteBlock const block(some.count() * element);
            check_mpi(MPI_Bcast(piece->data(), block.count(), block.type(), owner, comm.handle()), "MPI_Bcast");
            copy_box(some, element, ElementLocation::packed(some, ocad_.permutation, element), piece->data(), place, memory);
        }
    }
    failure.agree(comm);
}

} // namespace tessera
