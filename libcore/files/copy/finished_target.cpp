// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether an earlier run has already finished a copy.
#include "libcore/files/copy/finished_target.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/copy/finished_draft.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace tessera {

namespace fs = std::filesystem;

namespace {

/// Returns whether the target holds an array like the one that the copy would make.
bool has_its_array(ArrayCopySettings const& settings) {
    return open_declared(settings.to, settings.made).has_value();
}

Result<bool> finished(std::span<ArrayCopySettings const> arrays) {
    OutputPath const place = arrays.front().place();
    std::error_code unknown;
    finish_published(place);
    if (fs::exists(place.journal(), unknown) || !std::ranges::all_of(arrays, has_its_array)) return false;
    return is_up_to_date(place, arrays.front().from.path);
}

} // namespace

Result<bool> is_up_to_date(OutputPath const& target, std::string const& source) {
    std::error_code missing;
    if (!fs::exists(target.path, missing)) return false;
    finish_published(target);
    if (fs::last_write_time(target.path) >= fs::last_write_time(source)) return true;
    return fail(fmt::format("'{}' is older than '{}'; --force replaces it", target.path, source));
}

Result<bool> is_finished(Communicator const& comm, std::span<ArrayCopySettings const> arrays) {
    if (arrays.empty() || !arrays.front().options.resume || arrays.front().options.force) return false;
    bool there = false;
    TRY(together(comm, [&]() -> Result<void> {
        if (comm.rank() == 0) there = TRY(finished(arrays));
        return {};
    }));
    return on_any(comm, there);
}

std::string finished_text(FileName const& from, FileName const& to) {
    return fmt::format("'{}' is complete and no older than '{}': nothing is left to copy", to.shown(), from.shown());
}

} // namespace tessera
