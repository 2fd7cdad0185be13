// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which elements of an array the ranks name in a general send or get (pC*, chapter 5).
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

/// A value of a rank, and the element that it is for. Elements are numbered from 0 in the storage order of the array.
struct IndexedValue {
    Index number = 0; ///< among the values of all ranks: by it, generated data get their value
    Index place = 0;  ///< in the rank's memory for values, counted in values
    Index element = 0;
    friend bool operator==(IndexedValue const&, IndexedValue const&) = default;
};

/// A list of index numbers as a file holds it.
struct IndexTable {
    Extents extents;
    StorageOrder order = StorageOrder::C;
    std::vector<Index> numbers; ///< as they stand in the file
};

class IndexLists {
  public:
    /// Every element names another one: number k names f(k). `pattern`: "permuted", each is named once; "random", some again and
    /// some never; "few", all name the first hundredth. Values lie as the array does; of copies, the first ones name.
    /// `where`: only elements that meet it.
    [[nodiscard]] static IndexLists of_pattern(Mapping const& mapping, std::string_view pattern, std::optional<Mask> where = {});

    /// A table in the array's own shape has a number for each element, whose owner (of copies, the first) has the value; values lie
    /// as the array does. Any other list of one dimension is dealt out: the ranks of the mapping, in ascending order, get equal
    /// parts, the first ones one more where that does not work out. A table of two dimensions has a row for each rank from 0 on.
    /// In all of them -1 names nothing.
    /// Errors: numbers beyond the array, other shapes, --where with anything but the array's own shape. `source` names the table.
    [[nodiscard]] static Result<IndexLists> of_table(Mapping const& mapping, IndexTable table, std::optional<Mask> where,
                                                     std::string_view source);
    /// A list for each rank from 0 on. Errors: as above.
    [[nodiscard]] static Result<IndexLists> of_ranks(Mapping const& mapping, std::vector<std::vector<Index>> lists,
                                                     std::optional<Mask> where, std::string_view source);

    /// Ranks that may name something: 0 .. ranks()-1.
    [[nodiscard]] int ranks() const { return ranks_; }
    /// Do values belong to elements, and lie where these do?
    [[nodiscard]] bool of_elements() const { return form_ == Form::Pattern || form_ == Form::Elements; }
    /// Do the indices come from a table, and from no pattern?
    [[nodiscard]] bool of_a_table() const { return form_ != Form::Pattern; }
    /// What a rank names, in the order of its memory.
    [[nodiscard]] std::vector<IndexedValue> of(Rank rank) const;
    /// The table of the values of all ranks: the array's extents, those of the table of indices, or all lists one after the other.
    [[nodiscard]] Extents const& shape() const { return shape_; }
    /// How that table lies in the memory of the ranks: as the array, or each rank's part in one piece (in C order). Its elements
    /// have the type and the name of the array's.
    [[nodiscard]] Mapping values_mapping() const;
    /// The room for values in a rank's memory, counted in values.
    [[nodiscard]] Index room(Rank rank) const;
    /// The elements alone.
    [[nodiscard]] std::vector<Index> elements_of(Rank rank) const;
    /// "permuted", "send.npy: an index for each element".
    [[nodiscard]] std::string const& description() const { return description_; }

  private:
    enum class Form { Pattern, Elements, Dealt, Rows };
    IndexLists(Mapping mapping, Form form)
        : mapping_(std::move(mapping)), form_(form), ranks_(mapping_.grid().max_rank() + 1), shape_(mapping_.array().extents) {}

    [[nodiscard]] Index named_by(Index element) const;
    [[nodiscard]] std::vector<IndexedValue> named_by_elements(Rank rank) const;
    /// The part of the numbers that a rank has; of a dealt list, or of rows.
    [[nodiscard]] std::pair<Index, Index> part_of(Rank rank) const;

    Mapping mapping_;
    Form form_;
    int ranks_;
    Extents shape_; // of the values
    std::string description_;
    std::optional<Mask> where_;
    std::vector<Index> numbers_; // of Elements by element; else one rank after the other
    std::vector<Index> starts_;  // of Dealt and Rows: by rank, and one more
};

} // namespace tessera
