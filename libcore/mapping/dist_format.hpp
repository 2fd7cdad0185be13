// SPDX-License-Identifier: BSD-3-Clause
// Tessera: dist-formats, those of HPF and our own.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tessera {

struct Division;
struct FormatInfo;

/// A list of integers in a format, typed or in a file.
struct ValueList {
    std::vector<Index> values;
    std::string file; ///< name of the file with the `values` ("@file"), kept for writing the directive back
    friend bool operator==(ValueList const&, ValueList const&) = default;
};

/// The blocks of `even` that get one index more if the extent is no multiple of the number of processors.
enum class EvenRule {
    First, ///< the first blocks, as PETSc and MPI-FFT libraries do
    Last,  ///< the last blocks
    Floor  ///< spread: of n indices on P processors, block c begins at floor(c*n/P)
};

/// One entry of DISTRIBUTE T(...). Each kind is a struct. All that Tessera knows about a kind is one `Rule` in dist_format.cpp.
struct DistFormat {
    struct Block {
        std::optional<Index> size; ///< absent: ceil(N/P)
        friend bool operator==(Block const&, Block const&) = default;
    };
    struct Cyclic {
        std::optional<Index> size; ///< absent: 1
        friend bool operator==(Cyclic const&, Cyclic const&) = default;
    };
    struct Even {
        std::optional<EvenRule> rule; ///< absent: First
        friend bool operator==(Even const&, Even const&) = default;
    };
    struct GenBlock {
        ValueList list; ///< block sizes
        friend bool operator==(GenBlock const&, GenBlock const&) = default;
    };
    struct Indirect {
        ValueList list; ///< the 0-based coordinate of each template position
        friend bool operator==(Indirect const&, Indirect const&) = default;
    };
    struct Collapsed {
        friend bool operator==(Collapsed const&, Collapsed const&) = default;
    };

    std::variant<Block, Cyclic, Even, GenBlock, Indirect, Collapsed> kind = Collapsed{};

    [[nodiscard]] static DistFormat collapsed() { return {}; }
    [[nodiscard]] static DistFormat block(std::optional<Index> m = std::nullopt) { return {Block{m}}; }
    [[nodiscard]] static DistFormat cyclic(std::optional<Index> m = std::nullopt) { return {Cyclic{m}}; }
    [[nodiscard]] static DistFormat even(std::optional<EvenRule> rule = std::nullopt) { return {Even{rule}}; }
    [[nodiscard]] static DistFormat gen_block(std::vector<Index> sizes) { return {GenBlock{{std::move(sizes), {}}}}; }
    [[nodiscard]] static DistFormat indirect(std::vector<Index> owners) { return {Indirect{{std::move(owners), {}}}}; }

    template <class Kind>
    [[nodiscard]] bool is() const {
        return std::holds_alternative<Kind>(kind);
    }
    [[nodiscard]] bool is_distributed() const { return !is<Collapsed>(); }
    [[nodiscard]] FormatInfo const& info() const;

    // The argument in parentheses. Each is absent (null) if the kind has no such argument or the user did not write it.
    [[nodiscard]] std::optional<Index> size() const;
    [[nodiscard]] std::optional<std::size_t> word() const; ///< index into FormatInfo::words
    [[nodiscard]] ValueList const* list() const;
    [[nodiscard]] ValueList* list();
    void forget_file(); ///< keeps the values of the list and drops the name of its file

    /// Divides [0, extent) among `coords` coordinates. Errors: those of DimMapping::distributed.
    [[nodiscard]] Result<Division> divide(Index extent, Index coords) const;
    /// Length of the blocks if all have the same length (the last one may be shorter), else nothing.
    [[nodiscard]] std::optional<Index> equal_block(Index extent, Index coords) const;

    friend bool operator==(DistFormat const&, DistFormat const&) = default;
};

/// An index and the dimension that it is looked up in.
struct OwnerQuestion {
    Index position = 0; ///< 0-based
    Index lower = 0;    ///< of the dimension, in the user's bounds
    Index extent = 0;
    Index coords = 1;
    Index owner = 0; ///< the answer: a 0-based coordinate
};
/// Returns the step from a position to its owner in words: "block(8): (10-1)/8 = block 1".
[[nodiscard]] std::string owner_words(DistFormat const& format, OwnerQuestion const& question);

/// The order of the owners along the dimension. It decides the effect of dragging a boundary, and the constraints of regions.
enum class FormatPattern {
    Whole,  ///< one owner
    Blocks, ///< one run per coordinate, in ascending order: a boundary moves alone
    Cycles, ///< equal blocks in turn: all boundaries move
    Listed  ///< any owner for any index: a boundary repaints indices
};

/// The argument in parentheses after the keyword.
enum class FormatArgument {
    None,
    Size,       ///< one integer; may be absent
    Word,       ///< one of `words`; may be absent
    List,       ///< integers
    Coordinates ///< integers: coordinates in the arrangement's own bounds
};

/// An argument as it was read. The member that belongs to the format's FormatArgument counts.
struct FormatArguments {
    std::optional<Index> size;
    std::optional<std::size_t> word; ///< index into FormatInfo::words
    ValueList list;
};

/// One kind of format: its words, and what holds for all its values.
struct FormatInfo {
    std::string_view name;                         ///< keyword, such as "block"; "*" for a dimension that is not distributed
    std::string_view notation;                     ///< all ways to write it: "block, block(m)"
    std::string_view explanation;                  ///< one sentence for beginners
    std::span<std::string_view const> common = {}; ///< what a form offers for a quick choice: "cyclic", "cyclic(2)"
    FormatPattern pattern = FormatPattern::Blocks;
    FormatArgument argument = FormatArgument::None;
    std::span<std::string_view const> words = {}; ///< choices of a FormatArgument::Word
    bool hpf = true;                              ///< false: our own extension, written as !dist$
    DistFormat (*make)(FormatArguments) = nullptr;
};

/// Returns all kinds of formats, in the order of DistFormat::kind.
[[nodiscard]] std::span<FormatInfo const> dist_formats();

} // namespace tessera
