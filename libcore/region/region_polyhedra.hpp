// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the I/O of a region as polyhedra that can be scanned (Coelho 1995, sections 1.2, 2.1 and 3.2).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/spec/job.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tessera {

/// One variable of a scannable polyhedron, and the constraints that bound it by the previous variables: "17*p1 <= 2*m+12".
struct PolyhedronLine {
    std::string variable;
    std::vector<std::string> constraints;
    friend bool operator==(PolyhedronLine const&, PolyhedronLine const&) = default;
};

/// One of the polyhedra C, Pio, P1, Pr or E, with its variables in the order of the scan.
struct Polyhedron {
    std::string name;
    std::string meaning;
    std::vector<PolyhedronLine> lines;
};

/// The polyhedra for all values of the parameters. Names of variables: a1, a2, ... are the indices of the array (the paper's
/// alpha), t those of the template (theta), p the coordinates of the processors, from 1 (psi), c the cycles (gamma), d the
/// positions in a block (delta), l the local addresses, from 1 (alpha'), e the remainder of a stride (eta), q the coordinates of
/// the I/O processors.
///
/// Local addresses are those of the paper (Fig. 4): a block of k cells that is aligned with stride s has room for ceil(k/s)
/// elements in every cycle. They agree with LocalLayout, except if a block begins or ends between elements.
class RegionPolyhedra {
  public:
    /// Makes the polyhedra. `io`: the I/O processors of the mapping's arrangement, or null. Errors: an indirect distribution, which
    /// has no linear description; a section of the arrangement; too complicated for isl (detected within seconds).
    [[nodiscard]] static Result<RegionPolyhedra> make(Region const& region, Mapping const& mapping,
                                                      IoDistribution const* io = nullptr);

    /// Returns the constraints of Fig. 5, one line per variable: {"A(a1,a2)", {"1 <= a1", ...}}.
    [[nodiscard]] std::vector<PolyhedronLine> const& formulation() const { return formulation_; }
    /// Returns the polyhedra of Figs. 6 and 13: C, Pio if there are I/O processors, P1, Pr if there are copies, E.
    [[nodiscard]] std::vector<Polyhedron> const& polyhedra() const { return polyhedra_; }

  private:
    RegionPolyhedra() = default;

    std::vector<PolyhedronLine> formulation_;
    std::vector<Polyhedron> polyhedra_;
};

} // namespace tessera
