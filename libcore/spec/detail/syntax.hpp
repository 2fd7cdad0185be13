// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the syntax tree of a job, with the place of each part, before names are looked up.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "libcore/mapping/processors.hpp"
#include "libcore/spec/detail/expression.hpp"
#include "libcore/spec/detail/loop_nest.hpp"
#include "libcore/spec/io_statement.hpp"
#include "libcore/spec/phase_statement.hpp"
#include "libcore/spec/region_statement.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tessera::notation {

/// One declared dimension. Array dimensions may be empty.
struct Dimension {
    Index lower = 1;
    Index extent = 0;
    Place place;
};

/// A declared variable. Its errors matter only if a directive names it, because programs contain many declarations that we cannot
/// evaluate.
struct ArrayDecl {
    Name name;
    ElementType type;
    std::vector<Dimension> dims;
    StorageOrder order = StorageOrder::Fortran;
    std::optional<Error> problem;
};

/// PROCESSORS P(4,2), TEMPLATE T(68,30), IO_PROCESSORS Pio(2).
struct SpaceDecl {
    Name name;
    std::vector<Dimension> dims;
};

/// `l:u:s`, `:`, or one index: a subscript triplet.
struct Triplet {
    std::optional<Index> first; ///< absent: the bound of the subscripted dimension
    std::optional<Index> last;
    Index stride = 1;
    bool scalar = false; ///< true: one index, `first`
    Place place;
};

struct FormatNode {
    DistFormat format; ///< indirect: values as written, in the arrangement's own bounds
    Place place;
};

/// ONTO P or ONTO P(2:5, 3).
struct OntoNode {
    Name processors;
    std::vector<Triplet> subscripts; ///< empty: the whole arrangement
};

/// DISTRIBUTE and REDISTRIBUTE (and IO_DISTRIBUTE, whose distributee is an arrangement).
struct DistributeNode {
    Name distributee;
    std::vector<FormatNode> formats;
    Place list; ///< the formats with their parentheses
    std::optional<OntoNode> onto;
    std::optional<std::pair<Index, Place>> leading; ///< after `lld`
    std::vector<Token> form; ///< after `as`, instead of formats: a foreign form, with its End; parsed when the array is known
    bool extended = false;   ///< written as !dist$, which lifts HPF's restrictions on what may be remapped
};

struct AlignSource {
    enum class Kind { Dummy, Colon, Collapsed };
    Kind kind = Kind::Colon;
    std::size_t dummy = 0; ///< index of the dummy
    Place place;
};
struct AlignSubscript {
    enum class Kind { Linear, Triplet, Replicated };
    Kind kind = Kind::Triplet;
    LinearForm form; ///< for Linear; its dummy is an index into the dummies of the sources
    Triplet range;   ///< for Triplet
    Place place;
};
/// ALIGN and REALIGN.
struct AlignNode {
    Name alignee;
    std::optional<std::vector<AlignSource>> sources; ///< absent: a colon for each dimension
    std::vector<Name> dummies;
    Name target;
    std::optional<std::vector<AlignSubscript>> subscripts; ///< absent: a colon for each dimension
    bool extended = false;
};

struct ShadowNode {
    Name array;
    std::vector<std::pair<ShadowWidth, Place>> widths;
};

/// RANKS P(0,3,4:11).
struct RanksNode {
    Name processors;
    std::vector<Triplet> ranges; ///< first and last are present
    Place list;
};

/// ORDER P(col).
struct OrderNode {
    Name processors;
    GridOrder order = GridOrder::RowMajor;
};

/// One subscript of a copied array.
struct CopySubscript {
    std::optional<Name> dummy; ///< `i` alone is the whole dimension, `i=1:50` a range with a name
    Triplet range;
    bool half_open = false; ///< written in brackets: `last` is not part of the range
};
struct CopyOperand {
    Name array;
    std::vector<CopySubscript> subscripts; ///< empty: the whole array
};
/// COPY B(j,i) = A(i,j), B(i) = sum(A(i,:)), B(i) = max(A(i,:)), B = reshape(A).
struct CopyNode {
    CopyOperand target;
    CopyOperand source;
    Place place;
    std::optional<ReduceOp> adds = std::nullopt; ///< present: the copy combines the source's dimensions without partner by this
                                                 ///< operation
    bool reshapes = false;
};

/// IO READ A(...) FOR(P=0:15) ...: the statement, and the places of parts that are checked when the array is known.
struct IoNode {
    IoStatement statement;
    Name array;
    std::vector<Place> subscripts; ///< one per range of the section
    Place chunk;
    Place state;
    std::size_t remaps = 0; ///< number of remaps before it
};

/// REGION READ MUST A(...) FOR(M: ...): the statement, and the places of parts that are checked when the array is known.
struct RegionNode {
    RegionStatement statement;
    Name array;
    Place subscripts;
    Place state;
    std::size_t remaps = 0; ///< number of remaps before it
};

/// PHASE NAME: ...: the statement, and the places of parts that are checked when the arrays are known.
struct PhaseNode {
    /// A list that must have one entry per dimension of the array.
    struct List {
        Name array;
        std::size_t entries = 0;
        Place place;
        std::string_view what; ///< name of one entry, for errors
    };
    PhaseStatement statement;
    Place name;
    Name on;
    std::vector<Name> arrays; ///< in the order of statement.arrays
    std::vector<List> lists;
    std::vector<std::pair<Name, Name>> partners; ///< READS B WITH A
};

/// A PHASE, REPEAT or END REPEAT.
struct ProgramNode {
    ProgramLine::Kind kind = ProgramLine::Kind::Phase;
    PhaseNode phase;
    Index count = 1;        ///< for REPEAT
    std::size_t remaps = 0; ///< number of remaps before it
    Place place;
};

/// The statements of a whole job file, in the order of the text within each kind.
struct Program {
    std::vector<ArrayDecl> arrays;
    std::vector<SpaceDecl> processors;
    std::vector<SpaceDecl> io_processors;
    std::vector<SpaceDecl> templates;
    std::vector<AlignNode> aligns;
    std::vector<DistributeNode> distributes;
    std::vector<ShadowNode> shadows;
    std::vector<RanksNode> ranks;
    std::vector<OrderNode> orders;
    std::vector<Name> dynamics;
    std::vector<std::pair<Name, ReduceOp>> addends; ///< arrays whose last dimension counts the addends of a pending sum
    std::vector<std::variant<DistributeNode, AlignNode>> remaps; ///< REDISTRIBUTE and REALIGN
    std::vector<DistributeNode> io_distributes;
    std::vector<CopyNode> copies;
    std::vector<IoNode> io;
    std::vector<RegionNode> regions;
    std::vector<ProgramNode> phases; ///< phases and their loops
    std::vector<ProgramNest> nests;
};

} // namespace tessera::notation
