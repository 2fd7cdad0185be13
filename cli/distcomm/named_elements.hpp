// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the values that distcomm sends and gets by index, and the expected results.
#pragma once

#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_data.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "cli/distcomm/rounding_bound.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/index/index_lists.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tessera::cli {

/// The values of index lists. With a file, those of the file. Otherwise, if the elements name others, their own values; for other
/// lists, values generated from their numbers.
class NamedElements {
  public:
    /// `values`: from the file, by number (IndexedValue); empty: no file. All arguments must outlive it.
    NamedElements(CommSettings const& settings, IndexLists const& lists, std::span<std::byte const> values)
        : settings_(settings), mapping_(settings.mapping), lists_(lists), values_(values) {}

    /// Returns the values that a rank sends, in the order of its list.
    [[nodiscard]] std::vector<std::byte> own_values(Rank rank, CommArray const& source, CommData const& data) const;
    /// Copies the values that a rank received to their positions in `target`, which has one element for each position of the lists.
    /// Other positions keep their values.
    void put_values(Rank rank, std::span<std::byte const> values, std::byte* target) const;
    /// Fills the array before a send: with the identity of the combiner, or with zeros.
    void prepare_to_receive(CommArray& array, std::optional<Combiner> const& combiner) const;

    /// Compare the rank's elements after a send, and its values after a get, with the results of a single process.
    [[nodiscard]] Result<void> check_array(CommArray const& array, CommData const& data,
                                           std::optional<Combiner> const& combiner) const;
    [[nodiscard]] Result<void> check_values(std::span<std::byte const> values, std::span<Index const> indices,
                                            CommData const& data) const;

  private:
    /// Writes the value that a single process sends.
    void write_value(IndexedValue const& value, CommData const& data, std::byte* to) const;
    [[nodiscard]] Index element_bytes() const { return mapping_.array().type.bytes; }
    /// The whole array after the sends of all ranks, and the allowed rounding errors.
    struct Sent {
        std::vector<std::byte> whole;
        std::map<Index, RoundingBound> bounds; // key: element number; an absent entry allows no error
    };
    [[nodiscard]] Sent sent_by_one_process(CommData const& data, std::optional<Combiner> const& combiner) const;

    CommSettings const& settings_;
    Mapping const& mapping_;
    IndexLists const& lists_;
    std::span<std::byte const> values_;
};

} // namespace tessera::cli
