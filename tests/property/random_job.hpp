// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random jobs of several arrays.
#pragma once

#include "libcore/spec/job.hpp"

namespace tessera::oracle {

/// Gives the array a random element type, storage order and perhaps a shadow.
void decorate(ArraySpec& array);

/// One to four arrays, distributed themselves or aligned with shared templates or with each other, and a few remappings of them,
/// each followed state by state as the HPF standard says.
Job random_job();

/// Two mapped arrays and a copy from A to B, its axes in the order in which they are read back.
Job random_copy_job();

} // namespace tessera::oracle
