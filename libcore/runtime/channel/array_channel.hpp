// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a channel that transfers distributed arrays from one data-parallel program to another (CDT, section 2.1).
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

/// Contiguous elements: a vector, an array, a span.
template <class Range>
concept ElementRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range>;
/// The element type of a pointer. It is not void.
template <class Element>
concept ElementObject = std::is_object_v<Element>;

/// One side of a channel: its ranks, and the array it sends or receives into.
struct ChannelSide {
    MPI_Comm ranks = MPI_COMM_NULL; ///< rank 0 is the master
    /// The text of a job file with one array, whose last mapping counts, in ranks of this communicator. Example: "real A(128,128)"
    /// and "!hpf$ distribute A(block,*)". Only the master's text is read.
    std::string hpf;
    /// This rank's storage; nothing: the standard layout. Ignored if the rank holds nothing.
    std::optional<LocalStorage> storage = std::nullopt;
};

/// The cost of making the channel on this rank.
struct ChannelSetup {
    /// Number of messages that exchange and spread the HPF texts: the exchange with the other master, and the messages in this
    /// rank's side. At most 1 + max(log2 S, log2 R), rounded up, on each rank (CDT, section 2.3).
    int messages = 0;
    int connections = 0; ///< number of sockets to ranks of the other job
    std::string algorithm;
    std::string reason; ///< why this algorithm was chosen; empty if the user named it
};

/// The paper's cdt_sender_init and cdt_receiver_init are the makers, cdt_*_exec are send and receive, and cdt_free is the
/// destructor.
///
/// Every call is collective over the ranks of a side. The two sides wait for each other when a channel is made, and a receiver
/// waits for data. A sender can be at most 2 * ChannelOptions::ahead transfers ahead of its receivers; then it waits. Any number of
/// channels may be open at a time, in any direction; each has its own messages.
///
/// Data is stored in the standard LocalLayout of the side's mapping, or as ChannelSide::storage says (sending(), receiving()). The
/// pointers point to the beginning of a rank's allocation, and are null if it holds nothing. Shadow and other memory that the
/// mapping does not own keep their values.
class ArrayChannel {
  public:
    /// Each side calls its own maker, at any time. Errors, the same on all ranks of both sides: the other side did not come within
    /// options.timeout (reported only on the side that came); a text is invalid or does not have one array; LocalLayout::strided()
    /// refuses a storage; a mapping names ranks that its side does not have; the arrays differ in shape or type; the algorithms
    /// differ or do not exist. Throws ChannelFailure if the other side is lost during the call.
    [[nodiscard]] static Result<ArrayChannel> to_receiver(ChannelMeeting const& meeting, ChannelSide const& mine,
                                                          ChannelOptions const& options = {});
    [[nodiscard]] static Result<ArrayChannel> from_sender(ChannelMeeting const& meeting, ChannelSide const& mine,
                                                          ChannelOptions const& options = {});
    /// For overlapping groups: a rank that is on both sides makes both ends at once. Ranks on one side call one of the above.
    [[nodiscard]] static Result<ArrayChannel> both_ends(ChannelMeeting const& meeting, ChannelSide const& sender,
                                                        ChannelSide const& receiver, ChannelOptions const& options = {});

    ArrayChannel(ArrayChannel&&) noexcept;
    ArrayChannel& operator=(ArrayChannel&&) noexcept;
    /// Ends this side. A sender that has not called close() abandons the channel: its receivers get a notice and throw. After
    /// close(), a sender waits until every receiver has seen the end, at most options.timeout. A receiver that leaves before the
    /// end notifies the senders, which throw. Then it receives what they have already sent.
    ~ArrayChannel();

    /// Sends the array. Returns when `data` may be changed. Throws ChannelFailure if the receiver is lost or has left. Throws
    /// std::logic_error if this rank does not send, also receives, or has closed the channel.
    void send(void const* data);
    /// Waits for the next array. Returns false if the sender closed the channel; then `data` is unchanged, and no more arrays will
    /// come. Throws ChannelFailure if the sender is lost or left without closing. Throws std::logic_error if this rank does not
    /// receive, or if it also sends and has not closed.
    [[nodiscard]] bool receive(void* data);
    /// Sends and receives on a rank that is on both sides. Returns false like receive().
    [[nodiscard]] bool transfer(void const* sent, void* received);
    /// The same with contiguous elements, whose type and number are checked, and with typed pointers, whose type is checked. Throws
    /// std::logic_error if they do not match the array (value_mismatch). Pointers to void or std::byte are not checked.
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

    /// Ends the sending. Every receiver is told after it has received all arrays. Does not wait. A second call does nothing. Throws
    /// std::logic_error if this rank does not send.
    void close();

    /// This rank's layout of the array it sends, and of the array it receives; nothing if it holds no part.
    [[nodiscard]] std::optional<LocalLayout> const& sending() const;
    [[nodiscard]] std::optional<LocalLayout> const& receiving() const;
    [[nodiscard]] ChannelSetup const& setup() const;
    [[nodiscard]] Index transfers() const; ///< number of transfers that this rank has completed
    /// Returns the number of transfers that every rank of a side has completed. After a failure, ranks may have noticed it at
    /// different transfers. From this number on the side can continue together. Collective over `side`, the communicator with which
    /// the channel was made.
    [[nodiscard]] Index agreed_transfers(MPI_Comm side) const;
    /// Returns the largest number of transfers by which this rank was ahead of its receivers' acknowledgements.
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
    /// `count`: number of values, if known.
    void check_values(std::optional<LocalLayout> const& layout, ValueType const& values, std::optional<std::size_t> count) const;

    std::unique_ptr<State> state_;
};

} // namespace tessera
