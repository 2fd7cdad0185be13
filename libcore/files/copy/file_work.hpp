// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how one file of a batch is copied.
#pragma once

#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/finished_draft.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tessera {

/// A copied file that is not published yet.
struct FinishedFile {
    std::unique_ptr<OutputFile> target = nullptr;
    std::shared_ptr<FinishedDraft> draft = nullptr; ///< null: there is no draft, or it was published
    /// Called after the publication; returns notes for the user.
    std::function<std::vector<std::string>()> after_publishing = nullptr;
};

struct FileWork {
    Communicator const& comm; ///< the ranks that copy the file
    int threads = 0;          ///< maximum number of threads per rank; 0: all processors, divided among the ranks
    int sharers = 1;          ///< number of groups of ranks that copy files at the same time and share memory and bandwidth
    bool shows_progress = true;
    FinishedFile* finished = nullptr; ///< receives the unpublished copy; null: the copy publishes it

    [[nodiscard]] bool publishes() const { return finished == nullptr; }
    void limit(CopyOptions& options) const {
        options.memory /= sharers;
        if (options.bandwidth > 0) options.bandwidth = std::max<Index>(1, options.bandwidth / sharers);
        options.publish = publishes();
        // A scratch file would be removed before the copy made from it is published.
        if (!publishes() && options.scratch.use == ScratchUse::Auto) options.scratch.use = ScratchUse::Never;
    }
    /// Stores the copy's draft and target in `finished`, if there is a draft to be published.
    void take(std::shared_ptr<FinishedDraft> const& draft, std::unique_ptr<OutputFile>& target) const {
        if (publishes() || draft == nullptr) return;
        finished->draft = draft;
        finished->target = std::move(target);
    }
};

} // namespace tessera
