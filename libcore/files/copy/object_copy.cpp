// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies files that have no array to be copied in parts.
#include "libcore/files/copy/object_copy.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>

namespace tessera {

namespace {

Result<void> check_object_copy(FileCopySettings const& settings) {
    TRY(check_apart(settings.from, settings.to));
    return settings.target->check_place(settings.to.path, settings.options.force);
}

/// Makes the target under its provisional name. Returns the error text of the comparison; empty if there is none.
std::string made_and_compared(FileCopySettings const& settings) {
    settings.target->create(ignore_progress);
    if (!settings.options.verify) return "";
    auto differences = settings.target->differences();
    for (std::string& each : differences) each = visible_name(each);
    return differences.empty()
               ? ""
               : fmt::format("the target is not what its original is, and gets no name:\n  {}", fmt::join(differences, "\n  "));
}

FileCopyOutcome copied_by_format(Communicator const& world, FileCopySettings const& settings) {
    FileCopyOutcome outcome;
    try {
        std::string wrong;
        auto const before = identity_of(settings.from.path);
        all_or_none(world, [&] {
            if (world.rank() == 0) wrong = made_and_compared(settings);
        });
        wrong = broadcast_text(world, 0, wrong);
        if (!wrong.empty()) outcome.wrong = wrong;
        if (!outcome.wrong) settings.target->finish(world, {});
        all_or_none(world, [&] {
            if (world.rank() != 0) return;
            if (identity_of(settings.from.path) != before)
                throw std::runtime_error(fmt::format("'{}' changed while it was copied; the copy is given up", settings.from.path));
            if (outcome.wrong) return settings.target->discard();
            settings.target->publish();
            settings.target->publish_checksum();
        });
    } catch (...) {
        if (world.rank() == 0) settings.target->discard();
        throw;
    }
    return outcome;
}

} // namespace

Result<FileCopyOutcome> copy_objects(Communicator const& world, FileCopySettings const& settings) {
    TRY(together(world, [&] { return world.rank() == 0 ? check_object_copy(settings) : Result<void>(); }));
    return copied_by_format(world, settings);
}

} // namespace tessera
