// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races that were recorded on a cluster of network namespaces.
#pragma once

#include <string_view>

namespace tessera::cli {

/// datasets/cluster/recorded.json, schema tessera.cluster-table/1
extern std::string_view const recorded_cluster;

} // namespace tessera::cli
