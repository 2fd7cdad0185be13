// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads the text of a file that the user names.
#include "libcore/base/file_text.hpp"

#include "libcore/base/descriptor.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tessera {

Result<std::string> file_text(std::string const& path, std::string_view what) {
    auto const refused = [&](char const* reason) {
        return fail(fmt::format("cannot read {}{}'{}': {}", what, what.empty() ? "" : " ", path, reason));
    };
    Descriptor const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0) return refused(std::strerror(errno));
    if (S_ISDIR(status.st_mode)) return refused("it is a folder, not a file");
    bool const endless = S_ISBLK(status.st_mode) || (S_ISCHR(status.st_mode) && ::isatty(file.number()) == 0);
    if (endless) return refused("it is a device, not a file");
    std::string text;
    std::array<char, 1 << 16> piece{};
    for (;;) {
        ssize_t const count = ::read(file.number(), piece.data(), piece.size());
        if (count == 0) return text;
        if (count < 0 && errno != EINTR) return refused(std::strerror(errno));
        if (count > 0) text.append(piece.data(), static_cast<std::size_t>(count));
    }
}

} // namespace tessera
