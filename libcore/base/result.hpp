// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reports invalid user input. Bugs of the caller are assertions; failures of MPI and the system are exceptions in
// runtime/.
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace tessera {

/// A position in a text of the user. Lines and columns count from 1; `length` columns are underlined.
struct SourceLocation {
    std::string file; ///< path, or "<command line>"
    int line = 1;
    int column = 1;
    int length = 1;
    std::string text; ///< the whole line, for the caret
};

/// The part of a mapping that an error concerns. The parser marks the corresponding words.
struct ErrorSubject {
    enum class Part { Array, Template, Alignment, Format, Processors, Onto, Shadow, Leading };
    Part part = Part::Array;
    int axis = 0; ///< 0-based dimension of that part
};

/// One error in the user's input: what was found, what was expected, what to do. It never ends with a newline.
struct Error {
    std::string message;
    std::optional<SourceLocation> where = std::nullopt;
    std::optional<ErrorSubject> subject = std::nullopt;
    /// Words that would correct the error if they replaced those at `where`, best first; empty if none are known.
    std::vector<std::string> fixes = {};
    bool stopped = false; ///< not an error: the work was asked to stop (see Watch in libcore/base/watch.hpp)
};

/// Returns "file:line:column: message", the line and a caret; only the message if there is no position.
[[nodiscard]] std::string to_string(Error const& error);

template <class T>
using Result = tl::expected<T, Error>;

/// Returns the text with escaped line ends, because names may contain them and a message has one line.
[[nodiscard]] std::string in_one_line(std::string text);

/// Makes an error: `return fail("...")` in a function that returns a Result. The message becomes one line.
[[nodiscard]] inline tl::unexpected<Error> fail(std::string message, std::optional<ErrorSubject> subject = std::nullopt,
                                                std::vector<std::string> fixes = {}) {
    return tl::unexpected<Error>(Error{in_one_line(std::move(message)), std::nullopt, subject, std::move(fixes)});
}

/// Passes on an error: `if (!x) return forward_error(x);`. Precondition: `x` holds an error.
template <class T>
[[nodiscard]] tl::unexpected<Error> forward_error(Result<T> const& failed) {
    return tl::unexpected<Error>(failed.error());
}

} // namespace tessera
