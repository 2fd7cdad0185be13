// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two jobs that were started separately meet by a file.
#include "libcore/runtime/channel/detail/file_meeting.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/channel_partners.hpp"
#include "libcore/runtime/channel/detail/socket_carrier.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <thread>
#include <unistd.h>
#include <utility>

namespace tessera {

namespace {

using MeetingClock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::string_view meeting_schema = "tessera.meeting/1";
constexpr std::size_t longest_address = 1024;
constexpr auto hello_patience = 3s; // for a word from who has connected already

std::string new_token() {
    std::random_device random;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

/// Everybody's text at rank 0, each at most longest_address long.
std::vector<std::string> gathered(MPI_Comm comm, std::string text) {
    int size = 1;
    check_mpi(MPI_Comm_size(comm, &size), "MPI_Comm_size");
    text.resize(longest_address, '\0');
    std::string all(longest_address * as_size(size), '\0');
    check_mpi(MPI_Gather(text.data(), narrow<int>(longest_address), MPI_CHAR, all.data(), narrow<int>(longest_address), MPI_CHAR, 0,
                         comm),
              "MPI_Gather");
    std::vector<std::string> texts;
    for (int i = 0; i < size; ++i) texts.emplace_back(all.data() + longest_address * as_size(i));
    return texts;
}

/// Follows no link: others may write to the folder, too.
void write_new(std::string const& path, std::string const& text) {
    int const file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool const written = file >= 0 && ::write(file, text.data(), text.size()) == std::ssize(text);
    int const why = errno;
    if (file >= 0) ::close(file);
    if (!written) throw ChannelFailure(fmt::format("cannot write {}: {}", path, std::strerror(why)));
}

/// The file as long as somebody may come.
class MeetingFile {
  public:
    MeetingFile(std::string path, std::string const& address, std::string const& token) : path_(std::move(path)) {
        std::string const draft = fmt::format("{}.{}", path_, getpid());
        nlohmann::json const content{{"schema", meeting_schema}, {"address", address}, {"token", token}};
        std::error_code failed;
        std::filesystem::remove(draft, failed);
        write_new(draft, content.dump() + '\n');
        std::filesystem::rename(draft, path_, failed);
        if (failed) throw ChannelFailure(fmt::format("cannot write {}: {}", path_, failed.message()));
    }
    MeetingFile(MeetingFile const&) = delete;
    MeetingFile& operator=(MeetingFile const&) = delete;
    ~MeetingFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }

  private:
    std::string path_;
};

struct MeetingEntry {
    std::string address;
    std::string token;
};

std::optional<MeetingEntry> read_meeting(std::string const& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    auto const json = nlohmann::json::parse(file, nullptr, false);
    if (json.is_discarded() || json.value("schema", "") != meeting_schema) return std::nullopt;
    return MeetingEntry{json.value("address", ""), json.value("token", "")};
}

/// Connects, says who it is, and hears that it is right here.
std::optional<Socket> greet(std::string const& address, std::string const& hello, Socket::Deadline deadline) {
    try {
        auto socket = Socket::connected(address, deadline);
        if (socket && socket->send_text(hello, deadline)) return socket;
    } catch (ChannelFailure const&) { // somebody else's port by now
    }
    return std::nullopt;
}

/// The next connection whose first word begins with the token, and the rest of that word.
std::optional<std::pair<Socket, std::string>> greeted(Socket const& listener, std::string const& token, Socket::Deadline deadline) {
    while (MeetingClock::now() < deadline) {
        try {
            auto socket = listener.accept(deadline);
            if (!socket) continue;
            auto const hello = socket->receive_text(std::min(deadline, MeetingClock::now() + hello_patience));
            if (hello && hello->starts_with(token)) return std::pair{*std::move(socket), hello->substr(token.size())};
        } catch (ChannelFailure const&) { // it has gone already
        }
    }
    return std::nullopt;
}

std::map<Rank, Socket> accept_partners(Socket const& listener, std::string const& token, std::size_t count,
                                       Socket::Deadline deadline) {
    std::map<Rank, Socket> partners;
    while (partners.size() < count) {
        auto who = greeted(listener, token, deadline);
        if (!who) throw ChannelFailure("the receiver's ranks did not connect in time");
        partners.emplace(std::stoi(who->second), std::move(who->first));
    }
    return partners;
}

} // namespace

FileMeeting::FileMeeting(std::string path) : path_(std::move(path)) {}

void FileMeeting::describe(MPI_Comm side, ChannelEnd end, ChannelOffer& offer) {
    if (end_.value_or(end) != end)
        throw std::logic_error("one program meets another by a file; a rank on both sides has a communicator");
    end_ = end;
    side_ = side;
    int size = 1;
    check_mpi(MPI_Comm_size(side, &size), "MPI_Comm_size");
    for (Rank rank = 0; rank < size; ++rank) offer.ranks.push_back(end == ChannelEnd::Sender ? rank : -1 - rank); // all different
    if (end == ChannelEnd::Receiver) return;
    listener_ = Socket::listening();
    offer.addresses = gathered(side, listener_.address());
    offer.token = token_ = new_token();
}

Result<std::string> FileMeeting::exchange(ChannelEnd end, std::string const& offer, std::chrono::milliseconds patience) {
    auto const deadline = MeetingClock::now() + patience;
    try {
        auto other = end == ChannelEnd::Sender ? await_receiver(offer, deadline) : seek_sender(offer, deadline);
        if (other) return other;
    } catch (ChannelFailure const& failure) {
        return fail(fmt::format("{}: {}", path_, failure.what()));
    }
    return fail(fmt::format("{}: no {} came within {:.3g} s", path_, name_of(other_end(end)),
                            std::chrono::duration<double>(patience).count()));
}

/// The master is greeted like any other rank, by a receiver without a number.
Result<std::string> FileMeeting::await_receiver(std::string const& offer, Socket::Deadline deadline) {
    MeetingFile const file(path_, listener_.address(), token_);
    while (auto who = greeted(listener_, token_, deadline)) {
        auto const& socket = who->first;
        if (!socket.send_text(offer, deadline)) continue;
        if (auto other = socket.receive_text(deadline)) return *std::move(other);
    }
    return fail("nobody came");
}

Result<std::string> FileMeeting::seek_sender(std::string const& offer, Socket::Deadline deadline) const {
    for (; MeetingClock::now() < deadline; std::this_thread::sleep_for(10ms)) {
        auto const entry = read_meeting(path_);
        if (!entry) continue;
        auto const socket = greet(entry->address, entry->token, deadline);
        if (!socket) continue; // left behind by a job that is no more
        auto other = socket->receive_text(deadline);
        if (other && socket->send_text(offer, deadline)) return *std::move(other);
    }
    return fail("nobody came");
}

std::unique_ptr<Carrier> FileMeeting::connect(BothOffers const& offers, ChannelTerms const& terms, Rank number,
                                              std::chrono::milliseconds patience) {
    auto const deadline = MeetingClock::now() + patience;
    ChannelPartners const partners = partners_of(terms, number);
    std::map<Rank, Socket> sockets;
    all_or_none(Comm::duplicate(side_), [&] {
        if (partners.sends) sockets = accept_partners(listener_, offers.sender.token, partners.receivers.size(), deadline);
        for (Rank const sender : partners.senders) { // senders have the first numbers
            auto socket = greet(offers.sender.addresses[as_size(sender)], offers.sender.token + std::to_string(number), deadline);
            if (!socket) throw ChannelFailure(fmt::format("rank {} of the sender cannot be reached", sender));
            sockets.emplace(sender, *std::move(socket));
        }
    });
    return make_socket_carrier(std::move(sockets), terms, number);
}

} // namespace tessera
