// SPDX-License-Identifier: BSD-3-Clause
// Tessera: recorded data of our own measurements.
#pragma once

#include <string_view>

namespace tessera::cli {

/// datasets/cluster/recorded.json, schema tessera.cluster-table/1: races on clusters of network namespaces.
extern std::string_view const recorded_cluster;
/// datasets/methods/recorded.json, schema tessera.method-times/1: the papers' experiments with methods.
extern std::string_view const recorded_methods;
/// datasets/programs/recorded.json, schema tessera.programs/1: the eight programs of the pC* thesis.
extern std::string_view const recorded_programs;

} // namespace tessera::cli
