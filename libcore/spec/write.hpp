// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings and jobs as HPF text. parse_job(write(x)) gives x again.
#pragma once

#include "libcore/spec/job.hpp"

#include <string>
#include <vector>

namespace tessera {

[[nodiscard]] std::string write_hpf(MappingSpec const& mapping);
/// Returns the mapping with the lists that came from files written inline, so that its text needs no other file.
[[nodiscard]] MappingSpec with_lists_inside(MappingSpec mapping);
/// Precondition: can_be_written(job).
[[nodiscard]] std::string write_hpf(Job const& job);
/// Returns whether arrays that share a template agree on its distributions. This is true for parsed jobs.
[[nodiscard]] bool can_be_written(Job const& job);
/// Returns the ranks of an arrangement as a directive without line end: "!dist$ ranks P(3,0:2)".
[[nodiscard]] std::string write_ranks(Processors const& processors);
/// Returns the directives that declare an arrangement, one per line: "!hpf$ processors P(4)", its ranks, and its order if it has
/// one.
[[nodiscard]] std::vector<std::string> write_processors(Processors const& processors);
/// Returns one line for headings and pictures: "(block,cyclic(5)) onto P(4,2)".
[[nodiscard]] std::string describe(MappingSpec const& mapping);
/// Returns one entry of a distribution as in the directive: "gen_block(16,8,8)". `dim` is the index among the formats.
[[nodiscard]] std::string write_format(MappingSpec const& mapping, int dim);
/// Returns "A(i,j) with T(2*i,j)", or an empty text if the array is distributed directly.
[[nodiscard]] std::string describe_alignment(MappingSpec const& mapping);
/// Returns "real8 A(1024,1024)" or "double A[8][8]".
[[nodiscard]] std::string describe(ArraySpec const& array);
/// Returns "io read A(1:100,1+10*p:100+10*p) for(p=0:15) memory(4MiB)".
[[nodiscard]] std::string describe(IoStatement const& statement, ArraySpec const& array);
/// Returns "region read must A(i,j) for(m: i >= 3, j >= 3, i+j <= m+1)".
[[nodiscard]] std::string describe(RegionStatement const& statement, ArraySpec const& array);

} // namespace tessera
