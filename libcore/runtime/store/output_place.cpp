// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outputs that appear complete under their names, or not at all.
#include "libcore/runtime/store/output_place.hpp"

#include "libcore/base/free_name.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/runtime/access/posix_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>
#include <xxhash.h>

namespace tessera {

namespace fs = std::filesystem;

namespace {

/// What stands in the place of a file, if it is none.
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

/// A file that takes the place of another one belongs to whom that belonged.
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

/// A link that leads nowhere is something, too.
bool has_name(std::string const& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

/// A finished output is not thrown away because somebody has its name.
void take_name(std::string const& draft, std::string const& path) {
    if (take_free_name(draft, path)) return;
    fs::path const wanted(path);
    std::string other;
    Index number = 1;
    do {
        std::string const name = fmt::format("{}.copy{}{}", wanted.stem().string(), number, wanted.extension().string());
        other = (wanted.parent_path() / name).string();
        ++number;
    } while (!take_free_name(draft, other));
    throw NameTaken(fmt::format("something else got the name '{}' during the copy and stays; the copy is complete and is '{}'",
                                visible_name(path), visible_name(other)));
}

/// Owner first: a change of it may take permissions away.
void take_owner_and_permissions(std::string const& path, std::string const& from) {
    struct stat there {};
    struct stat here {};
    if (::stat(from.c_str(), &there) != 0 || ::stat(path.c_str(), &here) != 0) return; // nothing was there
    if ((there.st_uid != here.st_uid || there.st_gid != here.st_gid) && ::chown(path.c_str(), there.st_uid, there.st_gid) != 0)
        throw std::system_error(errno, std::generic_category(), "giving '" + path + "' the owner of '" + from + "'");
    if (::chmod(path.c_str(), there.st_mode & 07777U) != 0)
        throw std::system_error(errno, std::generic_category(), "giving '" + path + "' the permissions of '" + from + "'");
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

std::string OutputPlace::provisional() const {
    constexpr std::size_t longest = 255 - std::string_view("-journal").size(); // what a file system takes, less what others append
    constexpr std::size_t kept = 160;
    fs::path const whole(path);
    std::string const name = whole.filename().string();
    std::string made = fmt::format(".{}.{}", name, tag);
    if (made.size() > longest)
        made = fmt::format(".{}-{:016x}.{}", name.substr(0, kept), XXH3_64bits(name.data(), name.size()), tag);
    return (whole.parent_path() / made).string();
}

std::string OutputPlace::journal() const {
    return provisional() + "-journal";
}

std::string process_tag() {
    return fmt::format("tmp-{}", getpid());
}

Result<void> check_output_place(std::string const& path, bool force, OutputKind kind) {
    constexpr std::size_t longest = 250; // the checksum's file has five bytes more
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
    mode_t const mask = ::umask(S_IRWXG | S_IRWXO); // can be asked for only by setting it; files of other threads stay closed
    ::umask(mask);
    mode_t permissions = 0777U & ~mask;
    struct stat status {};
    if (!original.empty() && ::stat(original.c_str(), &status) == 0)
        permissions &= status.st_mode | (status.st_mode & 0444U) >> 2U; // readers of a file may search a directory
    if (::stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode)) permissions &= 0666U;
    permissions |= S_ISDIR(status.st_mode) ? 0700U : 0600U;
    if (::chmod(path.c_str(), permissions) != 0)
        throw std::system_error(errno, std::generic_category(), "giving '" + path + "' its permissions");
}

ProvisionalFile::ProvisionalFile(OutputPlace const& place)
    : provisional_(place.provisional()), path_(place.path), original_(place.original), replaces_(has_name(path_)) {}

/// A link is none of ours.
bool ProvisionalFile::exists() const {
    std::error_code ignored;
    return fs::is_regular_file(fs::symlink_status(provisional_, ignored));
}

void ProvisionalFile::write(std::string_view text) const {
    fs::remove(provisional_);
    PosixFile file = PosixFile::create(provisional_);
    file.write(0, std::as_bytes(std::span(text)));
    file.sync();
    file.close();
}

void ProvisionalFile::sync() const {
    PosixFile::open_to_read(provisional_).sync();
}

void ProvisionalFile::publish() const {
    if (replaces_) {
        take_owner_and_permissions(provisional_, path_);
        fs::rename(provisional_, path_);
    } else {
        give_permissions(provisional_, original_);
        take_name(provisional_, path_);
    }
    sync_directory(directory_of(path_));
}

void ProvisionalFile::discard() const noexcept {
    std::error_code ignored;
    fs::remove(provisional_, ignored);
}

namespace {

/// Both names at once; false where the file system cannot.
bool swap_names(std::string const& a, std::string const& b) {
    if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return true;
    if (errno == EINVAL || errno == ENOSYS) return false;
    throw std::system_error(errno, std::generic_category(), "renaming '" + a + "' to '" + b + "'");
}

} // namespace

ProvisionalDirectory::ProvisionalDirectory(OutputPlace const& place)
    : provisional_(place.provisional()), path_(place.path), original_(place.original), replaces_(has_name(path_)) {}

bool ProvisionalDirectory::exists() const {
    std::error_code ignored;
    return fs::is_directory(fs::symlink_status(provisional_, ignored));
}

void ProvisionalDirectory::create() const {
    fs::remove_all(provisional_);
    if (::mkdir(provisional_.c_str(), S_IRWXU) != 0)
        throw std::system_error(errno, std::generic_category(), "making '" + provisional_ + "'");
}

void ProvisionalDirectory::publish() const {
    if (replaces_)
        take_owner_and_permissions(provisional_, path_);
    else
        give_permissions(provisional_, original_);
    if (!replaces_ || !has_name(path_)) {
        take_name(provisional_, path_);
    } else if (!swap_names(provisional_, path_)) {
        std::string const old = provisional_ + "-old";
        fs::rename(path_, old);
        fs::rename(provisional_, path_);
        fs::rename(old, provisional_);
    }
    sync_directory(directory_of(path_));
    discard(); // what was there before, or nothing
}

void ProvisionalDirectory::discard() const noexcept {
    std::error_code ignored;
    fs::remove_all(provisional_, ignored);
}

} // namespace tessera
