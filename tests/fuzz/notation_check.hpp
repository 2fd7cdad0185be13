// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what must hold for every text, sense or nonsense.
#pragma once

#include <string_view>

namespace tessera::fuzz {

/// Reads the text as a job file and its first lines as options. Ends the program with a message where an error has no place inside
/// the text, or where an accepted job, written and read again, is another one.
void check_notation(std::string_view text);
/// Its two halves, for a fuzzer: each is read many times faster alone.
void check_job(std::string_view text);
void check_options(std::string_view text);

} // namespace tessera::fuzz
