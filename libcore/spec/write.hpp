// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings and jobs written back as HPF text. parse_job(write(x)) gives x again.
#pragma once

#include "libcore/spec/job.hpp"

#include <string>
#include <vector>

namespace tessera {

[[nodiscard]] std::string write_hpf(MappingSpec const& mapping);
/// Lists that came from files are written out: the text stands alone.
[[nodiscard]] MappingSpec with_lists_inside(MappingSpec mapping);
/// Precondition: can_be_written(job).
[[nodiscard]] std::string write_hpf(Job const& job);
/// Do arrays that share a template agree on its distributions? Jobs that were parsed do.
[[nodiscard]] bool can_be_written(Job const& job);
/// "!dist$ ranks P(3,0:2)": the ranks of an arrangement, as a directive without the end of the line.
[[nodiscard]] std::string write_ranks(Processors const& processors);
/// "!hpf$ processors P(4)", its ranks, and where it has one its order: the directives that declare it, a line each.
[[nodiscard]] std::vector<std::string> write_processors(Processors const& processors);
/// One line for headings and pictures: "(block,cyclic(5)) onto P(4,2)".
[[nodiscard]] std::string describe(MappingSpec const& mapping);
/// One entry of a distribution as the directive has it: "gen_block(16,8,8)"; `dim` counts the formats.
[[nodiscard]] std::string write_format(MappingSpec const& mapping, int dim);
/// "A(i,j) with T(2*i,j)"; nothing where the array is distributed directly.
[[nodiscard]] std::string describe_alignment(MappingSpec const& mapping);
/// "real8 A(1024,1024)" or "double A[8][8]".
[[nodiscard]] std::string describe(ArraySpec const& array);
/// "io read A(1:100,1+10*p:100+10*p) for(p=0:15) memory(4MiB)".
[[nodiscard]] std::string describe(IoStatement const& statement, ArraySpec const& array);
/// "region read must A(i,j) for(m: i >= 3, j >= 3, i+j <= m+1)".
[[nodiscard]] std::string describe(RegionStatement const& statement, ArraySpec const& array);

} // namespace tessera
