// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the system calls that the shim stands in front of. Preloaded, it sees what a program really asks of the disk.
//
// Counted are requests: one call of the read or write family on a watched file, whatever its length and success.
#include "tests/shim/faults.hpp"
#include "tests/shim/watched_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

using tessera::shim::FileCounts;

namespace {

/// The function of this name that the program would have called without the shim.
template <class Function>
Function* real(char const* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool creates(int flags) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

int opened(int descriptor) {
    int const error = errno;
    if (descriptor >= 0) tessera::shim::watch(descriptor);
    errno = error;
    return descriptor;
}

/// A read of `bytes` bytes at `offset`, of which `perform(allowed)` reads those in front of a broken place.
template <class Perform>
ssize_t read_through(FileCounts& file, off_t offset, std::size_t bytes, Perform perform) {
    tessera::shim::wait_for_the_disk(bytes);
    ++file.reads;
    auto const allowed = tessera::shim::readable(offset, static_cast<ssize_t>(bytes));
    if (allowed < 0) return -1;
    auto const done = perform(static_cast<std::size_t>(allowed));
    if (done > 0) file.bytes_read += done;
    return done;
}

/// Reads into one piece of memory, on a disk that may give back something else than was written.
template <class Perform>
auto from_disk(off_t offset, void* data, Perform perform) {
    return [=](std::size_t allowed) -> ssize_t {
        auto const done = perform(allowed);
        tessera::shim::turn_a_bit(offset, data, done);
        return done;
    };
}

template <class Perform>
ssize_t write_through(FileCounts& file, off_t offset, std::size_t bytes, Perform perform) {
    tessera::shim::wait_for_the_disk(bytes);
    ++file.writes;
    auto const allowed = tessera::shim::writable(offset, static_cast<ssize_t>(bytes));
    if (allowed < 0) return -1;
    auto const done = perform(static_cast<std::size_t>(allowed));
    if (done > 0) file.bytes_written += done;
    return done;
}

void count_sync(int descriptor) {
    tessera::shim::note_names(descriptor);
    if (auto* const file = tessera::shim::watched(descriptor)) ++file->syncs;
}

off_t place_in(int descriptor) {
    return lseek(descriptor, 0, SEEK_CUR);
}

std::size_t length_of(iovec const* pieces, int count) {
    std::size_t bytes = 0;
    for (int i = 0; i < count; ++i) bytes += pieces[i].iov_len;
    return bytes;
}

/// Reads of several pieces go through whole or fail whole: a short one is legal only at the end of a file.
template <class Perform>
auto whole(std::size_t bytes, Perform perform) {
    return [=](std::size_t allowed) -> ssize_t {
        if (allowed == bytes) return perform();
        errno = EIO;
        return -1;
    };
}

/// Writes of several pieces end where the disk is full, in the middle of a piece if need be.
template <class Perform>
auto cut(iovec const* pieces, int count, Perform perform) {
    return [=](std::size_t allowed) -> ssize_t {
        std::vector<iovec> fitting;
        for (int i = 0; i < count && allowed > 0; ++i) {
            fitting.push_back({pieces[i].iov_base, std::min(pieces[i].iov_len, allowed)});
            allowed -= fitting.back().iov_len;
        }
        return perform(fitting.data(), static_cast<int>(fitting.size()));
    };
}

/// The attribute "lustre.lov" of a plain layout, as IO_SHIM_LUSTRE says it: "1048576,4", bytes of a stripe and servers.
std::vector<unsigned char> lustre_layout() {
    char const* const text = std::getenv("IO_SHIM_LUSTRE");
    unsigned long stripe = 0;
    unsigned long count = 0;
    if (text == nullptr || std::sscanf(text, "%lu,%lu", &stripe, &count) != 2) return {};
    std::vector<unsigned char> blob(32 + 24 * count);
    auto const put = [&](std::size_t place, unsigned long number, int bytes) {
        for (int i = 0; i < bytes; ++i) blob[place + static_cast<std::size_t>(i)] = static_cast<unsigned char>(number >> (8 * i));
    };
    put(0, 0x0BD10BD0, 4);
    put(4, 1, 4);
    put(24, stripe, 4);
    put(28, count, 2);
    return blob;
}

} // namespace

extern "C" {

ssize_t getxattr(char const* path, char const* name, void* value, std::size_t size) {
    static auto* const next = real<ssize_t(char const*, char const*, void*, std::size_t)>("getxattr");
    auto const layout = lustre_layout();
    if (layout.empty() || std::strcmp(name, "lustre.lov") != 0) return next(path, name, value, size);
    if (size >= layout.size()) std::memcpy(value, layout.data(), layout.size());
    return static_cast<ssize_t>(layout.size());
}

int open(char const* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    auto const mode = creates(flags) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    static auto* const next = real<int(char const*, int, ...)>("open");
    return opened(next(path, flags, mode));
}

int open64(char const* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    auto const mode = creates(flags) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    static auto* const next = real<int(char const*, int, ...)>("open64");
    return opened(next(path, flags, mode));
}

int openat(int folder, char const* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    auto const mode = creates(flags) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    static auto* const next = real<int(int, char const*, int, ...)>("openat");
    return opened(next(folder, path, flags, mode));
}

int openat64(int folder, char const* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    auto const mode = creates(flags) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    static auto* const next = real<int(int, char const*, int, ...)>("openat64");
    return opened(next(folder, path, flags, mode));
}

int creat(char const* path, mode_t mode) {
    static auto* const next = real<int(char const*, mode_t)>("creat");
    return opened(next(path, mode));
}

int dup(int descriptor) {
    static auto* const next = real<int(int)>("dup");
    return opened(next(descriptor));
}

int close(int descriptor) {
    static auto* const next = real<int(int)>("close");
    tessera::shim::forget(descriptor);
    return next(descriptor);
}

/// With IO_SHIM_BAD_FOLDERS no folder can be synced.
int fsync(int descriptor) {
    static auto* const next = real<int(int)>("fsync");
    static bool const folders_fail = std::getenv("IO_SHIM_BAD_FOLDERS") != nullptr;
    struct stat status {};
    if (folders_fail && ::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EIO;
        return -1;
    }
    count_sync(descriptor);
    return next(descriptor);
}

int fdatasync(int descriptor) {
    static auto* const next = real<int(int)>("fdatasync");
    count_sync(descriptor);
    return next(descriptor);
}

int syncfs(int descriptor) {
    static auto* const next = real<int(int)>("syncfs");
    count_sync(descriptor);
    return next(descriptor);
}

ssize_t read(int descriptor, void* data, std::size_t bytes) {
    static auto* const next = real<ssize_t(int, void*, std::size_t)>("read");
    auto* const file = tessera::shim::watched(descriptor);
    if (file == nullptr) return next(descriptor, data, bytes);
    auto const offset = place_in(descriptor);
    auto const perform = [=](std::size_t allowed) { return next(descriptor, data, allowed); };
    return read_through(*file, offset, bytes, from_disk(offset, data, perform));
}

ssize_t pread(int descriptor, void* data, std::size_t bytes, off_t offset) {
    static auto* const next = real<ssize_t(int, void*, std::size_t, off_t)>("pread");
    auto* const file = tessera::shim::watched(descriptor);
    if (file == nullptr) return next(descriptor, data, bytes, offset);
    auto const perform = [=](std::size_t allowed) { return next(descriptor, data, allowed, offset); };
    return read_through(*file, offset, bytes, from_disk(offset, data, perform));
}

ssize_t pread64(int descriptor, void* data, std::size_t bytes, off64_t offset) {
    return pread(descriptor, data, bytes, offset);
}

ssize_t readv(int descriptor, iovec const* pieces, int count) {
    static auto* const next = real<ssize_t(int, iovec const*, int)>("readv");
    auto* const file = tessera::shim::watched(descriptor);
    if (file == nullptr) return next(descriptor, pieces, count);
    auto const bytes = length_of(pieces, count);
    return read_through(*file, place_in(descriptor), bytes, whole(bytes, [=] { return next(descriptor, pieces, count); }));
}

ssize_t preadv(int descriptor, iovec const* pieces, int count, off_t offset) {
    static auto* const next = real<ssize_t(int, iovec const*, int, off_t)>("preadv");
    auto* const file = tessera::shim::watched(descriptor);
    if (file == nullptr) return next(descriptor, pieces, count, offset);
    auto const bytes = length_of(pieces, count);
    return read_through(*file, offset, bytes, whole(bytes, [=] {
        auto const done = next(descriptor, pieces, count, offset);
        auto begin = offset;
        for (int i = 0; i < count && begin < offset + done; begin += static_cast<off_t>(pieces[i++].iov_len))
            tessera::shim::turn_a_bit(begin, pieces[i].iov_base, static_cast<ssize_t>(pieces[i].iov_len));
        return done;
    }));
}

ssize_t preadv64(int descriptor, iovec const* pieces, int count, off64_t offset) {
    return preadv(descriptor, pieces, count, offset);
}

ssize_t write(int descriptor, void const* data, std::size_t bytes) {
    static auto* const next = real<ssize_t(int, void const*, std::size_t)>("write");
    auto* const file = tessera::shim::watched(descriptor);
    if (file == nullptr) return next(descriptor, data, bytes);
    return write_through(*file, place_in(descriptor), bytes, [=](std::size_t allowed) { return next(descriptor, data, allowed); });
}

ssize_t pwrite(int descriptor, void const* data, std::size_t bytes, off_t offset) {
    static auto* const next = real<ssize_t(int, void const*, std::size_t, off_t)>("pwrite");
    auto* const file = tessera::shim::watched(descriptor);
    if (file == nullptr) return next(descriptor, data, bytes, offset);
    return write_through(*file, offset, bytes, [=](std::size_t allowed) { return next(descriptor, data, allowed, offset); });
}

ssize_t pwrite64(int descriptor, void const* data, std::size_t bytes, off64_t offset) {
    return pwrite(descriptor, data, bytes, offset);
}

ssize_t writev(int descriptor, iovec const* pieces, int count) {
    static auto* const next = real<ssize_t(int, iovec const*, int)>("writev");
    auto* const file = tessera::shim::watched(descriptor);
    if (file == nullptr) return next(descriptor, pieces, count);
    auto const bytes = length_of(pieces, count);
    auto const perform = [=](iovec const* fitting, int some) { return next(descriptor, fitting, some); };
    return write_through(*file, place_in(descriptor), bytes, cut(pieces, count, perform));
}

ssize_t pwritev(int descriptor, iovec const* pieces, int count, off_t offset) {
    static auto* const next = real<ssize_t(int, iovec const*, int, off_t)>("pwritev");
    auto* const file = tessera::shim::watched(descriptor);
    if (file == nullptr) return next(descriptor, pieces, count, offset);
    auto const bytes = length_of(pieces, count);
    auto const perform = [=](iovec const* fitting, int some) { return next(descriptor, fitting, some, offset); };
    return write_through(*file, offset, bytes, cut(pieces, count, perform));
}

ssize_t pwritev64(int descriptor, iovec const* pieces, int count, off64_t offset) {
    return pwritev(descriptor, pieces, count, offset);
}

} // extern "C"
