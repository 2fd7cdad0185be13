// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the meeting of two groups of ranks of one communicator.
#include "libcore/runtime/channel/detail/comm_meeting.hpp"

#include "libcore/runtime/channel/detail/mpi_carrier.hpp"
#include "libcore/runtime/channel/detail/patient_poll.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/mpi/rank_translation.hpp"

#include <atomic>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

namespace {

using namespace std::chrono_literals;

/// Extra time if one half of the exchange is done, because the other half is on its way.
constexpr auto grace = 10s;

/// The number before the text of an offer. A master that gives up withdraws its offer by this number, so that the other master does
/// not take it for that of a later attempt.
using OfferNumber = std::int64_t;

OfferNumber next_offer_number() {
    static std::atomic<OfferNumber> last = 0;
    return ++last;
}

constexpr int tags_per_name = 4;
constexpr int least_tags = 32000; ///< MPI guarantees slightly more

/// FNV-1a hash in [0, below), equal on both sides. If two names share a hash, the offers distinguish them.
int hash_of_name(std::string const& name, int below) {
    unsigned hash = 2166136261u;
    for (char const letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
    return static_cast<int>((hash ^ hash >> 15) % static_cast<unsigned>(below));
}

/// Returns the largest tag. MPI defines the attribute only for MPI_COMM_WORLD.
int granted_tags() {
    int* most = nullptr;
    int known = 0;
    check_mpi(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&most), &known), "MPI_Comm_get_attr");
    return known != 0 ? *most : least_tags;
}

std::string receive_matched(MPI_Message message, MPI_Status const& status) {
    int length = 0;
    check_mpi(MPI_Get_count(&status, MPI_CHAR, &length), "MPI_Get_count");
    std::string text(as_size(length), '\0');
    check_mpi(MPI_Mrecv(text.data(), length, MPI_CHAR, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
    return text;
}

/// Returns the next message with this tag that has arrived, or nothing.
std::optional<std::string> arrived_text(MPI_Comm comm, Rank from, int tag) {
    int there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    check_mpi(MPI_Improbe(from, tag, comm, &there, &message, &status), "MPI_Improbe");
    if (there == 0) return std::nullopt;
    return receive_matched(message, status);
}

struct ExchangeTags {
    int send = 0;
    int receive = 0;
    int withdraw = 0;  ///< for offers that this master withdraws
    int withdrawn = 0; ///< for offers that the other master withdraws
};

/// Keeps a text that MPI may read until the end of the job. It is never freed, but remains reachable, so leak checkers do not
/// report it.
void keep_for_ever(std::unique_ptr<std::string> text) {
    static std::mutex guard;
    static auto* const kept = new std::vector<std::unique_ptr<std::string>>;
    std::lock_guard const lock(guard);
    kept->push_back(std::move(text));
}

/// One master's half of the exchange. Its text may have to outlive this object.
class OfferExchange {
  public:
    OfferExchange(MPI_Comm both, Rank partner, ExchangeTags const& tags, std::string const& text)
        : both_(both), partner_(partner), tags_(tags), number_(std::to_string(next_offer_number())),
          text_(std::make_unique<std::string>(number_ + "\n" + text)) {
        check_mpi(MPI_Issend(text_->data(), narrow<int>(text_->size()), MPI_CHAR, partner, tags.send, both, &request_),
                  "MPI_Issend");
    }

    [[nodiscard]] bool complete() {
        if (taken_ == 0) check_mpi(MPI_Test(&request_, &taken_, MPI_STATUS_IGNORE), "MPI_Test");
        while (!offer_ && take_one()) {
        }
        return taken_ != 0 && offer_;
    }
    [[nodiscard]] bool half() const { return taken_ != 0 || offer_; }
    [[nodiscard]] std::string offer() && { return std::move(*offer_); }

    /// Withdraws the offer if nobody came. MPI may read both texts until the end of the job. MPI_Isend does not wait; MPI_Send
    /// might.
    void give_up() {
        if (taken_ != 0) return;
        MPI_Request_free(&request_);
        keep_for_ever(std::move(text_));
        auto number = std::make_unique<std::string>(number_);
        check_mpi(MPI_Isend(number->data(), narrow<int>(number->size()), MPI_CHAR, partner_, tags_.withdraw, both_, &request_),
                  "MPI_Isend");
        MPI_Request_free(&request_);
        keep_for_ever(std::move(number));
    }

  private:
    /// Receives an offer that has arrived and ignores it if it was withdrawn. Returns false if none has arrived.
    bool take_one() {
        auto const text = arrived_text(both_, partner_, tags_.receive);
        if (!text) return false;
        while (auto number = arrived_text(both_, partner_, tags_.withdrawn)) withdrawn_.insert(*std::move(number));
        auto const end = text->find('\n');
        if (!withdrawn_.contains(text->substr(0, end))) offer_ = text->substr(end + 1);
        return true;
    }

    MPI_Comm both_;
    Rank partner_;
    ExchangeTags tags_;
    std::string number_;
    std::unique_ptr<std::string> text_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    int taken_ = 0;
    std::optional<std::string> offer_;
    std::set<std::string> withdrawn_;
};

} // namespace

CommMeeting::CommMeeting(MPI_Comm both, Rank sender_master, Rank receiver_master, std::string name)
    : both_(both), sender_master_(sender_master), receiver_master_(receiver_master), name_(std::move(name)) {}

int CommMeeting::tag(ChannelEnd to) const {
    return tags_per_name * hash_of_name(name_, granted_tags() / tags_per_name) + (to == ChannelEnd::Receiver ? 1 : 0);
}

void CommMeeting::describe(MPI_Comm side, ChannelEnd /*end*/, ChannelOffer& offer) {
    offer.name = name_;
    offer.ranks = ranks_in(both_, side);
    for (Rank const rank : offer.ranks)
        if (rank == MPI_UNDEFINED && offer.error.empty()) offer.error = "its communicator has ranks that the common one has not";
}

Result<std::string> CommMeeting::exchange(ChannelEnd end, std::string const& offer, std::chrono::milliseconds timeout) {
    Rank const partner = end == ChannelEnd::Sender ? receiver_master_ : sender_master_;
    constexpr int withdrawing = 2; // added to a tag
    ExchangeTags const tags{tag(other_end(end)), tag(end), tag(other_end(end)) + withdrawing, tag(end) + withdrawing};
    OfferExchange exchange(both_, partner, tags, offer);
    auto const ready = [&exchange] { return exchange.complete(); };
    bool met = poll_until(std::chrono::steady_clock::now() + timeout, ready);
    if (!met && exchange.half()) met = poll_until(std::chrono::steady_clock::now() + grace, ready);
    if (met) return std::move(exchange).offer();
    exchange.give_up();
    return fail(fmt::format("channel '{}': no {} came within {:.3g} s", name_, name_of(other_end(end)),
                            std::chrono::duration<double>(timeout).count()));
}

std::unique_ptr<Carrier> CommMeeting::connect(BothOffers const& offers, ChannelTerms const& terms, Rank /*number*/,
                                              RankLayouts const& layouts, std::chrono::milliseconds timeout) {
    std::vector<Rank> all = offers.sender.ranks;
    for (std::size_t i = 0; i < terms.receivers.size(); ++i)
        if (as_size(terms.receivers[i]) >= all.size()) all.push_back(offers.receiver.ranks[i]);
    return make_mpi_carrier(Communicator::of_group(both_, all, hash_of_name(name_, least_tags)), terms, terms.peers(name_), layouts,
                            timeout);
}

} // namespace tessera
