// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a complete copy that does not have its final name yet.
#include "libcore/files/copy/finished_draft.hpp"

#include "libcore/files/store/stored_checksum.hpp"

#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace tessera {

FinishedDraft::FinishedDraft(OutputPath place, CopyJournal journal, bool verified)
    : place_(std::move(place)), journal_(std::move(journal)), verified_(verified), made_(identity_of(place_.provisional())) {}

void FinishedDraft::publish(OutputFile& target) {
    try {
        target.publish();
        if (verified_ && identity_of(place_.path) != made_)
            throw std::runtime_error(fmt::format("'{}' is not the file that was written and verified", place_.path));
    } catch (NameTaken const&) {
        forget_journal(); // nothing is left to resume
        throw;
    } catch (...) {
        distrust();
        throw;
    }
}

void FinishedDraft::distrust() noexcept {
    try {
        journal_.set_trust({});
    } catch (std::exception const&) { // the disk fails; the journal keeps its state
    }
}

void FinishedDraft::forget_journal() const {
    std::filesystem::remove(place_.journal());
}

void finish_published(OutputPath const& place) {
    if (!is_there(place.journal()) || !is_there(place.path) || is_there(place.provisional())) return;
    ProvisionalFile const note(OutputPath{checksum_file(place.path), place.tag, place.original});
    if (note.exists()) note.publish();
    std::filesystem::remove(place.journal());
}

} // namespace tessera
