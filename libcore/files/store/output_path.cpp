// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outputs that appear under their final name only when complete.
#include "libcore/files/store/output_path.hpp"

#include "libcore/base/descriptor.hpp"
#include "libcore/base/free_name.hpp"
#include "libcore/base/open_folder.hpp"
#include "libcore/base/visible_text.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <random>
#include <span>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>
#include <xxhash.h>

namespace tessera {

namespace fs = std::filesystem;

namespace {

/// Returns the name of a file type other than a regular file.
std::string_view no_file_but(fs::file_type type) {
    switch (type) {
    case fs::file_type::directory:
        return "a directory";
    case fs::file_type::fifo:
        return "a pipe";
    case fs::file_type::socket:
        return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
        return "a device";
    default:
        return "no file";
    }
}

bool may_give_to_group(gid_t group) {
    if (geteuid() == 0 || getegid() == group) return true;
    std::vector<gid_t> groups(as_size(std::max(getgroups(0, nullptr), 0)));
    int const count = getgroups(static_cast<int>(groups.size()), groups.data());
    return count > 0 && std::find(groups.begin(), groups.begin() + count, group) != groups.begin() + count;
}

/// Error: the existing file has an owner or group that this process cannot give to the file that replaces it.
Result<void> check_owner(std::string const& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return {};
    if (status.st_uid != geteuid() && geteuid() != 0)
        return fail(
            fmt::format("'{}' belongs to user {}, and what takes its place would not; write elsewhere", path, status.st_uid));
    if (!may_give_to_group(status.st_gid))
        return fail(
            fmt::format("'{}' belongs to group {}, which you are not in, and what takes its place would not; write elsewhere", path,
                        status.st_gid));
    return {};
}

/// An open provisional file or directory. Opening does not follow links and does not wait for pipes.
class OpenedDraft {
  public:
    OpenedDraft(int folder, std::string const& name, std::string path)
        : path_(std::move(path)), open_(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) {
        if (open_.number() < 0 || ::fstat(open_.number(), &status_) != 0) failed("opening '{}'");
        if (!is_directory() && (!S_ISREG(status_.st_mode) || status_.st_nlink > 1))
            throw std::runtime_error(fmt::format("'{}' is not what this run has made; somebody has exchanged it", path_));
    }
    [[nodiscard]] bool is_directory() const { return S_ISDIR(status_.st_mode); }
    void give_owner(uid_t user, gid_t group) const {
        if (user == status_.st_uid && group == status_.st_gid) return;
        if (::fchown(open_.number(), user, group) != 0) failed("giving '{}' the owner of what it replaces");
    }
    void give_permissions(mode_t permissions) const {
        if (::fchmod(open_.number(), permissions) != 0) failed("giving '{}' its permissions");
    }

  private:
    [[noreturn]] void failed(fmt::format_string<std::string const&> doing) const {
        throw std::system_error(errno, std::generic_category(), fmt::format(doing, path_));
    }

    std::string path_;
    Descriptor open_;
    struct stat status_ {};
};

void give_usual_permissions(OpenedDraft const& draft, std::string const& original) {
    // umask() can only be read by setting it; other threads' files stay private meanwhile
    mode_t const mask = ::umask(S_IRWXG | S_IRWXO);
    ::umask(mask);
    mode_t permissions = 0777U & ~mask;
    struct stat status {};
    if (!original.empty() && ::stat(original.c_str(), &status) == 0)
        permissions &= mode_of_copy(status.st_mode, draft.is_directory());
    if (!draft.is_directory()) permissions &= 0666U;
    draft.give_permissions(permissions | (draft.is_directory() ? 0700U : 0600U));
}

std::string last_name(std::string const& path) {
    return fs::path(path).filename().string();
}

} // namespace

Result<void> check_is_file(std::string const& path) {
    std::error_code ignored;
    fs::file_type const type = fs::status(path, ignored).type();
    if (type == fs::file_type::regular || type == fs::file_type::not_found || type == fs::file_type::none) return {};
    return fail(fmt::format("'{}' is {}, not a file", path, no_file_but(type)));
}

Result<void> check_no_link(std::string const& path) {
    std::error_code ignored;
    if (!fs::is_symlink(fs::symlink_status(path, ignored))) return {};
    return fail(fmt::format("'{}' is a link to '{}'; name the file itself", path, fs::read_symlink(path, ignored).string()));
}

Result<void> check_own_name(std::string const& path) {
    std::error_code ignored;
    fs::file_type const type = fs::symlink_status(path, ignored).type();
    if (type == fs::file_type::regular || type == fs::file_type::not_found || type == fs::file_type::none) return {};
    std::string_view const what = type == fs::file_type::symlink ? "a link" : no_file_but(type);
    return fail(fmt::format("'{}' is {} in the place of a file that this copy makes; remove it", path, what));
}

std::string OutputPath::provisional() const {
    constexpr std::size_t longest = 255 - std::string_view("-journal").size(); // limit of file systems, less the longest suffix
    constexpr std::size_t kept = 160;
    fs::path const whole(path);
    std::string const name = whole.filename().string();
    std::string made = fmt::format(".{}.{}", name, tag);
    if (made.size() > longest)
        made = fmt::format(".{}-{:016x}.{}", name.substr(0, kept), XXH3_64bits(name.data(), name.size()), tag);
    return (whole.parent_path() / made).string();
}

std::string OutputPath::journal() const {
    return provisional() + "-journal";
}

std::string random_tag() {
    std::random_device random;
    return fmt::format("tmp-{:08x}{:08x}", random(), random());
}

Result<void> check_output_place(std::string const& path, bool force, OutputKind kind) {
    constexpr std::size_t longest = 250; // the checksum file adds five bytes
    std::error_code ignored;
    std::string const directory = directory_of(path);
    std::string const name = fs::path(path).filename().string();
    if (name.size() > longest)
        return fail(
            fmt::format("the name '{}...' has {} bytes; name a target of at most {}", name.substr(0, 20), name.size(), longest));
    if (!fs::is_directory(directory, ignored))
        return fail(fmt::format("cannot write '{}': there is no directory '{}'", path, directory));
    if (kind == OutputKind::File && fs::is_directory(path, ignored))
        return fail(fmt::format("cannot write '{}': it is a directory", path));
    if (auto const own = check_no_link(path); !own) return own;
    if (!fs::exists(path, ignored)) return {};
    if (kind == OutputKind::Directory && !fs::is_directory(path, ignored))
        return fail(fmt::format("cannot write '{}': it is not a directory", path));
    if (auto const file = check_is_file(path); !file && kind == OutputKind::File) return file;
    if (!force) return fail(fmt::format("'{}' exists; --force overwrites it", path));
    return check_owner(path);
}

unsigned mode_of_copy(unsigned original, bool is_directory) {
    unsigned const readers = original & 0444U;
    unsigned const mode = original & 07777U;
    return is_directory ? mode | readers >> 2U : mode & ~0111U;
}

bool is_there(std::string const& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

std::string directory_of(std::string const& path) {
    std::string const parent = fs::path(path).parent_path().string();
    return parent.empty() ? "." : parent;
}

bool lies_below(fs::path const& path, fs::path const& directory) {
    return std::ranges::mismatch(directory, path).in1 == directory.end();
}

void give_permissions(std::string const& path, std::string const& original) {
    give_usual_permissions(OpenedDraft(working_directory, path, path), original);
}

Provisional::Provisional(OutputPath place)
    : place_(std::move(place)), folder_(OpenFolder::of(directory_of(place_.path))), draft_(last_name(place_.provisional())),
      name_(last_name(place_.path)), replaced_(rights_of(name_)) {}

std::optional<Provisional::Rights> Provisional::rights_of(std::string const& name) const {
    struct stat status {};
    bool const there = folder_->is_there() && ::fstatat(folder_->number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    return there ? std::optional(Rights{status.st_uid, status.st_gid, status.st_mode}) : std::nullopt;
}

/// The owner is set first, because changing it may clear permissions.
void Provisional::settle_rights() const {
    OpenedDraft const made(folder_->number(), draft_, place_.provisional());
    if (!replaced_ || S_ISLNK(replaced_->mode)) return give_usual_permissions(made, place_.original);
    made.give_owner(replaced_->user, replaced_->group);
    made.give_permissions(replaced_->mode & 07777U);
}

void Provisional::take_name() const {
    int const folder = folder_->number();
    if (take_free_name(draft_, name_, folder)) return;
    fs::path const wanted(name_);
    std::string other;
    Index number = 1;
    do {
        other = fmt::format("{}.copy{}{}", wanted.stem().string(), number, wanted.extension().string());
        ++number;
    } while (!take_free_name(draft_, other, folder));
    throw NameTaken(fmt::format("something else got the name '{}' during the copy and stays; the copy is complete and is '{}'",
                                visible_name(place_.path), visible_name((fs::path(place_.path).parent_path() / other).string())));
}

void Provisional::rename(std::string const& from, std::string const& to) const {
    int const folder = folder_->number();
    if (::renameat(folder, from.c_str(), folder, to.c_str()) != 0)
        throw std::system_error(errno, std::generic_category(), "renaming '" + from + "' to '" + place_.path + "'");
}

bool ProvisionalFile::exists() const {
    auto const there = rights_of(draft_);
    return there && S_ISREG(there->mode);
}

PosixFile ProvisionalFile::create() const {
    discard();
    return PosixFile::create(place_.provisional(), folder_.get());
}

void ProvisionalFile::write(std::string_view text) const {
    PosixFile file = create();
    file.write(0, std::as_bytes(std::span(text)));
    if (!place_.synced_by_caller) file.sync();
    file.close();
}

void ProvisionalFile::sync() const {
    PosixFile::open_to_write(place_.provisional(), folder_.get()).sync();
}

void ProvisionalFile::publish() const {
    settle_rights();
    if (replaced_)
        rename(draft_, name_);
    else
        take_name();
    if (!place_.synced_by_caller) folder_->sync();
}

void ProvisionalFile::discard() const noexcept {
    folder_->remove(draft_);
}

bool ProvisionalDirectory::exists() const {
    auto const there = rights_of(draft_);
    return there && S_ISDIR(there->mode);
}

void ProvisionalDirectory::create() const {
    discard();
    if (::mkdirat(folder_->number(), draft_.c_str(), S_IRWXU) != 0)
        throw std::system_error(errno, std::generic_category(), "making '" + place_.provisional() + "'");
}

void ProvisionalDirectory::publish() const {
    settle_rights();
    if (!replaced_ || !rights_of(name_)) {
        take_name();
    } else if (!swap_names(draft_, name_, folder_->number())) {
        std::string const old = draft_ + "-old";
        rename(name_, old);
        rename(draft_, name_);
        rename(old, draft_);
    }
    if (!place_.synced_by_caller) folder_->sync();
    discard(); // removes the earlier directory, if there was one
}

void ProvisionalDirectory::discard() const noexcept {
    folder_->remove_all(draft_);
}

} // namespace tessera
