// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads and writes a file in a way that is known beforehand, for the test of the shim.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <span>
#include <string>
#include <sys/uio.h>
#include <unistd.h>

namespace {

/// "pread 5", or "pread Input/output error".
void tell(char const* call, ssize_t result) {
    if (result < 0)
        std::printf("%s %s\n", call, std::strerror(errno));
    else
        std::printf("%s %zd\n", call, result);
}

/// The same of bytes that were written as zeros: "pread spoilt 5" where one of them is none. They are zeros afterwards.
void tell_read(char const* call, ssize_t result, std::span<char> data) {
    bool const spoilt = std::ranges::any_of(data, [](char byte) { return byte != 0; });
    std::ranges::fill(data, '\0');
    tell(spoilt ? (std::string(call) + " spoilt").c_str() : call, result);
}

} // namespace

/// probe FILE: writes 24 bytes in 3 requests and reads 20 in 3; between them it syncs twice.
int main(int argc, char** argv) {
    std::span<char*> const arguments(argv, static_cast<std::size_t>(argc));
    if (arguments.size() != 2) return 2;
    int const file = open(arguments[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0) return 1;
    std::array<char, 16> data{};
    std::array<iovec, 2> const pieces{iovec{data.data(), 4}, iovec{data.data() + 4, 2}};
    tell("write", write(file, data.data(), 8));
    tell("pwrite", pwrite(file, data.data(), 10, 8));
    tell("pwritev", pwritev(file, pieces.data(), 2, 18));
    fsync(file);
    fdatasync(file);
    lseek(file, 0, SEEK_SET);
    tell_read("read", read(file, data.data(), 8), data);
    tell_read("pread", pread(file, data.data(), 6, 8), data);
    tell_read("preadv", preadv(file, pieces.data(), 2, 14), data);
    return close(file);
}
