// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the last failure of each thread, the version and the texts of the C interface.
#include "libcore/api/c/failure.hpp"

#include <cstdlib>
#include <string>

namespace {

struct LastFailure {
    std::string text;
    std::string message;
    int64_t line = 0;
    int64_t column = 0;
    int64_t length = 0;
    bool lost = false; ///< there was no memory for the texts
};
thread_local LastFailure last_failure;

constexpr char const* no_memory = "the memory is exhausted";

} // namespace

void tessera_private_set_error(char const* text, char const* message, int64_t line, int64_t column, int64_t length) {
    try {
        last_failure = {text, message, line, column, length, false};
    } catch (...) {
        last_failure.lost = true;
    }
}

char const* tessera_error(void) {
    return last_failure.lost ? no_memory : last_failure.text.c_str();
}

char const* tessera_error_message(void) {
    return last_failure.lost ? no_memory : last_failure.message.c_str();
}

int tessera_error_place(int64_t* line, int64_t* column, int64_t* length) {
    if (line == nullptr || column == nullptr || length == nullptr) return TESSERA_INVALID;
    *line = last_failure.line;
    *column = last_failure.column;
    *length = last_failure.length;
    return TESSERA_OK;
}

char const* tessera_version(void) {
    return TESSERA_VERSION;
}

void tessera_free_text(char* text) {
    std::free(text);
}
