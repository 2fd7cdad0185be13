// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a context in the user's words.
#include "libcore/pipeline/mask_request.hpp"

#include "libcore/base/try.hpp"
#include "libcore/pipeline/npy_table.hpp"

#include <utility>

namespace tessera {

Result<std::optional<Mask>> mask_of(std::optional<std::string> const& text, ArraySpec const& array, std::string_view option) {
    if (!text) return std::optional<Mask>();
    return std::optional(TRY(Mask::parse(*text, array, option)));
}

Result<std::optional<Mask>> mask_of(MaskRequest const& request, ArraySpec const& array, FileReader const& files) {
    auto condition = mask_of(request.where, array);
    if (!condition || !request.file) return condition;
    auto const flags = TRY(read_flags("--mask", *request.file, array, files));
    Mask const set = Mask::of_flags(flags, array, *request.file + " is not 0");
    return *condition ? (*condition)->and_in(set) : std::optional(set);
}

} // namespace tessera
