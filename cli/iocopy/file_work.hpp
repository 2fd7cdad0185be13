// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how iocopy copies one file of a lot.
#pragma once

#include "libcore/runtime/file_copy/file_copy.hpp"
#include "libcore/runtime/file_copy/finished_draft.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/output_file.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tessera::cli {

/// A copy that waits for its name.
struct FinishedFile {
    std::unique_ptr<OutputFile> target = nullptr;
    std::shared_ptr<FinishedDraft> draft = nullptr;                       ///< none: the copy made no draft, or published it
    std::function<std::vector<std::string>()> after_publishing = nullptr; ///< returns notes
};

struct FileWork {
    Comm const& comm; ///< the ranks that copy the file
    int threads = 0;  ///< of each rank, at most; 0: as many as all of them leave it processors
    int sharers = 1;  ///< groups of ranks that copy files at the same time, and share the memory and the bandwidth
    bool shows_progress = true;
    FinishedFile* finished = nullptr; ///< gets what is copied, unpublished; none: the copy publishes it

    [[nodiscard]] bool publishes() const { return finished == nullptr; }
    void limit(CopyOptions& options) const {
        options.memory /= sharers;
        if (options.bandwidth > 0) options.bandwidth = std::max<Index>(1, options.bandwidth / sharers);
        options.publish = publishes();
        // A scratch file would be gone before the copy that was made of it has its name.
        if (!publishes() && options.scratch.use == ScratchUse::Auto) options.scratch.use = ScratchUse::Never;
    }
    /// Takes what the copy left, where it left something.
    void take(std::shared_ptr<FinishedDraft> const& draft, std::unique_ptr<OutputFile>& target) const {
        if (publishes() || draft == nullptr) return;
        finished->draft = draft;
        finished->target = std::move(target);
    }
};

} // namespace tessera::cli
