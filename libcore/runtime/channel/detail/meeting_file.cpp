// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file by which two jobs find each other.
#include "libcore/runtime/channel/detail/meeting_file.hpp"

#include "libcore/base/json_member.hpp"
#include "libcore/runtime/channel/channel_failure.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tessera {

namespace {

constexpr std::string_view meeting_schema = "tessera.meeting/1";
constexpr std::size_t longest_meeting = 4096;
constexpr int most_attempts = 10; // others may make and remove the file meanwhile
constexpr char const* foreign = "there is something else than a meeting file of a channel; it stays as it is; name another path";

[[noreturn]] void cannot(std::string_view what) {
    throw ChannelFailure(fmt::format("cannot {} the file: {}", what, std::strerror(errno)));
}

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor const&) = delete;
    Descriptor& operator=(Descriptor const&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    [[nodiscard]] int number() const { return number_; }

  private:
    int number_;
};

std::optional<MeetingEntry> parsed_meeting(std::string_view text) {
    auto const json = nlohmann::json::parse(text, nullptr, false);
    if (!has_schema(json, meeting_schema)) return std::nullopt;
    try {
        return MeetingEntry{json_member<std::string>(json, "address", ""), json_member<std::string>(json, "token", "")};
    } catch (JsonMismatch const&) { // another program's file
        return std::nullopt;
    }
}

/// Of an open file: nothing if it is not a meeting file.
std::optional<MeetingEntry> meeting_in(int descriptor) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    if (status.st_size > static_cast<off_t>(longest_meeting)) return std::nullopt;
    std::array<char, longest_meeting> text{};
    std::size_t length = 0;
    while (length < text.size()) {
        auto const got = ::read(descriptor, text.data() + length, text.size() - length);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        length += static_cast<std::size_t>(got);
    }
    return parsed_meeting({text.data(), length});
}

bool same_file(struct stat const& a, struct stat const& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Is the open file the one at the path?
bool lies_at(int descriptor, std::string const& path) {
    struct stat open {};
    struct stat there {};
    return fstat(descriptor, &open) == 0 && lstat(path.c_str(), &there) == 0 && same_file(open, there);
}

bool answers(std::string const& address, Socket::Deadline deadline) {
    try {
        return Socket::connected(address, deadline).has_value();
    } catch (ChannelFailure const&) {
        return false;
    }
}

std::string random_name() {
    std::random_device random;
    return fmt::format(".tessera-meeting-{:08x}{:08x}", random(), random());
}

} // namespace

Result<std::optional<MeetingEntry>> read_meeting(std::string const& path) {
    Descriptor const file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (file.number() < 0 && errno == ENOENT) return std::optional<MeetingEntry>{};
    if (file.number() < 0) return fail(fmt::format("cannot read the file: {}", std::strerror(errno)));
    auto entry = meeting_in(file.number());
    if (!entry) return fail(foreign);
    return entry;
}

MeetingFile::MeetingFile(std::string path, MeetingEntry const& entry, Socket::Deadline deadline)
    : path_(std::move(path)), draft_((std::filesystem::path(path_).parent_path() / random_name()).string()) {
    write_draft(entry);
    try {
        for (int attempt = 0; attempt < most_attempts; ++attempt)
            if (appears() || replaces_dead_one(deadline)) return;
        throw ChannelFailure("others make and remove the file all the time; name another path");
    } catch (...) {
        ::unlink(draft_.c_str());
        ::close(descriptor_);
        throw;
    }
}

MeetingFile::~MeetingFile() {
    if (lies_at(descriptor_, path_)) ::unlink(path_.c_str());
    ::close(descriptor_);
}

void MeetingFile::write_draft(MeetingEntry const& entry) {
    descriptor_ = ::open(draft_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0) cannot("create");
    nlohmann::json const content{{"schema", meeting_schema}, {"address", entry.address}, {"token", entry.token}};
    std::string const text = content.dump() + '\n';
    for (std::size_t done = 0; done < text.size();) {
        auto const wrote = ::write(descriptor_, text.data() + done, text.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) {
            int const why = errno;
            ::unlink(draft_.c_str());
            ::close(descriptor_);
            errno = why;
            cannot("write");
        }
        done += static_cast<std::size_t>(wrote);
    }
}

/// False: something is there.
bool MeetingFile::appears() {
    if (::link(draft_.c_str(), path_.c_str()) == 0) {
        ::unlink(draft_.c_str());
        return true;
    }
    // Some file systems have no hard links.
    bool const moves = errno != EEXIST && ::renameat2(AT_FDCWD, draft_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0;
    if (!moves && errno != EEXIST) cannot("create");
    return moves;
}

/// False: it is gone or another one by now. The two files change places, so that nothing is lost if it is another one.
bool MeetingFile::replaces_dead_one(Socket::Deadline deadline) {
    Descriptor const old(::open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (old.number() < 0 && errno == ENOENT) return false;
    auto const entry = old.number() < 0 ? std::nullopt : meeting_in(old.number());
    if (!entry) throw ChannelFailure(foreign);
    if (answers(entry->address, deadline))
        throw ChannelFailure("another sender waits for its receiver here; name another path, or remove the file if no sender runs");
    auto const exchange = [&] { return ::renameat2(AT_FDCWD, draft_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0; };
    if (!exchange()) {
        if (errno == ENOENT) return false;
        throw ChannelFailure("a sender that no longer runs has left the file; remove it and start again");
    }
    if (lies_at(old.number(), draft_)) {
        ::unlink(draft_.c_str());
        return true;
    }
    if (!exchange()) cannot("replace");
    return false;
}

} // namespace tessera
