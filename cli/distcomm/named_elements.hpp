// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the values that distcomm sends and gets by index, and what must come of it.
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

/// The values of index lists: those of a file; else of elements that name others, their own, and of other lists the values of
/// elements with their numbers.
class NamedElements {
  public:
    /// `values`: of the file, by number (IndexedValue); empty: of no file. All must outlive it.
    NamedElements(CommSettings const& settings, IndexLists const& lists, std::span<std::byte const> values)
        : settings_(settings), mapping_(settings.mapping), lists_(lists), values_(values) {}

    /// What a rank sends, in the order of its list.
    [[nodiscard]] std::vector<std::byte> own_values(Rank rank, CommArray const& source, CommData const& data) const;
    /// Copies the values that a rank got to their places in `target`, which has as many elements as the lists have room for. Other
    /// places keep their values.
    void put_values(Rank rank, std::span<std::byte const> values, std::byte* target) const;
    /// Before a send: what combining does not change, or zeros.
    void prepare_to_receive(CommArray& array, std::optional<Combiner> const& combiner) const;

    /// The rank's elements after a send, and its values after a get, against one process.
    [[nodiscard]] Result<void> check_array(CommArray const& array, CommData const& data,
                                           std::optional<Combiner> const& combiner) const;
    [[nodiscard]] Result<void> check_values(std::span<std::byte const> values, std::span<Index const> indices,
                                            CommData const& data) const;

  private:
    /// The value that one process sends.
    void write_value(IndexedValue const& value, CommData const& data, std::byte* to) const;
    [[nodiscard]] Index element_bytes() const { return mapping_.array().type.bytes; }
    /// The whole array after the send of all ranks, and how far elements may lie from it.
    struct Sent {
        std::vector<std::byte> whole;
        std::map<Index, RoundingBound> bounds; // by number; nothing: not at all
    };
    [[nodiscard]] Sent sent_by_one_process(CommData const& data, std::optional<Combiner> const& combiner) const;

    CommSettings const& settings_;
    Mapping const& mapping_;
    IndexLists const& lists_;
    std::span<std::byte const> values_;
};

} // namespace tessera::cli
