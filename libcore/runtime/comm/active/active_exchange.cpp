// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges the active elements of a context that changes in each execution.
#include "libcore/runtime/comm/active/active_exchange.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

namespace tessera {
namespace {

/// Precedes each section.
struct SectionHeader {
    std::uint64_t active = 0; ///< number of active elements
    std::uint64_t stored = 0; ///< bytes of the context times 8, plus its form
};
static_assert(sizeof(SectionHeader) == 16);

/// Alignment of contexts and values, so that values of any type can be combined in place.
constexpr Index alignment = 16;

constexpr Index padded(Index bytes) {
    return ceil_div(bytes, alignment) * alignment;
}

/// Pads `bytes` bytes that end at `end`. Returns where the next bytes begin.
std::byte* pad(std::byte* end, Index bytes) {
    return std::fill_n(end, padded(bytes) - bytes, std::byte{});
}

Index most_bytes(ActiveMessage const& message, std::vector<ActiveArray> const& arrays) {
    Index bytes = 0;
    for (ActiveSection const& section : message.sections)
        bytes += Index{sizeof(SectionHeader)} + padded(Context::most_bytes(section.elements)) +
                 padded(section.elements * arrays[section.array].element_bytes);
    return bytes;
}

/// Returns where each message begins in one buffer, followed by the size of the buffer. A rank's own elements do not travel.
std::vector<Index> offsets_of(std::vector<ActiveMessage> const& messages, std::vector<ActiveArray> const& arrays, Rank self) {
    std::vector<Index> offsets{0};
    for (ActiveMessage const& message : messages)
        offsets.push_back(offsets.back() + (message.peer == self ? 0 : ceil_div(most_bytes(message, arrays), Index{64}) * 64));
    return offsets;
}

/// Finds the memory of ascending elements of a section.
class TargetWalk {
  public:
    explicit TargetWalk(ActiveSection const& section) : section_(section) {}

    /// Calls visit(BoxRun) for the elements with these numbers.
    template <class Visit>
    void visit_run(Run numbers, Visit const& visit) {
        while (!numbers.empty()) {
            if (!walk_ || numbers.begin >= end_) enter_part_of(numbers.begin);
            Index const end = std::min(numbers.end, end_);
            walk_->visit_run({numbers.begin - first_, end - first_}, visit);
            numbers.begin = end;
        }
    }

  private:
    void enter_part_of(Index number) {
        auto const next = std::ranges::upper_bound(section_.targets, number, {}, &ActiveSection::Target::first);
        first_ = std::prev(next)->first;
        end_ = next == section_.targets.end() ? section_.elements : next->first;
        walk_.emplace(std::prev(next)->grid);
    }

    ActiveSection const& section_;
    std::optional<ContextGrid::Walk> walk_;
    Index first_ = 0; // first element of the current part
    Index end_ = 0;
};

ActiveMessages arranged(ActiveMessages messages, Communicator const& comm) {
    messages.arrange_receives(comm.rank(), comm.size());
    return messages;
}

} // namespace

void put_active(ActiveTarget const& target, std::byte const* values, BoxRun const& places, Index element_bytes) {
    auto* const data = static_cast<std::byte*>(target.data);
    auto const put = [&](Index first, Index count) {
        target.op->put(values + first * element_bytes, data, places.to + first * places.to_step, places.to_step, count,
                       element_bytes);
    };
    if (target.wanted == nullptr) return put(0, places.count);
    for (Index begin = 0, end = 0; begin < places.count; begin = end) {
        bool const wanted = (*target.wanted)[as_size(places.to + begin * places.to_step)];
        end = begin + 1;
        while (end < places.count && (*target.wanted)[as_size(places.to + end * places.to_step)] == wanted) ++end;
        if (wanted) put(begin, end - begin);
    }
}

ActiveExchange::ActiveExchange(Communicator const& comm, ActiveMessages messages)
    : comm_(comm), messages_(arranged(std::move(messages), comm)),
      send_offsets_(offsets_of(messages_.sends(), messages_.arrays(), comm_.rank())),
      receive_offsets_(offsets_of(messages_.receives(), messages_.arrays(), comm_.rank())), send_buffer_(send_offsets_.back()),
      receive_buffer_(receive_offsets_.back()) {
    for (ActiveMessage const& message : messages_.sends()) pieces_.emplace_back(message.sections.size());
}

void ActiveExchange::begin(std::vector<ActiveSource> const& sources, std::vector<ActiveTarget> targets) {
    require(targets_.empty(), "a run is under way; call end() first");
    targets_ = std::move(targets);
    if (trace_ != nullptr) trace_->begin(comm_);
    carried_.clear();
    auto const& receives = messages_.receives();
    for (std::size_t i = 0; i < receives.size(); ++i) {
        if (receives[i].peer == comm_.rank()) continue;
        Index const bytes = receive_offsets_[i + 1] - receive_offsets_[i];
        carried_.push_back({false, i, bytes, 0});
        requests_.receive(comm_, receives[i].peer, receive_buffer_.data() + receive_offsets_[i], ByteBlock(bytes));
    }
    find_pieces(sources);
    auto const& sends = messages_.sends();
    for (std::size_t i = 0; i < sends.size(); ++i) {
        if (sends[i].peer == comm_.rank()) continue;
        double const start = trace_ != nullptr ? trace_->now() : 0;
        std::byte* const buffer = send_buffer_.data() + send_offsets_[i];
        Index const bytes = pack(i, sources, buffer);
        carried_.push_back({true, i, bytes, start});
        requests_.send(comm_, sends[i].peer, buffer, ByteBlock(bytes));
    }
    for (std::size_t i = 0; i < sends.size(); ++i)
        if (sends[i].peer == comm_.rank()) keep(i, sources);
}

/// Finds the pieces of all messages in one walk over each context.
void ActiveExchange::find_pieces(std::vector<ActiveSource> const& sources) {
    for (auto& sections : pieces_)
        for (Pieces& pieces : sections) pieces.clear();
    for (std::size_t array = 0; array < sources.size(); ++array) {
        if (sources[array].where == nullptr) continue;
        messages_.arrays()[array].grid.for_each(*sources[array].where, [&](BoxRun const& stretch) {
            auto const place = messages_.place(array, stretch.box);
            Pieces& pieces = pieces_[place.message][place.section];
            if (stretch.from_step == 1 && stretch.to_step == 1) {
                pieces.push_back({stretch.to, stretch.from, stretch.count});
                return;
            }
            for (Index k = 0; k < stretch.count; ++k)
                pieces.push_back({stretch.to + k * stretch.to_step, stretch.from + k * stretch.from_step, 1});
        });
    }
    // A walk in the order of memory alternates between the parts of a message.
    for (auto& sections : pieces_)
        for (Pieces& pieces : sections)
            if (!std::ranges::is_sorted(pieces, {}, &Piece::number)) std::ranges::sort(pieces, {}, &Piece::number);
}

/// Packs a message and returns its length in bytes.
Index ActiveExchange::pack(std::size_t message, std::vector<ActiveSource> const& sources, std::byte* buffer) {
    std::byte* at = buffer;
    for (std::size_t s = 0; s < pieces_[message].size(); ++s) {
        ActiveSection const& section = messages_.sends()[message].sections[s];
        Index const bytes = messages_.arrays()[section.array].element_bytes;
        ContextBuilder builder(section.elements);
        Index next = 0;
        for (Piece const& piece : pieces_[message][s]) {
            builder.add(false, piece.number - next);
            builder.add(true, piece.count);
            next = piece.number + piece.count;
        }
        Context const active = std::move(builder).finish();
        auto const stored = active.active() == 0 ? std::span<std::byte const>() : active.stored_bytes();
        SectionHeader const header{as_size(active.active()), stored.size() * 8 + static_cast<std::uint64_t>(active.form())};
        std::memcpy(at, &header, sizeof header);
        at += sizeof header;
        at = pad(std::ranges::copy(stored, at).out, std::ssize(stored));
        auto const* const source = static_cast<std::byte const*>(sources[section.array].data);
        for (Piece const& piece : pieces_[message][s])
            std::memcpy(std::exchange(at, at + piece.count * bytes), source + piece.from * bytes, as_size(piece.count * bytes));
        at = pad(at, active.active() * bytes);
    }
    return at - buffer;
}

/// Copies elements from this rank to itself directly in memory.
void ActiveExchange::keep(std::size_t message, std::vector<ActiveSource> const& sources) {
    auto const own = std::ranges::find(messages_.receives(), comm_.rank(), &ActiveMessage::peer);
    for (std::size_t s = 0; s < pieces_[message].size(); ++s) {
        ActiveSection const& section = own->sections[s];
        Index const bytes = messages_.arrays()[section.array].element_bytes;
        TargetWalk walk(section);
        for (Piece const& piece : pieces_[message][s]) {
            auto const* value = static_cast<std::byte const*>(sources[section.array].data) + piece.from * bytes;
            walk.visit_run({piece.number, piece.number + piece.count}, [&](BoxRun const& places) {
                put_active(targets_[section.array], std::exchange(value, value + places.count * bytes), places, bytes);
            });
        }
    }
}

void ActiveExchange::deliver(ActiveMessage const& message, std::byte const* buffer) const {
    for (ActiveSection const& section : message.sections) {
        SectionHeader header{};
        std::memcpy(&header, buffer, sizeof header);
        buffer += sizeof header;
        Index const bytes = messages_.arrays()[section.array].element_bytes;
        Context const active = Context::of_bytes(section.elements, static_cast<Index>(header.active),
                                                 static_cast<ContextForm>(header.stored % 8), {buffer, header.stored / 8});
        std::byte const* value = buffer + padded(static_cast<Index>(header.stored / 8));
        TargetWalk walk(section);
        active.for_each_run([&](Run numbers) {
            walk.visit_run(numbers, [&](BoxRun const& places) {
                put_active(targets_[section.array], std::exchange(value, value + places.count * bytes), places, bytes);
            });
        });
        buffer = value + (padded(active.active() * bytes) - active.active() * bytes);
    }
}

void ActiveExchange::wait_all() {
    if (trace_ == nullptr) return requests_.wait_all();
    while (auto const ended = requests_.wait_any()) {
        Carried const& message = carried_[*ended];
        if (message.is_send)
            trace_->sent(0, messages_.sends()[message.message].peer, message.bytes, message.start, trace_->now());
        else
            trace_->received(0, messages_.receives()[message.message].peer, trace_->now());
    }
}

void ActiveExchange::end() {
    require(!targets_.empty(), "no run is under way; call begin() first");
    wait_all();
    auto const& receives = messages_.receives();
    for (std::size_t i = 0; i < receives.size(); ++i)
        if (receives[i].peer != comm_.rank()) deliver(receives[i], receive_buffer_.data() + receive_offsets_[i]);
    targets_.clear();
}

} // namespace tessera
