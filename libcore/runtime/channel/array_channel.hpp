// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a channel through which one data-parallel program hands distributed arrays to another (CDT, section 2.1).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/io/value_type.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/channel_meeting.hpp"
#include "libcore/runtime/channel/channel_options.hpp"

#include <memory>
#include <mpi.h>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace tessera {

/// Elements side by side in memory: a vector, an array, a span.
template <class Range>
concept ElementRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range>;
/// Whatever a pointer to elements points to.
template <class Element>
concept ElementObject = std::is_object_v<Element>;

/// One side of a channel: its ranks, and the array it sends or receives into.
struct ChannelSide {
    MPI_Comm ranks = MPI_COMM_NULL; ///< rank 0 is the master
    /// A job file's text with one array, whose last mapping counts, in ranks of this communicator: "real A(128,128)" and
    /// "!hpf$ distribute A(block,*)". Of the master's; what others pass is not looked at.
    std::string hpf;
    /// How this rank stores its part, each its own; nothing: in the standard layout. Not looked at where it holds nothing.
    std::optional<LocalStorage> storage = std::nullopt;
};

/// What the making of a channel cost this rank.
struct ChannelSetup {
    /// To exchange and spread the HPF texts: an exchange with the other master, and what this rank sent on. No rank has more than
    /// 1 + max(log2 S, log2 R), rounded up (CDT, section 2.3).
    int messages = 0;
    int connections = 0; ///< sockets to ranks of the other job
    std::string algorithm;
    std::string reason; ///< why this algorithm, where it was chosen
};

/// The paper's cdt_sender_init and cdt_receiver_init (the makers), cdt_*_exec (send, receive) and cdt_free (the destructor).
///
/// Every call is collective over the ranks of a side; the two sides wait for each other when a channel is made, and a receiver for
/// what is sent. A sender runs ahead of its receivers, but never by more than 2 * ChannelOptions::ahead transfers; then it waits.
/// Any number of channels may be open at a time, in any direction; each has messages of its own.
///
/// Data lies in the standard LocalLayout of the side's mapping, or as ChannelSide::storage says (sending(), receiving()): the
/// pointers name the beginning of a rank's allocation, and are null where it holds nothing. Shadow and whatever else the mapping
/// does not own keep their values.
class ArrayChannel {
  public:
    /// Both sides call their own, each at its own time. Errors, the same on all ranks of both sides: the other side did not come
    /// within options.patience (there, the one that came); a text that cannot be read, or that has not one array; a storage that
    /// LocalLayout::strided() refuses; mappings that
    /// name ranks their side has not; arrays that differ in shape or type; algorithms that differ or do not exist. Throws
    /// ChannelFailure where the other side is lost in the middle.
    [[nodiscard]] static Result<ArrayChannel> to_receiver(ChannelMeeting const& meeting, ChannelSide const& mine,
                                                          ChannelOptions const& options = {});
    [[nodiscard]] static Result<ArrayChannel> from_sender(ChannelMeeting const& meeting, ChannelSide const& mine,
                                                          ChannelOptions const& options = {});
    /// For overlapping groups: a rank that is on both sides makes both ends at once, and ranks on one side call one of the above.
    [[nodiscard]] static Result<ArrayChannel> both_ends(ChannelMeeting const& meeting, ChannelSide const& sender,
                                                        ChannelSide const& receiver, ChannelOptions const& options = {});

    ArrayChannel(ArrayChannel&&) noexcept;
    ArrayChannel& operator=(ArrayChannel&&) noexcept;
    /// A sender that did not close the channel leaves it: receivers are told, and throw. One that did waits until every receiver
    /// has seen the end (at most options.patience). A receiver that leaves before the end tells the senders, who throw, and takes
    /// what they have sent already.
    ~ArrayChannel();

    /// Hands over the array. Returns when `data` may be changed. Throws ChannelFailure where the receiver is lost or has left;
    /// std::logic_error where this rank does not send, receives too, or has closed the channel.
    void send(void const* data);
    /// Waits for the next array. False: the sender closed the channel, `data` is unchanged, and so it will stay. Throws
    /// ChannelFailure where the sender is lost or left without closing; std::logic_error where this rank does not receive, or
    /// sends too and has not closed.
    [[nodiscard]] bool receive(void* data);
    /// send and receive of one rank that is on both sides. False as receive().
    [[nodiscard]] bool transfer(void const* sent, void* received);
    /// The same with vectors, spans and other elements side by side, whose type and number are checked, and with pointers to
    /// elements, whose type is: std::logic_error where they are not what the array has (value_mismatch). A pointer to void or to
    /// std::byte is not looked at.
    template <ElementRange Range>
    void send(Range const& data) {
        check_values(sending(), values_of<Range>(), std::ranges::size(data));
        send(static_cast<void const*>(std::ranges::data(data)));
    }
    template <ElementRange Range>
    [[nodiscard]] bool receive(Range&& data) {
        check_values(receiving(), values_of<Range>(), std::ranges::size(data));
        return receive(static_cast<void*>(std::ranges::data(data)));
    }
    template <ElementRange Sent, ElementRange Received>
    [[nodiscard]] bool transfer(Sent const& sent, Received&& received) {
        check_values(sending(), values_of<Sent>(), std::ranges::size(sent));
        check_values(receiving(), values_of<Received>(), std::ranges::size(received));
        return transfer(static_cast<void const*>(std::ranges::data(sent)), static_cast<void*>(std::ranges::data(received)));
    }
    template <ElementObject Element>
    void send(Element const* data) {
        check_values(sending(), ValueType::of<Element>(), std::nullopt);
        send(static_cast<void const*>(data));
    }
    template <ElementObject Element>
    [[nodiscard]] bool receive(Element* data) {
        check_values(receiving(), ValueType::of<Element>(), std::nullopt);
        return receive(static_cast<void*>(data));
    }
    template <ElementObject Sent, ElementObject Received>
    [[nodiscard]] bool transfer(Sent const* sent, Received* received) {
        check_values(sending(), ValueType::of<Sent>(), std::nullopt);
        check_values(receiving(), ValueType::of<Received>(), std::nullopt);
        return transfer(static_cast<void const*>(sent), static_cast<void*>(received));
    }

    /// No more arrays will be sent; every receiver gets to know after it has taken those that were. Does not wait. A second call
    /// does nothing. std::logic_error where this rank does not send.
    void close();

    /// How this rank stores what it sends, and what it receives; nothing where it holds nothing of it.
    [[nodiscard]] std::optional<LocalLayout> const& sending() const;
    [[nodiscard]] std::optional<LocalLayout> const& receiving() const;
    [[nodiscard]] ChannelSetup const& setup() const;
    [[nodiscard]] Index transfers() const; ///< completed by this rank
    /// The transfers that every rank of a side has completed. After a failure ranks have noticed it at different transfers; from
    /// this number on the side can go on together. Collective over `side`, the communicator that the channel was made with.
    [[nodiscard]] Index agreed_transfers(MPI_Comm side) const;
    /// The most transfers that this rank was ever ahead of what its receivers had acknowledged.
    [[nodiscard]] Index most_ahead() const;

  private:
    struct State;
    explicit ArrayChannel(std::unique_ptr<State> state);
    [[nodiscard]] static Result<ArrayChannel> make(ChannelMeeting const& meeting, ChannelSide const* sender,
                                                   ChannelSide const* receiver, ChannelOptions const& options);
    template <class Range>
    [[nodiscard]] static constexpr ValueType values_of() {
        return ValueType::of<std::ranges::range_value_t<Range>>();
    }
    /// `count`: of the values, where it is known.
    void check_values(std::optional<LocalLayout> const& layout, ValueType const& values, std::optional<std::size_t> count) const;

    std::unique_ptr<State> state_;
};

} // namespace tessera
