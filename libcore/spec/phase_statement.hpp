// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `!dist$ phase` and `!dist$ repeat`: what a program does with its arrays, and how many times.
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
    Read,  ///< the old contents are needed and stay
    Write, ///< all elements are overwritten: the old contents are not needed
    Update ///< both
};

/// Along a dimension, each element needs its predecessor (Up) or its successor (Down) computed in the same phase.
enum class Sweep { None, Up, Down };

/// The use of one array in a phase. Each list has one entry per dimension, or is empty if the statement has no such clause.
struct PhaseArray {
    std::string array;
    PhaseAccess access = PhaseAccess::Update;
    std::vector<bool> whole;       ///< `whole A(:,*)`: the dimension must not be distributed
    std::vector<ShadowWidth> halo; ///< `halo A(1:1,1)`: elements of the neighbours are read
    bool corners = false;          ///< whether the halo includes the corners
    std::vector<bool> reduced;     ///< `reduce A(:,+)`: a sum along the dimension; all its ranks get the result
    std::vector<bool> spread;      ///< `spread A(:,+)`: each block in turn is sent to all ranks along the dimension
    std::vector<Sweep> sweep;      ///< `sweep A(:,>)`: a line sweep along the dimension
    std::string with;              ///< `reads B with A`: the owner of an element of A needs the element of B with the same indices;
                                   ///< empty: no such clause
    /// `reads B(i,k) with A(j,i)`: for each dimension of B, the dimension of A with the same index. no_partner: the dimension of B
    /// is needed whole. If no entry names a dimension of A, the elements of B are needed along all of it. Empty: dimension d has
    /// the index of dimension d.
    std::vector<int> partner_dims;
    static constexpr int no_partner = -1;
    friend bool operator==(PhaseArray const&, PhaseArray const&) = default;
};

/// `!dist$ phase NAME: on A(i,j) reads B ... work 5*n per element where j <= i repeat 10`: the owner of A(i,j) does the work.
struct PhaseStatement {
    std::string name;
    std::string on;                    ///< name of one of the arrays
    std::vector<std::string> indices;  ///< names of its indices in work and where; one per dimension, or none
    std::vector<PhaseArray> arrays;    ///< at least one; no array twice
    WorkExpression work;               ///< operations per element
    std::vector<WorkExpression> where; ///< an element has no work if one of these is 0 for it
    Index repeat = 1;                  ///< number of executions in a row
    bool fixed = false;                ///< true: advice must not change its distributions

    [[nodiscard]] PhaseArray const* find(std::string_view array) const; ///< ignores case; null: the phase does not use the array
    friend bool operator==(PhaseStatement const&, PhaseStatement const&) = default;
};

/// A line of the program. Repeat and EndRepeat lines pair up, and each pair encloses at least one phase.
struct ProgramLine {
    enum class Kind { Phase, Repeat, EndRepeat };
    Kind kind = Kind::Phase;
    PhaseStatement phase;            ///< for Phase
    Index count = 1;                 ///< for Repeat; 0: without end
    std::vector<std::size_t> states; ///< state of each array of the job at this line, in the job's order
    int line = 0;                    ///< line of the job file; 0: none

    /// Compares the contents and ignores the positions in the text.
    friend bool operator==(ProgramLine const& a, ProgramLine const& b) {
        return a.kind == b.kind && a.phase == b.phase && a.count == b.count && a.states == b.states;
    }
};

} // namespace tessera
