// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files of an array, opened on demand.
#include "libcore/files/store/open_files.hpp"

namespace tessera {

namespace {

constexpr Index most_open = 256;

} // namespace

FileChannel const& OpenFiles::file(std::size_t number) {
    if (!files_[number]) {
        if (open_ == most_open) {
            sync(); // a late write error would be lost after closing
            for (auto& file : files_) file.reset();
            open_ = 0;
        }
        files_[number] = FileChannel::open_alone(array_.files[number].path, use_, array_.channel);
        ++open_;
    }
    return *files_[number];
}

void OpenFiles::sync() {
    if (use_ == FileUse::Read || use_ == FileUse::Scratch) return;
    for (auto const& file : files_)
        if (file) file->sync();
}

} // namespace tessera
