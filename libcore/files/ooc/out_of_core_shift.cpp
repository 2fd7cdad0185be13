// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shifts out-of-core arrays over their grid by any distance.
#include "libcore/files/ooc/out_of_core_shift.hpp"

#include "libcore/files/ooc/section_pieces.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace tessera {
namespace {

/// A part of a message: its elements at source and target, in the local indices of the respective rank.
struct MovedPiece {
    BoxSet source;
    BoxSet target;
};

/// A shift in progress.
class OutOfCoreMove {
  public:
    /// Takes the buffers. Collective. Throws AgreedFailure if the account has no room.
    OutOfCoreMove(Communicator const& comm, MemoryAccount& account, GridShift const& shift, OutOfCoreArray& source,
                  OutOfCoreArray& target, Combiner const* op)
        : comm_(Communicator::duplicate(comm.handle())), shift_(shift), source_(source), target_(target), op_(op),
          element_(source.mapping().array().type.bytes), most_(std::max<Index>(1, source.ocad().icla_bytes / 2 / element_)) {
        all_or_none(comm_, [&] {
            out_.emplace(account, most_ * element_, source.ocad().permutation, element_);
            in_.emplace(account, most_ * element_, source.ocad().permutation, element_);
        });
    }

    /// Executes the shift. Collective.
    void run(std::span<std::byte const> fill) {
        if (shift_.selects() || op_ != nullptr) failure_.attempt([&] { keep_all(); });
        for (int distance = 0; distance < comm_.size(); ++distance) exchange(distance);
        failure_.attempt([&] { complete(fill); });
        failure_.agree(comm_);
    }

  private:
    [[nodiscard]] std::vector<BoxSet> pieces(BoxSet const& section) const {
        return pieces_of(section, source_.ocad().permutation, most_);
    }

    /// Returns the message between two ranks as pieces; both ranks compute the same. Empty if there is no message.
    [[nodiscard]] std::vector<MovedPiece> pieces(Rank from, Rank to) const {
        auto const messages = shift_.sends(from);
        auto const message = std::ranges::find(messages, to, &ShiftMessage::to);
        if (message == messages.end()) return {};
        ProcessorGrid const& grid = shift_.mapping().grid();
        BoxSet const sent = shift_.mapping().owned(*grid.position(from));
        BoxSet const received = shift_.mapping().owned(*grid.position(to));
        std::vector<MovedPiece> all;
        for (ShiftPart const& part : message->parts) {
            std::vector<CopyAxis> const& axes = shift_.plan().plans()[part.plan].map().axes; // by dimension, on both sides
            for (BoxSet const& piece : pieces(part.box)) {
                std::vector<PeriodicSet> here;
                std::vector<PeriodicSet> there;
                for (std::size_t d = 0; d < axes.size(); ++d) {
                    here.push_back(piece.dims()[d].shifted(axes[d].source->start));
                    there.push_back(piece.dims()[d].shifted(axes[d].target->start));
                }
                all.push_back({local_section(sent, BoxSet(std::move(here))), local_section(received, BoxSet(std::move(there)))});
            }
        }
        return all;
    }

    /// Copies the source to the target before any element arrives. With a context, unselected elements stay; with an
    /// operation, arriving ones are combined with the source's.
    void keep_all() {
        auto const position = shift_.mapping().grid().position(comm_.rank());
        if (!position) return;
        BoxSet const owned = shift_.mapping().owned(*position);
        for (BoxSet const& piece : pieces(owned)) {
            BoxSet const local = local_section(owned, piece);
            source_.read_section(local, *in_);
            target_.write_section(local, *in_);
        }
    }

    /// Exchanges with the ranks at this distance above and below; distance 0 is the rank itself.
    void exchange(int distance) {
        Rank const to = (comm_.rank() + distance) % comm_.size();
        Rank const from = (comm_.rank() - distance + comm_.size()) % comm_.size();
        auto const outgoing = pieces(comm_.rank(), to);
        auto const incoming = distance == 0 ? outgoing : pieces(from, comm_.rank());
        for (std::size_t i = 0; i < std::max(outgoing.size(), incoming.size()); ++i) {
            RequestSet requests;
            bool const comes = i < incoming.size();
            if (comes && distance > 0) requests.receive(comm_, from, in_->data(), ByteBlock(incoming[i].target.count() * element_));
            if (i < outgoing.size()) {
                failure_.attempt([&] { source_.read_section(outgoing[i].source, *out_); });
                ByteBlock const block(outgoing[i].source.count() * element_);
                if (distance > 0)
                    requests.send(comm_, to, out_->data(), block);
                else
                    std::memcpy(in_->data(), out_->data(), as_size(outgoing[i].source.count() * element_));
            }
            requests.wait_all();
            if (comes) failure_.attempt([&] { write(incoming[i].target); });
        }
    }

    /// Stores the arrived elements in a section of the target.
    void write(BoxSet const& section) {
        in_->hold(section);
        if (op_ == nullptr) return target_.write_section(section, *in_);
        target_.read_section(section, *out_); // its previous contents have been sent
        op_->combine(out_->data(), in_->data(), out_->data(), section.count());
        target_.write_section(section, *out_);
    }

    /// Stores the places that no element can reach.
    void complete(std::span<std::byte const> fill) {
        auto const position = shift_.mapping().grid().position(comm_.rank());
        if (!position) return;
        BoxSet const owned = shift_.mapping().owned(*position);
        for (BoxSet const& box : shift_.unfilled(*position)) {
            for (BoxSet const& piece : pieces(box)) {
                BoxSet const local = local_section(owned, piece);
                source_.read_section(local, *in_);
                if (shift_.edge() == ShiftEdge::Fill)
                    for (Index i = 0; i < local.count(); ++i) put(fill, in_->data() + i * element_);
                target_.write_section(local, *in_);
            }
        }
    }

    void put(std::span<std::byte const> arriving, std::byte* element) const {
        if (op_ == nullptr)
            std::ranges::copy(arriving, element);
        else
            op_->combine(element, arriving.data(), element, 1);
    }

    Communicator comm_;
    GridShift const& shift_;
    OutOfCoreArray& source_;
    OutOfCoreArray& target_;
    Combiner const* op_; // null: arriving elements replace
    Index element_;      // bytes per element
    Index most_;         // elements per piece
    std::optional<Icla> out_;
    std::optional<Icla> in_;
    DeferredFailure failure_;
};

/// Returns whether they are equal except for the array's name.
bool same_distribution(Mapping const& a, Mapping const& b) {
    MappingSpec spec = b.spec();
    spec.array.name = a.array().name;
    return a.spec() == spec;
}

} // namespace

Result<void> shift_out_of_core(Communicator const& comm, MemoryAccount& account, GridShift const& shift, OutOfCoreArray& source,
                               OutOfCoreArray& target, std::span<std::byte const> fill, Combiner const* op) {
    for (OutOfCoreArray const* array : {&source, &target})
        if (!same_distribution(array->mapping(), shift.mapping()))
            return fail(fmt::format("{} is mapped in another way than the array that is shifted", array->mapping().array().name));
    if (source.ocad().permutation != target.ocad().permutation)
        return fail("the files of the two arrays have their dimensions in different orders");
    if (shift.edge() == ShiftEdge::Fill && std::ssize(fill) != shift.mapping().array().type.bytes)
        return fail(
            fmt::format("places are filled with an element of {} bytes, not {}", shift.mapping().array().type.bytes, fill.size()));
    if (auto const fits = op != nullptr ? op->check_type(shift.mapping().array().type) : Result<void>{}; !fits) return fits;
    OutOfCoreMove(comm, account, shift, source, target, op).run(fill);
    return {};
}

} // namespace tessera
