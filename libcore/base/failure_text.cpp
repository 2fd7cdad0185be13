// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the text of an exception for users.
#include "libcore/base/failure_text.hpp"

#include "libcore/base/visible_text.hpp"

#include <filesystem>
#include <new>

namespace tessera {

namespace {

std::string text_of(std::exception const& failure) {
    if (dynamic_cast<std::bad_alloc const*>(&failure) != nullptr) return "out of memory";
    if (auto const* const of_file = dynamic_cast<std::filesystem::filesystem_error const*>(&failure)) {
        std::string const to = of_file->path2().empty() ? "" : " to '" + of_file->path2().string() + "'";
        return "making, moving or removing '" + of_file->path1().string() + "'" + to + ": " + of_file->code().message();
    }
    return failure.what();
}

} // namespace

std::string failure_text(std::exception const& failure) {
    return visible_name(text_of(failure));
}

} // namespace tessera
