// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the names under which programs compiled with _FORTIFY_SOURCE ask for the same calls; Debian's libraries are.
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace {

/// What the checked calls are for: a request longer than the memory it is for ends the program.
void check(std::size_t bytes, std::size_t room) {
    if (bytes > room) std::abort();
}

} // namespace

extern "C" {

int __open_2(char const* path, int flags);
int __open64_2(char const* path, int flags);
int __openat_2(int folder, char const* path, int flags);
int __openat64_2(int folder, char const* path, int flags);
ssize_t __read_chk(int descriptor, void* data, std::size_t bytes, std::size_t room);
ssize_t __pread_chk(int descriptor, void* data, std::size_t bytes, off_t offset, std::size_t room);
ssize_t __pread64_chk(int descriptor, void* data, std::size_t bytes, off64_t offset, std::size_t room);

int __open_2(char const* path, int flags) {
    return open(path, flags);
}

int __open64_2(char const* path, int flags) {
    return open64(path, flags);
}

int __openat_2(int folder, char const* path, int flags) {
    return openat(folder, path, flags);
}

int __openat64_2(int folder, char const* path, int flags) {
    return openat64(folder, path, flags);
}

ssize_t __read_chk(int descriptor, void* data, std::size_t bytes, std::size_t room) {
    check(bytes, room);
    return read(descriptor, data, bytes);
}

ssize_t __pread_chk(int descriptor, void* data, std::size_t bytes, off_t offset, std::size_t room) {
    check(bytes, room);
    return pread(descriptor, data, bytes, offset);
}

ssize_t __pread64_chk(int descriptor, void* data, std::size_t bytes, off64_t offset, std::size_t room) {
    check(bytes, room);
    return pread64(descriptor, data, bytes, offset);
}

} // extern "C"
