// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a folder that the ranks of a test share, and that goes when the test ends.
#pragma once

#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <filesystem>
#include <string>
#include <unistd.h>

namespace tessera::oracle {

/// Collective to make and to destroy.
class ScratchFolder {
  public:
    explicit ScratchFolder(std::string const& name) {
        // Outputs are synced; in memory that costs nothing.
        std::filesystem::path const memory = "/dev/shm";
        auto const parent = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
        auto const mine = parent / ("tessera-" + name + "-" + std::to_string(getpid()));
        path_ = broadcast_text(Communicator::world(), 0, mine.string());
        if (Communicator::world().rank() == 0) std::filesystem::create_directory(path_);
        Communicator::world().barrier();
    }
    ScratchFolder(ScratchFolder const&) = delete;
    ScratchFolder& operator=(ScratchFolder const&) = delete;
    ~ScratchFolder() {
        Communicator::world().barrier();
        if (Communicator::world().rank() == 0) std::filesystem::remove_all(path_);
    }

    [[nodiscard]] std::string path(std::string const& name) const { return (path_ / name).string(); }

    /// Collective.
    void remove(std::string const& name) const {
        if (Communicator::world().rank() == 0) std::filesystem::remove(path_ / name);
        Communicator::world().barrier();
    }

    /// Collective.
    void empty() const {
        Communicator::world().barrier();
        if (Communicator::world().rank() == 0)
            for (auto const& entry : std::filesystem::directory_iterator(path_)) std::filesystem::remove_all(entry.path());
        Communicator::world().barrier();
    }

    /// Entries whose names begin so, temporary ones too.
    [[nodiscard]] Index count(std::string const& beginning) const {
        Index found = 0;
        for (auto const& entry : std::filesystem::directory_iterator(path_)) {
            std::string const name = entry.path().filename().string();
            if (name.starts_with(beginning) || name.starts_with("." + beginning)) ++found;
        }
        return found;
    }

    /// Files, wherever in the folder.
    [[nodiscard]] Index files() const {
        Index found = 0;
        for (auto const& entry : std::filesystem::recursive_directory_iterator(path_)) found += entry.is_regular_file() ? 1 : 0;
        return found;
    }

    /// The file that was written last of those with this beginning and ending.
    [[nodiscard]] std::string newest(std::string const& beginning, std::string const& ending) const {
        std::filesystem::directory_entry best;
        for (auto const& entry : std::filesystem::directory_iterator(path_)) {
            std::string const name = entry.path().filename().string();
            if (!name.starts_with(beginning) || !name.ends_with(ending)) continue;
            if (best.path().empty() || entry.last_write_time() > best.last_write_time()) best = entry;
        }
        return best.path().string();
    }

  private:
    std::filesystem::path path_;
};

} // namespace tessera::oracle
