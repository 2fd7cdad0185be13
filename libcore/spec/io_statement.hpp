// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `!dist$ io`: an array, or a section of it, read from a file or written to one; and the words for how that is done.
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

/// How ranks get at a file. What each does with it is in libcore/io: direct.hpp, sieve.hpp and two_phase.hpp.
enum class Access { Direct, Sieve, TwoPhase };

enum class DomainKind {
    Static,     ///< blocks of the whole file
    Dynamic,    ///< blocks of the bounding section
    BlockCyclic ///< small blocks of the bounding section, dealt in turn
};

[[nodiscard]] std::string_view name_of(IoDirection direction); ///< "read", "write"
[[nodiscard]] std::string_view name_of(Access access);         ///< "direct", "sieve", "two-phase"
[[nodiscard]] std::string_view name_of(DomainKind kind);       ///< "static", "dynamic", "cyclic"
/// Their inverses, without case; nothing for other names.
[[nodiscard]] std::optional<Access> access_named(std::string_view name);
[[nodiscard]] std::optional<DomainKind> domain_kind_named(std::string_view name);

/// An index that may be another one for each rank p: at + per_rank * p, in the array's own bounds.
struct RankIndex {
    Index at = 0;
    Index per_rank = 0;
    friend bool operator==(RankIndex const&, RankIndex const&) = default;
};

/// One subscript of a section: a range as it is written (of C arrays half-open), or one index.
struct RankRange {
    std::optional<RankIndex> first; ///< absent: the dimension's bound
    std::optional<RankIndex> last;
    Index stride = 1;
    bool scalar = false; ///< one index, `first`
    friend bool operator==(RankRange const&, RankRange const&) = default;
};

/// `for(p=0:15)`: each of these ranks wants the section, whoever owns it.
struct RankSpan {
    std::string dummy = "p";
    Rank first = 0;
    Rank last = 0; ///< inclusive
    friend bool operator==(RankSpan const&, RankSpan const&) = default;
};

/// The most ranks that `for` can name; the plan treats each of them by itself.
inline constexpr Rank most_io_ranks = 65'536;

/// `!dist$ io read A(1:100:2,:) order(row) memory(4MiB)`. A member without a value is a clause that was not written.
struct IoStatement {
    IoDirection direction = IoDirection::Read;
    std::string array;
    std::vector<RankRange> section; ///< empty: the whole array
    std::optional<RankSpan> each;   ///< absent: every rank wants what it owns of the section
    std::string state; ///< who owns what, as `state(...)` names it; empty: the state in which the array is where the line stands
    std::optional<std::size_t> state_here; ///< the number of that state, of either; nothing: no line of a job, and "from" for
                                           ///< reading, "to" for writing
    int line = 0;                          ///< of the job file; 0: none

    std::optional<StorageOrder> order; ///< of the elements in the file
    Extents chunk;                     ///< of the file, in the array's dimensions; empty: the file has no chunks
    std::optional<Access> access;      ///< absent: the best is chosen
    std::optional<DomainKind> domains; ///< of two-phase access
    std::optional<Index> block;        ///< of cyclic domains: units dealt at a time
    std::optional<Index> aggregators;  ///< of two-phase
    std::optional<Index> memory;       ///< bytes of the buffer of a rank

    /// What it says is compared, not where it stands.
    friend bool operator==(IoStatement const& a, IoStatement const& b);
};

/// The section that rank p wants, 0-based, one range per dimension. Precondition: the statement was parsed for this array, and p is
/// one of its ranks (any where it names none).
[[nodiscard]] std::vector<CopyMap::Range> section_of(IoStatement const& statement, ArraySpec const& array, Rank p);

} // namespace tessera
