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

/// One variable of a scannable polyhedron and the constraints that bound it by those before it: "17*p1 <= 2*m+12".
struct PolyhedronLine {
    std::string variable;
    std::vector<std::string> constraints;
    friend bool operator==(PolyhedronLine const&, PolyhedronLine const&) = default;
};

/// C, Pio, P1, Pr or E: its variables in the order in which they are scanned.
struct Polyhedron {
    std::string name;
    std::string meaning;
    std::vector<PolyhedronLine> lines;
};

/// Made without values of the parameters. Names of variables: a1, a2, ... are the indices of the array (alpha of the paper), t of
/// the template (theta), p the coordinates of the processors, from 1 (psi), c the cycles (gamma) and d the places in a block
/// (delta), l the local addresses, from 1 (alpha'), e what is left of a stride (eta), q the coordinates of the I/O processors.
///
/// Local addresses are the paper's (Fig. 4): a block of k cells that is aligned with stride s has room for ceil(k/s) elements in
/// every cycle. That is LocalLayout's, but where a block begins or ends between elements.
class RegionPolyhedra {
  public:
    /// `io`: the I/O processors of the mapping's arrangement, or null. Errors: an indirect distribution, which no sum describes; a
    /// section of the arrangement; too complicated for isl, which is found out in seconds.
    [[nodiscard]] static Result<RegionPolyhedra> make(Region const& region, Mapping const& mapping,
                                                      IoDistribution const* io = nullptr);

    /// Fig. 5: what is known of each variable, line by line: {"A(a1,a2)", {"1 <= a1", ...}}.
    [[nodiscard]] std::vector<PolyhedronLine> const& formulation() const { return formulation_; }
    /// Figs. 6 and 13: C, Pio where there are I/O processors, P1, Pr where there are copies, E.
    [[nodiscard]] std::vector<Polyhedron> const& polyhedra() const { return polyhedra_; }

  private:
    RegionPolyhedra() = default;

    std::vector<PolyhedronLine> formulation_;
    std::vector<Polyhedron> polyhedra_;
};

} // namespace tessera
