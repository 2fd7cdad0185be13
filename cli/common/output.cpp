// SPDX-License-Identifier: BSD-3-Clause
// Tessera: standard output with error checks.
#include "cli/common/output.hpp"

#include "cli/common/line_breaks.hpp"
#include "cli/common/terminal.hpp"
#include "libcore/base/index.hpp"
#include "libcore/base/visible_text.hpp"

#include <cerrno>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tessera::cli {
namespace {

constexpr std::size_t buffer_size = 64 * 1024;

} // namespace

Output::Output(int descriptor, std::string name)
    : descriptor_(descriptor), is_terminal_(isatty(descriptor) == 1), width_(screen_width(descriptor)), name_(std::move(name)) {}

void Output::write(std::string_view text) {
    if (!is_terminal_) return write_bytes(text);
    std::string const shown = visible_in_colour(text);
    write_bytes(width_ ? with_broken_reports(shown, *width_) : shown);
}

void Output::write_bytes(std::string_view bytes) {
    if (text_ != nullptr) {
        *text_ += bytes;
        return;
    }
    buffer_ += bytes;
    if (buffer_.size() >= buffer_size) flush();
}

void Output::flush() {
    std::string const pending = std::exchange(buffer_, {});
    std::string_view rest = pending;
    while (!rest.empty()) {
        auto const written = ::write(descriptor_, rest.data(), rest.size());
        if (written >= 0)
            rest.remove_prefix(as_size(written));
        else if (errno == EPIPE)
            return; // the reader has ended, as with '| head': discard the rest
        else if (errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "cannot write to " + name_);
    }
}

} // namespace tessera::cli
