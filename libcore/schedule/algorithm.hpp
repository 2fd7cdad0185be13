// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms by their names on the command line.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace tessera {

/// rows x columns of a 2-D mesh, for ipex and rex-mesh; positions are row-major on it.
struct MeshShape {
    int rows = 1;
    int columns = 1;
};

struct AlgorithmInfo {
    std::string_view name;    ///< as typed: "pex-gen-shift"
    std::string_view summary; ///< one line for the help
    std::string_view source;  ///< where it comes from: "Thakur, Fig. 4.12"
};

/// All algorithms in the order the help lists them (without "auto", which chooses among them: see libcore/network/choice.hpp).
[[nodiscard]] std::span<AlgorithmInfo const> algorithms();

/// Errors: an unknown name (suggests the nearest), lex/pex/... on a rank count the paper does not allow (rex, pex, bex: powers of
/// two), ipex and rex-mesh without a mesh or on one of another size.
[[nodiscard]] Result<std::shared_ptr<Schedule const>> make_schedule(std::string_view algorithm, MessageSet messages,
                                                                    std::optional<MeshShape> mesh = std::nullopt);

} // namespace tessera
