// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the out-of-core array descriptor.
#include "libcore/files/ooc/ocad.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>
#include <system_error>

namespace tessera {

std::string_view name_of(PlacementModel placement) {
    return placement == PlacementModel::Local ? "local" : "global";
}

std::vector<int> file_permutation(Ocad const& ocad) {
    if (!ocad.permutation.empty()) return ocad.permutation;
    std::vector<int> permutation(ocad.mapping.array.extents.size());
    std::iota(permutation.begin(), permutation.end(), 0);
    if (ocad.mapping.array.order == StorageOrder::C) std::ranges::reverse(permutation);
    return permutation;
}

std::string free_global_name(std::string const& manifest) {
    std::string const stem = std::filesystem::path(manifest).stem().string();
    std::string name = stem + ".raw";
    std::error_code ignored;
    for (Index generation = 2; std::filesystem::exists(beside(manifest, name), ignored); ++generation)
        name = fmt::format("{}.{}.raw", stem, generation);
    return name;
}

Ocad ocad_of(Manifest const& manifest) {
    Ocad ocad{manifest.mapping, manifest.permutation};
    if (!manifest.out_of_core) return ocad;
    ocad.icla_bytes = manifest.out_of_core->icla_bytes;
    if (!manifest.out_of_core->global_file.empty()) ocad.placement = PlacementModel::Global;
    return ocad;
}

Manifest manifest_of(Ocad const& ocad) {
    return {ocad.mapping, file_permutation(ocad), std::endian::native == std::endian::big,
            {},           std::nullopt,           OutOfCoreEntry{ocad.icla_bytes, "", 0}};
}

Result<void> check_out_of_core(Mapping const& mapping) {
    if (mapping.replicas() > 1)
        return fail(fmt::format("{} has {} copies of each element: an out-of-core array has one", mapping.array().name,
                                mapping.replicas()));
    if (mapping.array().shadow.empty()) return {};
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        BoxSet const owned = mapping.owned(position);
        for (std::size_t d = 0; d < owned.dims().size(); ++d) {
            ShadowWidth const width = mapping.array().shadow[d];
            if (width.low + width.high > 0 && !owned.dims()[d].is_interval())
                return fail(
                    fmt::format("the overlap area of dimension {} surrounds indices of {} that are no neighbours: distribute "
                                "it in blocks, or declare no shadow there",
                                d + 1, mapping.array().name));
        }
    }
    return {};
}

} // namespace tessera
