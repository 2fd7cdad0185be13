// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements that the ranks name in a general send or get (pC*, chapter 5).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/mapping/mapping.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// A value of a rank, and its element. Elements are numbered from 0 in the storage order of the array.
struct IndexedValue {
    Index number = 0; ///< number among the values of all ranks, which determines generated data
    Index place = 0;  ///< position in the rank's memory for values, in values
    Index element = 0;
    friend bool operator==(IndexedValue const&, IndexedValue const&) = default;
};

/// A list of index numbers, as a file contains it.
struct IndexTable {
    Extents extents;
    StorageOrder order = StorageOrder::C;
    std::vector<Index> numbers; ///< in the order of the file
};

class IndexLists {
  public:
    /// Makes the lists of a pattern, in which each element names another: number k names f(k). `pattern`: "permuted" (each is named
    /// once), "random" (some several times, some never), or "few" (all name the first hundredth). Values are stored like the array;
    /// with copies, the first copy names. `where`: only elements that meet it name another.
    [[nodiscard]] static IndexLists of_pattern(Mapping const& mapping, std::string_view pattern, std::optional<Mask> where = {});

    /// Makes the lists of a table. -1 names nothing in all forms:
    /// - A table with the array's shape has one number per element. The owner of the element (its first copy) has the value, stored
    /// like the array.
    /// - A one-dimensional list of another length is divided among the ranks of the mapping, in ascending order. Parts are equal;
    /// if that is not possible, the first ones have one more.
    /// - A two-dimensional table has one row per rank, from rank 0.
    /// Errors: numbers outside the array, other shapes, --where with a shape other than the array's. `source`: name of the table.
    [[nodiscard]] static Result<IndexLists> of_table(Mapping const& mapping, IndexTable table, std::optional<Mask> where,
                                                     std::string_view source);
    /// Makes the lists from one list per rank, from rank 0. Errors: as above.
    [[nodiscard]] static Result<IndexLists> of_ranks(Mapping const& mapping, std::vector<std::vector<Index>> lists,
                                                     std::optional<Mask> where, std::string_view source);

    /// Returns the number of ranks that may name elements: 0 .. ranks()-1.
    [[nodiscard]] int ranks() const { return ranks_; }
    /// Returns whether each value belongs to an element of the array and is stored like it.
    [[nodiscard]] bool of_elements() const { return form_ == Form::Pattern || form_ == Form::Elements; }
    /// Returns whether the indices come from a table, not from a pattern.
    [[nodiscard]] bool of_a_table() const { return form_ != Form::Pattern; }
    /// Returns the values of a rank, in the order of its memory.
    [[nodiscard]] std::vector<IndexedValue> of(Rank rank) const;
    /// Returns the extents of the table of all ranks' values: those of the array, those of the table of indices, or the total
    /// length of the lists.
    [[nodiscard]] Extents const& shape() const { return shape_; }
    /// Returns the mapping of that table: the array's mapping, or each rank's part in one piece (in C order). Its elements have the
    /// type and the name of the array's elements.
    [[nodiscard]] Mapping values_mapping() const;
    /// Returns the memory for values on a rank, counted in values.
    [[nodiscard]] Index room(Rank rank) const;
    /// Returns only the elements that a rank names.
    [[nodiscard]] std::vector<Index> elements_of(Rank rank) const;
    /// Returns a description such as "permuted" or "send.npy: an index for each element".
    [[nodiscard]] std::string const& description() const { return description_; }

  private:
    enum class Form { Pattern, Elements, Dealt, Rows };
    IndexLists(Mapping mapping, Form form)
        : mapping_(std::move(mapping)), form_(form), ranks_(mapping_.grid().max_rank() + 1), shape_(mapping_.array().extents) {}

    [[nodiscard]] Index named_by(Index element) const;
    [[nodiscard]] std::vector<IndexedValue> named_by_elements(Rank rank) const;
    /// Returns the range of numbers of a rank, for a divided list or for rows.
    [[nodiscard]] std::pair<Index, Index> part_of(Rank rank) const;

    Mapping mapping_;
    Form form_;
    int ranks_;
    Extents shape_; // extents of the values
    std::string description_;
    std::optional<Mask> where_;
    std::vector<Index> numbers_; // for Elements by element, otherwise rank after rank
    std::vector<Index> starts_;  // for Dealt and Rows: begin by rank, and the end
};

} // namespace tessera
