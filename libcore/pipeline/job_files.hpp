// SPDX-License-Identifier: BSD-3-Clause
// Tessera: finds a job file by its name.
#pragma once

#include <string>
#include <vector>

namespace tessera {

/// Returns the path of the job called `name`. A file of this path comes first. A name without a folder may also be that of a job
/// that comes with the programs, with or without its ending: "fft2d.hpf", "fft2d". Any other name is returned as it is.
[[nodiscard]] std::string job_path(std::string const& name);

/// Returns the names of the jobs that come with the programs, with their ending.
[[nodiscard]] std::vector<std::string> job_names();

} // namespace tessera
