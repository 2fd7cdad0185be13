// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files of an array, opened when they are needed.
#include "libcore/runtime/copy_files/open_files.hpp"

namespace tessera {

namespace {

constexpr Index most_open = 256;

} // namespace

PosixFile const& OpenFiles::file(std::size_t number) {
    if (!files_[number]) {
        if (open_ == most_open) {
            sync(); // a late failure would not be seen after closing
            for (auto& file : files_) file.reset();
            open_ = 0;
        }
        std::string const& path = array_.files[number].path;
        files_[number].emplace(purpose_ == Purpose::Read ? PosixFile::open_to_read(path) : PosixFile::open_to_write(path));
        ++open_;
    }
    return *files_[number];
}

void OpenFiles::sync() {
    if (purpose_ == Purpose::Read) return;
    for (auto const& file : files_)
        if (file) file->sync();
}

} // namespace tessera
