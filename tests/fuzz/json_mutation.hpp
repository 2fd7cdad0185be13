// SPDX-License-Identifier: BSD-3-Clause
// Tessera: valid JSON with one thing wrong in it, for all that reads JSON.
#pragma once

#include "libcore/base/result.hpp"

#include <functional>
#include <string>

namespace tessera::fuzz {

/// What reads a text. It returns an error or accepts the text; it never throws.
using JsonReader = std::function<Result<void>(std::string const& text)>;

struct JsonCase {
    std::string name;  ///< for messages
    std::string valid; ///< what the reader accepts
    JsonReader read;
    /// Errors about a value of another type, or a missing member, name a member on the way to it.
    bool names_member = true;
};

/// Replaces each value in turn by values of all other types, deletes each member, and cuts the text off. Prints every reader's
/// failure and returns their number.
[[nodiscard]] int failures_of(JsonCase const& checked);

/// The text of a file, which must be there.
[[nodiscard]] std::string text_of_file(std::string const& path);

} // namespace tessera::fuzz
