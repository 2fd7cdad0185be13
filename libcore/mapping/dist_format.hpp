// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HPF dist-formats.
#pragma once

#include "libcore/base/index.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One entry of DISTRIBUTE T(...).
struct DistFormat {
    enum class Kind { Collapsed, Block, Cyclic, GenBlock, Indirect };

    Kind kind = Kind::Collapsed;
    std::optional<Index> size; ///< block(m), cyclic(m); absent: block = block(ceil(N/P)), cyclic = cyclic(1)
    std::vector<Index> values; ///< gen_block: block sizes; indirect: the 0-based coordinate of each template position
    std::string file;          ///< name of the file with the `values` ("@file"), kept for writing the directive back

    [[nodiscard]] static DistFormat collapsed() { return {}; }
    [[nodiscard]] static DistFormat block(std::optional<Index> m = std::nullopt) { return {Kind::Block, m, {}, {}}; }
    [[nodiscard]] static DistFormat cyclic(std::optional<Index> m = std::nullopt) { return {Kind::Cyclic, m, {}, {}}; }
    [[nodiscard]] static DistFormat gen_block(std::vector<Index> sizes) { return {Kind::GenBlock, {}, std::move(sizes), {}}; }
    [[nodiscard]] static DistFormat indirect(std::vector<Index> owners) { return {Kind::Indirect, {}, std::move(owners), {}}; }

    friend bool operator==(DistFormat const&, DistFormat const&) = default;
};

} // namespace tessera
