// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is looked at of a job's file access.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/spec/io_statement.hpp"

#include <optional>

namespace tessera::gui {

struct FileChoice {
    int line = 0;                 ///< which `!dist$ io` of the job, from 0
    std::optional<Access> access; ///< absent: the best
    std::optional<DomainKind> domains;
    std::optional<Index> phase; ///< from 0; absent: all together
    friend bool operator==(FileChoice const&, FileChoice const&) = default;
};

} // namespace tessera::gui
