// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses the layout of a new HDF5 file and the number of files of a checkpoint.
#include "libcore/files/copy/file_layout_choice.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/array_format.hpp"

#include <fmt/format.h>
#include <string>
#include <utility>

namespace tessera {

namespace {

/// Returns the texts before and after the comma; the second may be empty.
std::pair<std::string, std::string> halves(std::string const& text) {
    auto const comma = text.find(',');
    return {text.substr(0, comma), comma == std::string::npos ? "" : text.substr(comma + 1)};
}

Result<Index> size_of(std::string const& text, char const* option) {
    auto const size = parse_size(text);
    if (!size || *size < 1) return fail(fmt::format("--{}: expected a size, such as 1MiB, not '{}'", option, text));
    return *size;
}

} // namespace

Result<NewFileLayout> file_layout(OptionValues const& given) {
    NewFileLayout layout;
    if (auto const text = given.text("libver")) {
        auto [oldest, newest] = halves(*text);
        layout.oldest = std::move(oldest);
        layout.newest = newest.empty() ? "latest" : std::move(newest);
    }
    if (auto const text = given.text("align")) {
        auto const [unit, from] = halves(*text);
        auto const size = TRY(size_of(unit, "align"));
        auto const least = TRY(from.empty() ? Result<Index>((size + 1) / 2) : size_of(from, "align"));
        layout.alignment = size;
        layout.align_from = least;
    }
    layout.page = given.number("page").value_or(0);
    layout.user_block = given.text_or("user-block", "");
    return layout;
}

Result<void> choose_shares(NewArray& array, OptionValues const& given, FileName const& to, int ranks) {
    constexpr Index most = 99999; // the files' names have five digits
    array.shares = given.number("files").value_or(ranks);
    if (given.has("files") && !to.format->capabilities().is_shared_out)
        return fail(fmt::format("--files is for checkpoints (--as dcp); '{}' is none", to.path));
    if (array.shares < 1 || array.shares > most)
        return fail(fmt::format("--files: expected a number from 1 to {}, not {}", most, array.shares));
    return {};
}

} // namespace tessera
