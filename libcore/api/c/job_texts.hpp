// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of the C interface as mappings, jobs and copies.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/spec/job.hpp"

#include <string>

namespace tessera::api {

/// Return the meaning of the texts that tessera_mapping_parse, tessera_plan_parse and tessera_plan_job take. `ranks` 0: not given.
/// Errors name the parameter, with the line and a caret.
[[nodiscard]] Result<MappingSpec> parse_mapping(std::string const& array, std::string const& mapping, Index ranks);
[[nodiscard]] Result<Job> parse_move(std::string const& array, std::string const& from, std::string const& to, Index ranks);
[[nodiscard]] Result<Job> parse_job_text(std::string const& text, std::string const& name, Index ranks);

/// Returns the meaning of a copy such as "B(j,i)=A(i,j)" between two arrays, whatever their own names.
[[nodiscard]] Result<CopyMap> parse_copy_between(std::string const& text, ArraySpec source, ArraySpec target);

} // namespace tessera::api
