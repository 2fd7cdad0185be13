// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an open file whose failures are exceptions that name it.
#include "libcore/files/access/posix_file.hpp"

#include "libcore/base/open_folder.hpp"
#include "libcore/files/access/file_channel.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tessera {

namespace {

constexpr mode_t usual_permissions = 0666; // the umask is subtracted
constexpr mode_t own_permissions = 0600;

/// Removes the first `done` bytes from the list.
void advance(std::span<iovec>& places, std::size_t done) {
    while (!places.empty() && done >= places.front().iov_len) {
        done -= places.front().iov_len;
        places = places.subspan(1);
    }
    if (done == 0) return;
    places.front().iov_base = static_cast<std::byte*>(places.front().iov_base) + done;
    places.front().iov_len -= done;
}

char const* last_name(std::string const& path) {
    return path.c_str() + (path.rfind('/') + 1);
}

} // namespace

/// O_NONBLOCK: does not wait for the other end of a pipe.
PosixFile::PosixFile(std::string const& path, int flags, char const* doing, OpenFolder const* folder)
    : path_(path),
      descriptor_(::openat(folder == nullptr ? AT_FDCWD : folder->number(), folder == nullptr ? path.c_str() : last_name(path),
                           flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
                           (flags & O_EXCL) != 0 ? own_permissions : usual_permissions)) {
    if (descriptor_ < 0 && errno == ELOOP && (flags & O_NOFOLLOW) != 0)
        throw std::runtime_error(fmt::format("{} '{}': it is a link, which is not followed; remove it", doing, path));
    if (descriptor_ < 0) failed(doing);
    struct stat status {};
    if (fstat(descriptor_, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) return;
    ::close(std::exchange(descriptor_, -1));
    throw std::runtime_error(fmt::format("{} '{}': it is no regular file", doing, path));
}

PosixFile PosixFile::open_to_read(std::string const& path) {
    return {path, O_RDONLY, "opening"};
}

PosixFile PosixFile::open_to_write(std::string const& path, OpenFolder const* folder) {
    return {path, O_RDWR | O_NOFOLLOW, "opening", folder};
}

PosixFile PosixFile::create(std::string const& path, OpenFolder const* folder) {
    return {path, O_RDWR | O_CREAT | O_EXCL, "creating", folder};
}

PosixFile PosixFile::open_or_create(std::string const& path, OpenFolder const* folder) {
    return {path, O_RDWR | O_CREAT | O_NOFOLLOW, "opening", folder};
}

PosixFile::PosixFile(PosixFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)),
      removed_at_end_(std::exchange(other.removed_at_end_, false)) {}

PosixFile::~PosixFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (removed_at_end_) ::unlink(path_.c_str());
}

void PosixFile::failed(char const* doing) const {
    throw std::runtime_error(fmt::format("{} '{}': {}", doing, path_, std::strerror(errno)));
}

Index PosixFile::size() const {
    struct stat status {};
    if (fstat(descriptor_, &status) != 0) failed("looking at");
    return status.st_size;
}

void PosixFile::read(Index offset, std::span<std::byte> data) const {
    while (!data.empty()) {
        ssize_t const count = ::pread(descriptor_, data.data(), data.size(), offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) failed("reading");
        if (count == 0) throw std::runtime_error(fmt::format("reading '{}': the file ends {} bytes too early", path_, data.size()));
        data = data.subspan(as_size(count));
        offset += count;
    }
}

void PosixFile::write(Index offset, std::span<std::byte const> data) const {
    while (!data.empty()) {
        ssize_t const count = ::pwrite(descriptor_, data.data(), data.size(), offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) failed("writing");
        data = data.subspan(as_size(count));
        offset += count;
    }
}

void PosixFile::failed(char const* doing, char const* why, Index offset, std::span<iovec const> rest) const {
    Run const bytes{offset, offset + bytes_of(rest)};
    throw FileFailure(fmt::format("{} bytes {} to {} of '{}': {}", doing, bytes.begin, bytes.end - 1, path_, why), bytes);
}

void PosixFile::read(Index offset, std::span<iovec> places) const {
    while (!places.empty()) {
        ssize_t const count = ::preadv(descriptor_, places.data(), narrow<int>(places.size()), offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) failed("reading", std::strerror(errno), offset, places);
        if (count == 0) failed("reading", "the file ends before", offset, places);
        advance(places, as_size(count));
        offset += count;
    }
}

void PosixFile::write(Index offset, std::span<iovec> places) const {
    while (!places.empty()) {
        ssize_t const count = ::pwritev(descriptor_, places.data(), narrow<int>(places.size()), offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) failed("writing", std::strerror(errno), offset, places);
        advance(places, as_size(count));
        offset += count;
    }
}

void PosixFile::resize(Index bytes) const {
    if (::ftruncate(descriptor_, bytes) != 0) failed("writing");
}

bool PosixFile::leave_hole(Run bytes) const {
    return ::fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, bytes.begin, bytes.size()) == 0;
}

bool PosixFile::has_holes() const {
    struct stat status {};
    constexpr Index block = 512; // unit of st_blocks
    return fstat(descriptor_, &status) == 0 && block * status.st_blocks < status.st_size;
}

void PosixFile::take(PosixFile const& other) const {
    constexpr std::size_t most = std::size_t{1} << 30;
    for (off_t from = 0, to = 0; from < other.size();) {
        ssize_t const count = ::copy_file_range(other.descriptor_, &from, descriptor_, &to, most, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EXDEV || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP))
            return take_through_memory(other, from);
        if (count < 0) failed("writing");
        if (count == 0) return; // the other file has become shorter meanwhile
    }
}

/// Copies from byte `from` on, for old systems and network file systems without copy_file_range.
void PosixFile::take_through_memory(PosixFile const& other, Index from) const {
    constexpr Index most = Index{1} << 20;
    std::vector<std::byte> piece;
    for (Index const end = other.size(); from < end; from += std::ssize(piece)) {
        piece.resize(as_size(std::min(most, end - from)));
        other.read(from, piece);
        write(from, piece);
    }
}

bool PosixFile::lock(Lock kind) const {
    int const operation = kind == Lock::Exclusive ? LOCK_EX : LOCK_SH;
    return ::flock(descriptor_, operation | LOCK_NB) == 0 || errno != EWOULDBLOCK; // some file systems do not support locks: treat
                                                                                   // these as locked
}

void PosixFile::drop_cache() const {
    ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_DONTNEED); // a hint; without it the check is a little weaker
}

void PosixFile::sync() const {
    if (::fsync(descriptor_) != 0) failed("writing");
}

void PosixFile::sync_if_possible() const noexcept {
    static_cast<void>(::fdatasync(descriptor_));
}

void PosixFile::begin_sync(Run bytes) const {
#ifdef SYNC_FILE_RANGE_WRITE
    constexpr Index page = 4096;
    Index const begin = bytes.begin / page * page;
    Index const end = bytes.end / page * page; // a partial page would be written again with the bytes that follow
    if (begin < end) ::sync_file_range(descriptor_, begin, end - begin, SYNC_FILE_RANGE_WRITE); // sync() reports failures
#else
    static_cast<void>(bytes);
#endif
}

void PosixFile::close() {
    if (descriptor_ >= 0 && ::close(std::exchange(descriptor_, -1)) != 0) failed("closing");
}

void sync_directory(std::string const& path) {
    int const descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return; // a directory that is writable but not readable: it cannot be synced
    ::fsync(descriptor);
    ::close(descriptor);
}

void sync_file_system(std::string const& path) {
    int const descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    int const code = descriptor < 0 ? -1 : ::syncfs(descriptor);
    std::string const why = std::strerror(errno);
    if (descriptor >= 0) ::close(descriptor);
    if (code != 0) throw std::runtime_error(fmt::format("writing '{}': {}", path, why));
}

} // namespace tessera
