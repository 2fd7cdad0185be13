// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a channel that transfers distributed arrays from one data-parallel program to another (CDT, section 2.1).
#include "libcore/runtime/channel/array_channel.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/channel/detail/handshake.hpp"
#include "libcore/runtime/channel/detail/transfer_flow.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <cassert>
#include <exception>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

/// Returns this rank's number over all ranks of both sides.
Rank own_number(OwnSides const& own, ChannelTerms const& terms) {
    int rank = 0;
    bool const sends = own.sender != nullptr;
    check_mpi(MPI_Comm_rank(sends ? own.sender->ranks : own.receiver->ranks, &rank), "MPI_Comm_rank");
    return (sends ? terms.senders : terms.receivers)[as_size(rank)];
}

} // namespace

struct ArrayChannel::State {
    ChannelSetup setup;
    std::optional<LocalLayout> sending;
    std::optional<LocalLayout> receiving;
    ElementType element_type;
    std::chrono::milliseconds timeout{0};
    std::unique_ptr<Carrier> carrier;
    std::optional<TransferFlow> flow; // declared after the carrier, which it uses
    Index transfers = 0;

    State() = default;
    State(State const&) = delete;
    State& operator=(State const&) = delete;
    ~State() {
        if (!flow || !mpi_is_active()) return;
        try {
            leave();
        } catch (std::exception const&) { // the other side is lost; destructors do not throw
        }
    }

    /// Returns a zeroed buffer for what this rank sends or receives.
    [[nodiscard]] Buffer scratch(std::optional<LocalLayout> const& layout) const {
        Buffer buffer(layout ? layout->allocation_size() * element_type.bytes : 0);
        buffer.clear();
        return buffer;
    }

    void move(void const* source, void* target) {
        carrier->move(source, target);
        ++transfers;
    }

    void warm_up() {
        Buffer const source = scratch(sending);
        Buffer target = scratch(receiving);
        carrier->move(source.data(), target.data());
    }

    void leave() {
        auto const deadline = Carrier::Clock::now() + timeout;
        bool const closed = flow->closed();
        if (flow->sends() && !closed) flow->leave_sender(deadline);
        if (flow->receives()) {
            Buffer target = scratch(receiving);
            while (flow->leave_receiver(deadline)) carrier->move(nullptr, target.data());
        }
        if (flow->sends() && closed) flow->leave_sender(deadline);
    }

    [[nodiscard]] bool take(void const* source, void* target) {
        if (!flow->begin_receiving()) return false;
        move(source, target);
        flow->end_receiving();
        return true;
    }
};

ArrayChannel::ArrayChannel(std::unique_ptr<State> state) : state_(std::move(state)) {}
ArrayChannel::ArrayChannel(ArrayChannel&&) noexcept = default;
ArrayChannel& ArrayChannel::operator=(ArrayChannel&&) noexcept = default;
ArrayChannel::~ArrayChannel() = default;

Result<ArrayChannel> ArrayChannel::to_receiver(ChannelMeeting const& meeting, ChannelSide const& mine,
                                               ChannelOptions const& options) {
    return make(meeting, &mine, nullptr, options);
}

Result<ArrayChannel> ArrayChannel::from_sender(ChannelMeeting const& meeting, ChannelSide const& mine,
                                               ChannelOptions const& options) {
    return make(meeting, nullptr, &mine, options);
}

Result<ArrayChannel> ArrayChannel::both_ends(ChannelMeeting const& meeting, ChannelSide const& sender, ChannelSide const& receiver,
                                             ChannelOptions const& options) {
    return make(meeting, &sender, &receiver, options);
}

Result<ArrayChannel> ArrayChannel::make(ChannelMeeting const& meeting, ChannelSide const* sender, ChannelSide const* receiver,
                                        ChannelOptions const& options) {
    auto state = std::make_unique<State>();
    OwnSides const own{sender, receiver};
    auto const offers = TRY(shake_hands(meeting.place(), own, options, state->setup.messages));
    auto const terms = TRY(terms_of(offers));
    Rank const number = own_number(own, terms);
    state->setup.algorithm = terms.algorithm;
    state->setup.reason = terms.reason;
    state->timeout = options.timeout;
    auto const plans = terms.coupling.plan->plans();
    auto layouts = RankLayouts::standard(plans, number);
    state->element_type = plans[0].source().array().type;
    if (sender != nullptr && sender->storage) layouts.sources[0] = layout_of_side(*sender, offers.sender.hpf).value();
    if (receiver != nullptr && receiver->storage) layouts.targets[0] = layout_of_side(*receiver, offers.receiver.hpf).value();
    state->carrier = meeting.place().connect(offers, terms, number, layouts, options.timeout);
    if (sender != nullptr) state->sending = std::move(layouts.sources[0]);
    if (receiver != nullptr) state->receiving = std::move(layouts.targets[0]);
    state->setup.connections = state->carrier->connections();
    if (!terms.count.is_once()) state->carrier->prepare();
    if (terms.count.is_endless()) state->warm_up();
    state->flow.emplace(partners_of(terms, number), terms.peers(meeting.place().name()), terms.ahead, *state->carrier);
    return ArrayChannel(std::move(state));
}

void ArrayChannel::send(void const* data) {
    if (!state_->flow->sends()) throw std::logic_error("this rank does not send through this channel");
    if (state_->flow->receives()) throw std::logic_error("this rank is on both sides of the channel: it calls transfer()");
    if (state_->flow->closed()) throw std::logic_error("the channel is closed");
    state_->flow->begin_sending();
    state_->move(data, nullptr);
}

bool ArrayChannel::receive(void* data) {
    if (!state_->flow->receives()) throw std::logic_error("this rank does not receive through this channel");
    if (state_->flow->sends() && !state_->flow->closed())
        throw std::logic_error("this rank is on both sides of the channel: it calls transfer(), or close() first");
    return state_->take(nullptr, data);
}

bool ArrayChannel::transfer(void const* sent, void* received) {
    if (!state_->flow->sends() || !state_->flow->receives()) throw std::logic_error("this rank is on one side of the channel only");
    if (state_->flow->closed()) throw std::logic_error("the channel is closed");
    state_->flow->begin_sending();
    return state_->take(sent, received);
}

void ArrayChannel::close() {
    if (!state_->flow->sends()) throw std::logic_error("this rank does not send through this channel");
    state_->flow->close();
}

std::optional<LocalLayout> const& ArrayChannel::sending() const {
    return state_->sending;
}
std::optional<LocalLayout> const& ArrayChannel::receiving() const {
    return state_->receiving;
}
ChannelSetup const& ArrayChannel::setup() const {
    return state_->setup;
}
Index ArrayChannel::transfers() const {
    return state_->transfers;
}
Index ArrayChannel::agreed_transfers(MPI_Comm side) const {
    return all_min(side, state_->transfers);
}
Index ArrayChannel::most_ahead() const {
    return state_->flow->most_ahead();
}

void ArrayChannel::check_values(std::optional<LocalLayout> const& layout, ValueType const& values,
                                std::optional<std::size_t> count) const {
    if (auto const mismatch = value_mismatch(state_->element_type, values)) throw std::logic_error(*mismatch);
    Index const expected = layout ? layout->allocation_size() * state_->element_type.bytes : 0;
    if (!count || static_cast<Index>(*count) * values.bytes == expected) return;
    throw std::logic_error(fmt::format("the array of this rank takes {} bytes, and {} were given", expected,
                                       static_cast<Index>(*count) * values.bytes));
}

} // namespace tessera
