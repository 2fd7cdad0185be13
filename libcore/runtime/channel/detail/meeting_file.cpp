// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file through which two jobs find each other.
#include "libcore/runtime/channel/detail/meeting_file.hpp"

#include "libcore/base/free_name.hpp"
#include "libcore/base/json_member.hpp"
#include "libcore/runtime/channel/channel_failure.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tessera {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view draft_prefix = ".tessera-meeting-";
constexpr std::time_t seconds_of_old_draft = 3600;
constexpr std::string_view meeting_schema = "tessera.meeting/1";
constexpr std::size_t longest_meeting = 4096;
constexpr int most_attempts = 10; // other processes may make and remove the file meanwhile
constexpr char const* foreign = "there is something else than a meeting file of a channel; it stays as it is; name another path";

[[noreturn]] void cannot(std::string_view what) {
    throw ChannelFailure(fmt::format("cannot {} the file: {}", what, std::strerror(errno)));
}

std::optional<MeetingEntry> parsed_meeting(std::string_view text) {
    auto const json = nlohmann::json::parse(text, nullptr, false);
    if (!has_schema(json, meeting_schema)) return std::nullopt;
    try {
        return MeetingEntry{json_member<std::string>(json, "address", ""), json_member<std::string>(json, "token", "")};
    } catch (JsonMismatch const&) { // another program's file
        return std::nullopt;
    }
}

/// Returns the entry of an open file; nothing if it is not a meeting file.
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

/// Returns whether the open file is the one of this name in the folder.
bool lies_in(int folder, std::string const& name, int descriptor) {
    struct stat open {};
    struct stat there {};
    return fstat(descriptor, &open) == 0 && fstatat(folder, name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
           open.st_dev == there.st_dev && open.st_ino == there.st_ino;
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
    return fmt::format("{}{:08x}{:08x}", draft_prefix, random(), random());
}

fs::path folder_of(std::string const& path) {
    fs::path const folder = fs::path(path).parent_path();
    return folder.empty() ? "." : folder;
}

int opened_folder(fs::path const& folder) {
    int const opened = ::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) cannot("create");
    return opened;
}

/// Removes the drafts of killed runs. A draft exists for seconds, so an old one is not in use.
void remove_old_drafts(int folder, fs::path const& where) {
    std::error_code unreadable;
    for (fs::directory_iterator each(where, unreadable), end; !unreadable && each != end; each.increment(unreadable)) {
        std::string const name = each->path().filename();
        struct stat status {};
        if (!name.starts_with(draft_prefix) || fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        bool const old = std::time(nullptr) - status.st_mtime > seconds_of_old_draft;
        if (old && S_ISREG(status.st_mode) && status.st_uid == geteuid()) ::unlinkat(folder, name.c_str(), 0);
    }
}

} // namespace

Result<std::optional<MeetingEntry>> read_meeting(std::string const& path) {
    Descriptor const file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.number() < 0 && errno == ENOENT) return std::optional<MeetingEntry>{};
    if (file.number() < 0 && errno == ELOOP) return fail(foreign);
    if (file.number() < 0) return fail(fmt::format("cannot read the file: {}", std::strerror(errno)));
    auto entry = meeting_in(file.number());
    if (!entry) return fail(foreign);
    if (struct stat status{}; fstat(file.number(), &status) != 0 || status.st_uid != geteuid())
        return fail("the meeting file belongs to another user, who would get what is sent; name a path in a folder of your own");
    return entry;
}

MeetingFile::MeetingFile(std::string const& path, MeetingEntry const& entry, Socket::Deadline deadline)
    : folder_(opened_folder(folder_of(path))), name_(fs::path(path).filename()), draft_(random_name()),
      file_(::openat(folder_.number(), draft_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
    if (file_.number() < 0) cannot("create");
    try {
        write_draft(entry);
        remove_old_drafts(folder_.number(), folder_of(path));
        for (int attempt = 0; attempt < most_attempts; ++attempt)
            if (appears() || replaces_dead_one(deadline)) return;
        throw ChannelFailure("others make and remove the file all the time; name another path");
    } catch (...) {
        remove(draft_);
        throw;
    }
}

MeetingFile::~MeetingFile() {
    if (lies_in(folder_.number(), name_, file_.number())) remove(name_);
}

void MeetingFile::remove(std::string const& name) const {
    ::unlinkat(folder_.number(), name.c_str(), 0);
}

void MeetingFile::write_draft(MeetingEntry const& entry) const {
    nlohmann::json const content{{"schema", meeting_schema}, {"address", entry.address}, {"token", entry.token}};
    std::string const text = content.dump() + '\n';
    for (std::size_t done = 0; done < text.size();) {
        auto const wrote = ::write(file_.number(), text.data() + done, text.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) cannot("write");
        done += static_cast<std::size_t>(wrote);
    }
}

/// Exchanges the names of the draft and the file. Returns false if that fails; errno tells why.
bool MeetingFile::changes_places() const {
    try {
        return swap_names(draft_, name_, folder_.number());
    } catch (std::system_error const& failure) {
        errno = failure.code().value();
        return false;
    }
}

/// Gives the draft its name. Returns false if the name is taken.
bool MeetingFile::appears() const {
    try {
        return take_free_name(draft_, name_, folder_.number());
    } catch (std::system_error const& failure) {
        errno = failure.code().value();
        cannot("create");
    }
}

/// Replaces the file of a dead sender. Returns false if the file is gone or was replaced meanwhile. The two files exchange names,
/// so that nothing is lost if it was replaced.
bool MeetingFile::replaces_dead_one(Socket::Deadline deadline) const {
    Descriptor const old(::openat(folder_.number(), name_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (old.number() < 0 && errno == ENOENT) return false;
    auto const entry = old.number() < 0 ? std::nullopt : meeting_in(old.number());
    if (!entry) throw ChannelFailure(foreign);
    if (answers(entry->address, deadline))
        throw ChannelFailure("another sender waits for its receiver here; name another path, or remove the file if no sender runs");
    if (!changes_places()) {
        if (errno == ENOENT) return false;
        throw ChannelFailure("a sender that no longer runs has left the file; remove it and start again");
    }
    if (lies_in(folder_.number(), draft_, old.number())) {
        remove(draft_);
        return true;
    }
    if (!changes_places()) cannot("replace");
    return false;
}

} // namespace tessera
