// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `!dist$ phase` and `!dist$ repeat`: what a program does with its arrays, and how often.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/work_expression.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

enum class PhaseAccess {
    Read,  ///< what it holds is needed, and stays
    Write, ///< all of it is overwritten: what it held before is not needed
    Update ///< both
};

/// Along a dimension each element needs the one before it (or behind it) of the same phase.
enum class Sweep { None, Up, Down };

/// What a phase does with one array. The lists have one entry per dimension, or none at all where nothing is said.
struct PhaseArray {
    std::string array;
    PhaseAccess access = PhaseAccess::Update;
    std::vector<bool> whole;       ///< `whole A(:,*)`: the dimension must not be distributed
    std::vector<ShadowWidth> halo; ///< `halo A(1:1,1)`: neighbours' elements are read
    bool corners = false;          ///< of the halo, too
    std::vector<bool> reduced;     ///< `reduce A(:,+)`: a sum along the dimension, which all its ranks get
    std::vector<bool> spread;      ///< `spread A(:,+)`: along the dimension each block in its turn goes to all its ranks
    std::vector<Sweep> sweep;      ///< `sweep A(:,>)`: a line sweep along the dimension
    std::string with;              ///< `reads B with A`: B's elements are needed where A's of the same indices are; empty: nothing
    /// `reads B(i,k) with A(j,i)`: for each dimension of B the one of A that has its index, or no_partner: it is needed whole.
    /// Dimensions of A that none names: B's elements are needed along all of them. Empty: each dimension has its own index.
    std::vector<int> partner_dims;
    static constexpr int no_partner = -1;
    friend bool operator==(PhaseArray const&, PhaseArray const&) = default;
};

/// `!dist$ phase NAME: on A(i,j) reads B ... work 5*n per element where j <= i repeat 10`: the owner of A(i,j) does the work.
struct PhaseStatement {
    std::string name;
    std::string on;                    ///< one of the arrays
    std::vector<std::string> indices;  ///< the names of its indices, in work and where; one per dimension, or none
    std::vector<PhaseArray> arrays;    ///< at least one, none twice
    WorkExpression work;               ///< operations for each element
    std::vector<WorkExpression> where; ///< elements for which one of these is 0 have no work
    Index repeat = 1;                  ///< so often in a row
    bool fixed = false;                ///< its distributions are not to be changed by advice

    [[nodiscard]] PhaseArray const* find(std::string_view array) const; ///< without case; null: it does not use the array
    friend bool operator==(PhaseStatement const&, PhaseStatement const&) = default;
};

/// A line of the program. Lines of loops pair up, and stand around at least one phase.
struct ProgramLine {
    enum class Kind { Phase, Repeat, EndRepeat };
    Kind kind = Kind::Phase;
    PhaseStatement phase;            ///< of Phase
    Index count = 1;                 ///< of Repeat; 0: without end
    std::vector<std::size_t> states; ///< the state in which each array of the job is here, in the job's order
    int line = 0;                    ///< of the job file; 0: none

    /// What it says is compared, not where it stands.
    friend bool operator==(ProgramLine const& a, ProgramLine const& b) {
        return a.kind == b.kind && a.phase == b.phase && a.count == b.count && a.states == b.states;
    }
};

} // namespace tessera
