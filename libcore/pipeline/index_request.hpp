// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of a general send or get as they are asked for, by words.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/index/index_lists.hpp"
#include "libcore/spec/parse.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// What --indices and --pattern say, and what the window's field holds.
struct IndexRequest {
    std::string indices{}; ///< an npy file of integers, or one for each dimension with commas between them; with "{}" in a
                           ///< name one for each rank; empty: none
    std::string pattern{}; ///< "permuted", "random", "few"; empty: permuted
    friend bool operator==(IndexRequest const&, IndexRequest const&) = default;
};

/// Errors: both are said; a file that cannot be read, is no npy file or holds no integers; whatever IndexLists finds.
[[nodiscard]] Result<IndexLists> index_lists_of(IndexRequest const& request, Mapping const& mapping, std::optional<Mask> where,
                                                FileReader const& files);

/// The values of the elements that the lists name, by their numbers (IndexedValue), from an npy file in the shape of the indices;
/// with
/// "{}" in its name one for each rank. `option` names it in errors. Errors: a file that cannot be read or is no npy file; elements
/// of another type than the array's; another shape; a pattern has no indices in a file.
[[nodiscard]] Result<std::vector<std::byte>> index_values_of(std::string_view option, std::string const& name,
                                                             IndexLists const& lists, ArraySpec const& array,
                                                             FileReader const& files);

} // namespace tessera
