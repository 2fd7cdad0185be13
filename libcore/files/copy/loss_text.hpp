// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts about what a copy does not keep of its source, and about chunks that the source does not store.
#pragma once

#include "libcore/files/store/file_name.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Returns the losses in one line, each once. Of very many it names only the first.
[[nodiscard]] std::string losses_text(std::vector<Loss> const& losses);
/// Returns how to ask for a target without filters, if its format has none and some are lost; otherwise an empty text.
[[nodiscard]] std::string filters_hint(FileName const& target, std::vector<Loss> const& losses);
/// Returns "12 of 40 chunks are not stored: the fill value stands for them".
[[nodiscard]] std::string unstored_text(UnstoredChunks const& unstored);

} // namespace tessera
