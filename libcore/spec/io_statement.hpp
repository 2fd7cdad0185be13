// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `!dist$ io`, a statement that reads an array or a section from a file, or writes it; and the options of such access.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/copy_map.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

enum class IoDirection { Read, Write };

/// How ranks access a file. libcore/io implements each method: direct.hpp, sieve.hpp and two_phase.hpp.
enum class Access { Direct, Sieve, TwoPhase };

enum class DomainKind {
    Static,     ///< blocks of the whole file
    Dynamic,    ///< blocks of the bounding section
    BlockCyclic ///< small blocks of the bounding section, dealt round-robin
};

[[nodiscard]] std::string_view name_of(IoDirection direction); ///< "read", "write"
[[nodiscard]] std::string_view name_of(Access access);         ///< "direct", "sieve", "two-phase"
[[nodiscard]] std::string_view name_of(DomainKind kind);       ///< "static", "dynamic", "cyclic"
/// The inverse functions. They ignore case and return nothing for unknown names.
[[nodiscard]] std::optional<Access> access_named(std::string_view name);
[[nodiscard]] std::optional<DomainKind> domain_kind_named(std::string_view name);

/// An index that may depend on the rank p: at + per_rank * p, in the array's own bounds.
struct RankIndex {
    Index at = 0;
    Index per_rank = 0;
    friend bool operator==(RankIndex const&, RankIndex const&) = default;
};

/// One subscript of a section: a range as it is written (half-open for C arrays), or one index.
struct RankTriplet {
    std::optional<RankIndex> first; ///< absent: the dimension's bound
    std::optional<RankIndex> last;
    Index stride = 1;
    bool scalar = false; ///< true: one index, `first`
    friend bool operator==(RankTriplet const&, RankTriplet const&) = default;
};

/// `for(p=0:15)`: each of these ranks reads or writes the section, whether or not it owns it.
struct ForClause {
    std::string dummy = "p";
    Rank first = 0;
    Rank last = 0; ///< inclusive
    friend bool operator==(ForClause const&, ForClause const&) = default;
};

/// Largest number of ranks that `for` can name. The plan treats each of them separately.
inline constexpr Rank most_io_ranks = 65'536;

/// `!dist$ io read A(1:100:2,:) order(row) memory(4MiB)`. A member without a value is a clause that was not written.
struct IoStatement {
    IoDirection direction = IoDirection::Read;
    std::string array;
    std::vector<RankTriplet> section; ///< empty: the whole array
    std::optional<ForClause> each;    ///< absent: every rank accesses what it owns of the section
    std::string state; ///< the state that gives the owners, as `state(...)` names it; empty: the state in effect at this line
    std::optional<std::size_t> state_here; ///< the number of that state in both cases; nothing: the statement is not from a job, so
                                           ///< reading uses "from" and writing "to"
    int line = 0;                          ///< line of the job file; 0: none

    std::optional<StorageOrder> order; ///< order of the elements in the file
    Extents chunk;                     ///< chunk shape in the file, in the array's dimensions; empty: the file has no chunks
    std::optional<Access> access;      ///< absent: the planner chooses the best
    std::optional<DomainKind> domains; ///< for two-phase access
    std::optional<Index> block;        ///< for cyclic domains: units per block
    std::optional<Index> aggregators;  ///< for two-phase access
    std::optional<Index> memory;       ///< buffer size of a rank in bytes

    /// Compares the contents and ignores the positions in the text.
    friend bool operator==(IoStatement const& a, IoStatement const& b);
};

/// Returns the section that rank p accesses: 0-based, one range per dimension. Precondition: the statement was parsed for this
/// array, and p is one of its ranks (any rank if it names none).
[[nodiscard]] std::vector<CopyMap::Range> section_of(IoStatement const& statement, ArraySpec const& array, Rank p);

} // namespace tessera
