// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a meeting file never takes the place of a file of the user's, and only a meeting file is ever removed.
#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "libcore/runtime/channel/detail/file_meeting.hpp"
#include "libcore/runtime/channel/detail/greeting.hpp"
#include "libcore/runtime/channel/detail/meeting_file.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/suite/suite.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

MeetingEntry const nobody{"9 127.0.0.1", "00"}; // no service answers at this port

Socket::Deadline soon() {
    return std::chrono::steady_clock::now() + 5s;
}

std::string text_of(fs::path const& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// What a sender that comes to the path is told; empty: nothing, and it has a file there.
std::string refusal(fs::path const& path) {
    try {
        MeetingFile const file(path.string(), nobody, soon());
        return "";
    } catch (ChannelFailure const& failure) {
        return failure.what();
    }
}

/// Through the public face: what both sides are told at once.
bool both_sides_refuse(fs::path const& path) {
    ChannelOptions options;
    options.timeout = 20s;
    auto const begin = std::chrono::steady_clock::now();
    auto const meeting = ChannelMeeting::at_file(path.string());
    auto const other = ChannelMeeting::at_file(path.string());
    ChannelSide const side{MPI_COMM_WORLD, "real A(10)\n!hpf$ distribute A(block)\n"};
    auto const sender = ArrayChannel::to_receiver(meeting, side, options);
    auto const receiver = ArrayChannel::from_sender(other, side, options);
    auto const tells = [&](auto const& end) {
        return !end && end.error().message.starts_with(path.string() + ": there is something else than a meeting file");
    };
    return tells(sender) && tells(receiver) && std::chrono::steady_clock::now() - begin < 10s;
}

bool a_file_of_the_users_stays(fs::path const& folder) {
    fs::path const path = folder / "results.nc";
    for (std::string const text : {"my only results\n", "", "{\"schema\": \"other/1\"}\n", "[1, 2]\n"}) {
        std::ofstream(path) << text;
        if (!both_sides_refuse(path) || text_of(path) != text) return false;
    }
    return fs::remove(path);
}

bool what_is_no_file_stays(fs::path const& folder) {
    fs::path const treasure = folder / "treasure";
    fs::path const link = folder / "link";
    std::ofstream(treasure) << "gold";
    fs::create_symlink(treasure, link);
    bool const follows = refusal(link).empty() || text_of(treasure) != "gold" || !fs::is_symlink(link);
    fs::remove(treasure);
    bool const dangles = refusal(link).empty() || fs::exists(treasure) || !fs::is_symlink(link);
    fs::path const pipe = folder / "pipe"; // opening it must not wait for a writer
    bool const waits = mkfifo(pipe.c_str(), 0600) != 0 || refusal(pipe).empty() || read_meeting(pipe.string()).has_value();
    fs::create_directory(folder / "sub");
    bool const enters = refusal(folder / "sub").empty() || read_meeting((folder / "sub").string()).has_value();
    for (char const* const name : {"link", "pipe", "sub"}) fs::remove(folder / name);
    return !follows && !dangles && !waits && !enters;
}

bool it_is_there_as_long_as_somebody_may_come(fs::path const& folder) {
    fs::path const path = folder / "meeting";
    {
        MeetingFile const file(path.string(), {"1 here", "ab"}, soon());
        if (read_meeting(path.string()).value() != MeetingEntry{"1 here", "ab"}) return false;
    }
    return !fs::exists(path) && !read_meeting(path.string()).value();
}

/// Whatever the umask permits, and from the draft on.
bool nobody_else_reads_it(fs::path const& folder) {
    mode_t const usual = umask(0);
    MeetingFile const file((folder / "meeting").string(), nobody, soon());
    umask(usual);
    return fs::status(folder / "meeting").permissions() == (fs::perms::owner_read | fs::perms::owner_write);
}

bool drafts_of_killed_runs_go(fs::path const& folder) {
    fs::path const killed = folder / ".tessera-meeting-0123456789abcdef", under_way = folder / ".tessera-meeting-0123456789abcdee";
    for (fs::path const& draft : {killed, under_way}) std::ofstream(draft) << "{";
    fs::last_write_time(killed, fs::file_time_type::clock::now() - 2h);
    MeetingFile const file((folder / "meeting").string(), nobody, soon());
    return !fs::exists(killed) && fs::remove(under_way);
}

/// A receiver follows neither a link nor another user's invitation.
bool a_strangers_file_is_refused(fs::path const& folder) {
    fs::path const path = folder / "meeting", link = folder / "link";
    MeetingFile const file(path.string(), nobody, soon());
    fs::create_symlink(path, link);
    bool good = !read_meeting(link.string()) && read_meeting(path.string()).value();
    if (geteuid() == 0) good = chown(path.c_str(), 12345, 12345) == 0 && !read_meeting(path.string()) && good;
    return fs::remove(link) && good;
}

/// Somebody else has put another file in its place meanwhile.
bool only_what_was_made_is_removed(fs::path const& folder) {
    fs::path const path = folder / "meeting";
    {
        MeetingFile const file(path.string(), nobody, soon());
        fs::remove(path);
        std::ofstream(path) << "results";
    }
    return text_of(path) == "results" && fs::remove(path);
}

bool a_dead_senders_file_is_replaced(fs::path const& folder) {
    fs::path const path = folder / "meeting";
    std::ofstream(path) << R"({"schema": "tessera.meeting/1", "address": "9 127.0.0.1", "token": "old"})";
    MeetingFile const file(path.string(), {"9 127.0.0.1", "new"}, soon());
    return read_meeting(path.string()).value()->token == "new";
}

bool a_waiting_senders_file_stays(fs::path const& folder) {
    fs::path const path = folder / "meeting";
    Socket const listener = Socket::listening();
    MeetingFile const file(path.string(), {listener.address(), "first"}, soon());
    return refusal(path).starts_with("another sender waits") && read_meeting(path.string()).value()->token == "first";
}

std::string offer_named(std::string const& name) {
    ChannelOffer offer;
    offer.error = name; // tells one from the other
    return offer.to_json();
}

/// A receiver finds a file whose port belongs to somebody else by now, who does `answer` with each who comes. Then the sender
/// comes.
bool a_stranger_costs_a_try(fs::path const& folder, std::function<void(Socket)> const& answer) {
    std::string const path = (folder / "meeting").string();
    Socket const stranger = Socket::listening();
    std::ofstream(path) << R"({"schema": "tessera.meeting/1", "address": ")" << stranger.address() << R"(", "token": "old"})";
    FileMeeting receiver(path);
    FileMeeting sender(path);
    ChannelOffer described;
    sender.describe(MPI_COMM_WORLD, ChannelEnd::Sender, described);
    bool good = false;
    std::thread waiting([&] {
        auto const other = receiver.exchange(ChannelEnd::Receiver, offer_named("receiver"), 30s);
        good = other && *other == offer_named("sender");
    });
    if (auto visitor = stranger.accept(soon())) answer(*std::move(visitor));
    fs::remove(path);
    auto const other = sender.exchange(ChannelEnd::Sender, offer_named("sender"), 20s);
    waiting.join();
    return good && other && *other == offer_named("receiver");
}

bool a_port_that_closes_costs_a_try(fs::path const& folder) {
    return a_stranger_costs_a_try(folder, [](Socket const&) {});
}

bool a_silent_port_costs_a_try(fs::path const& folder) {
    std::vector<Socket> kept;
    return a_stranger_costs_a_try(folder, [&](Socket visitor) { kept.push_back(std::move(visitor)); });
}

bool a_port_that_says_something_else_costs_a_try(fs::path const& folder) {
    return a_stranger_costs_a_try(folder, [](Socket const& visitor) { static_cast<void>(visitor.send_text("220 mail", soon())); });
}

/// A receiver dies after its greeting, another says nonsense; the next one is met.
bool a_damaged_receiver_costs_a_try(fs::path const& folder) {
    std::string const path = (folder / "meeting").string();
    FileMeeting receiver(path);
    FileMeeting sender(path);
    ChannelOffer described;
    sender.describe(MPI_COMM_WORLD, ChannelEnd::Sender, described);
    bool good = false;
    std::thread waiting([&] {
        auto const other = sender.exchange(ChannelEnd::Sender, offer_named("sender"), 30s);
        good = other && *other == offer_named("receiver");
    });
    for (bool const says_nonsense : {false, true}) {
        std::optional<MeetingEntry> entry;
        while (!entry) entry = read_meeting(path).value();
        auto const socket = proven_connection(entry->address, entry->token, unnumbered, soon());
        if (socket && says_nonsense) static_cast<void>(socket->send_text("nonsense", soon()));
    }
    auto const other = receiver.exchange(ChannelEnd::Receiver, offer_named("receiver"), 20s);
    waiting.join();
    return good && other && *other == offer_named("sender");
}

bool in_a_folder(char const* what, bool (*test)(fs::path const& folder)) {
    ScratchFolder const scratch("meeting-file");
    fs::path const folder = fs::path(scratch.path("any")).parent_path();
    bool const good = test(folder) && fs::is_empty(folder); // no draft is left behind
    if (!good) std::cerr << "FAILED: " << what << '\n';
    return good;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    bool good = in_a_folder("a file of the user's stays", a_file_of_the_users_stays);
    good = in_a_folder("what is no file stays", what_is_no_file_stays) && good;
    good = in_a_folder("it is there as long as somebody may come", it_is_there_as_long_as_somebody_may_come) && good;
    good = in_a_folder("nobody else reads it", nobody_else_reads_it) && good;
    good = in_a_folder("drafts of killed runs go", drafts_of_killed_runs_go) && good;
    good = in_a_folder("a stranger's file is refused", a_strangers_file_is_refused) && good;
    good = in_a_folder("only what was made is removed", only_what_was_made_is_removed) && good;
    good = in_a_folder("a dead sender's file is replaced", a_dead_senders_file_is_replaced) && good;
    good = in_a_folder("a waiting sender's file stays", a_waiting_senders_file_stays) && good;
    good = in_a_folder("a port that closes costs a try", a_port_that_closes_costs_a_try) && good;
    good = in_a_folder("a silent port costs a try", a_silent_port_costs_a_try) && good;
    good = in_a_folder("a port that says something else costs a try", a_port_that_says_something_else_costs_a_try) && good;
    good = in_a_folder("a damaged receiver costs a try", a_damaged_receiver_costs_a_try) && good;
    return good ? 0 : 1;
}
