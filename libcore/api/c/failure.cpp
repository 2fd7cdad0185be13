// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the boundary of the C interface: checks pointers, and turns errors and exceptions into a status.
#include "libcore/api/c/failure.hpp"

#include "libcore/base/require.hpp"

#include <exception>
#include <fmt/format.h>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tessera::api {
namespace {

/// Returns the message with the words of the library: an option of the commands is a parameter of the same name. Only words that
/// begin with two dashes are options; names of the user are quoted, or have dashes inside.
std::string without_options(std::string text) {
    constexpr std::string_view option = " with --ranks";
    if (auto const at = text.find(option); at != std::string::npos) text.erase(at, option.size());
    for (auto at = text.find("--"); at != std::string::npos; at = text.find("--", at + 1)) {
        bool const begins_word = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
        if (begins_word) text.erase(at, 2);
    }
    return text;
}

int note_text(int status, char const* text) noexcept {
    tessera_private_set_error(text, text, 0, 0, 0);
    return status;
}

} // namespace

Result<void> check_pointers(char const* function, std::initializer_list<RequiredPointer> pointers) {
    for (RequiredPointer const& each : pointers)
        if (each.pointer == nullptr) return fail(fmt::format("{}: {} is null", function, each.name));
    return {};
}

int note_invalid(Error const& error) noexcept {
    try {
        Error named = error;
        named.message = without_options(named.message);
        if (named.where && named.where->file.starts_with("--")) named.where->file.erase(0, 2);
        auto const& at = named.where;
        tessera_private_set_error(to_string(named).c_str(), named.message.c_str(), at ? at->line : 0, at ? at->column : 0,
                                  at ? at->length : 0);
        return TESSERA_INVALID;
    } catch (...) {
        return note_exception();
    }
}

int note_exception() noexcept {
    try {
        throw;
    } catch (std::bad_alloc const&) {
        return note_text(TESSERA_FAILED, "the memory is exhausted");
    } catch (BrokenPrecondition const& misuse) {
        return note_text(TESSERA_INVALID, misuse.what());
    } catch (std::logic_error const& bug) {
        return note_text(TESSERA_INTERNAL, bug.what());
    } catch (std::exception const& failure) {
        return note_text(TESSERA_FAILED, failure.what());
    } catch (...) {
        return note_text(TESSERA_INTERNAL, "an unknown exception");
    }
}

} // namespace tessera::api
