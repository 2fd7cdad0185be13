// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what was recorded for tables of our own measurements.
#pragma once

#include <string_view>

namespace tessera::cli {

/// datasets/cluster/recorded.json, schema tessera.cluster-table/1: races on clusters of network namespaces.
extern std::string_view const recorded_cluster;
/// datasets/methods/recorded.json, schema tessera.method-times/1: the papers' experiments with methods.
extern std::string_view const recorded_methods;

} // namespace tessera::cli
