// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files of datasets that are part of distbench, so that it works from any folder.
#pragma once

#include <span>
#include <string_view>
#include <utility>

namespace tessera::cli {

/// The Delta's machine profile, with which the published tables are predicted.
extern std::string_view const machines_delta_json;
/// Schema tessera.cluster-table/1: races on clusters of network namespaces.
extern std::string_view const cluster_recorded_json;
/// Schema tessera.method-times/1: the papers' experiments with methods.
extern std::string_view const methods_recorded_json;
/// Schema tessera.programs/1: the eight programs of the pC* thesis.
extern std::string_view const programs_recorded_json;

/// Returns names and texts of the published tables, datasets/papers/*.csv, in the order of the list of tables.
[[nodiscard]] std::span<std::pair<std::string_view, std::string_view> const> paper_files();

} // namespace tessera::cli
