// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how bad user input is reported. Caller bugs are assertions; MPI and OS failures are exceptions in runtime/.
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace tessera {

/// A place in a text the user wrote. Lines and columns count from 1; `length` columns are underlined.
struct SourceSpan {
    std::string file; ///< path, or "<command line>"
    int line = 1;
    int column = 1;
    int length = 1;
    std::string text; ///< the whole line, for the caret
};

/// The part of a mapping that an error is about, so that the parser can point at the words that wrote it.
struct Blame {
    enum class Part { Array, Template, Alignment, Format, Processors, Onto, Shadow, Leading };
    Part part = Part::Array;
    int axis = 0; ///< 0-based dimension of that part
};

/// One error of the user's: what was found, what was expected, what to do. Never ends with a newline.
struct Error {
    std::string message;
    std::optional<SourceSpan> where = std::nullopt;
    std::optional<Blame> blame = std::nullopt;
    /// Words that mend it where the words at `where` stand, best first; empty where none are known.
    std::vector<std::string> fixes = {};
    bool stopped = false; ///< nothing is wrong: the work was asked to stop (see Watch in libcore/base/watch.hpp)
};

/// "file:line:column: message", the line and a caret; or the message alone where there is no place.
[[nodiscard]] std::string to_string(Error const& error);

template <class T>
using Result = tl::expected<T, Error>;

/// The text with line ends written out: names have them, and a message has one line.
[[nodiscard]] std::string in_one_line(std::string text);

/// `return fail("...")` in a function that returns a Result. The message becomes one line.
[[nodiscard]] inline tl::unexpected<Error> fail(std::string message, std::optional<Blame> blame = std::nullopt,
                                                std::vector<std::string> fixes = {}) {
    return tl::unexpected<Error>(Error{in_one_line(std::move(message)), std::nullopt, blame, std::move(fixes)});
}

/// `if (!x) return forward_error(x);` where the caller shall see the error that `x` holds. Precondition: it holds one.
template <class T>
[[nodiscard]] tl::unexpected<Error> forward_error(Result<T> const& failed) {
    return tl::unexpected<Error>(failed.error());
}

} // namespace tessera
