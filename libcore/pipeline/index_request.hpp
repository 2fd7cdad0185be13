// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of a general send or get, in the user's words.
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

/// The values of --indices and --pattern, or of the window's fields.
struct IndexRequest {
    std::string indices{}; ///< an npy file of integers, or one per dimension, separated by commas; with "{}" in a
                           ///< name, one file per rank; empty: none
    std::string pattern{}; ///< "permuted", "random", "few"; empty: permuted
    friend bool operator==(IndexRequest const&, IndexRequest const&) = default;
};

/// Returns the lists. Errors: both options are given; a file that cannot be read, is not an npy file, or contains no integers; as
/// IndexLists.
[[nodiscard]] Result<IndexLists> index_lists_of(IndexRequest const& request, Mapping const& mapping, std::optional<Mask> where,
                                                FileReader const& files);

/// Reads the values of the named elements, by their numbers (IndexedValue), from an npy file with the shape of the indices. With
/// "{}" in its name there is one file per rank. `option`: name of the option in errors. Errors: a file that cannot be read or is
/// not an npy file; elements of another type than the array's; another shape; a pattern, which has no indices in a file.
[[nodiscard]] Result<std::vector<std::byte>> index_values_of(std::string_view option, std::string const& name,
                                                             IndexLists const& lists, ArraySpec const& array,
                                                             FileReader const& files);

} // namespace tessera
