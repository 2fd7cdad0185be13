// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outputs that appear complete under their names, or not at all.
#include "libcore/runtime/store/output_place.hpp"

#include "libcore/runtime/access/posix_file.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace tessera {

namespace fs = std::filesystem;

std::string OutputPlace::provisional() const {
    fs::path const whole(path);
    return (whole.parent_path() / fmt::format(".{}.{}", whole.filename().string(), tag)).string();
}

std::string OutputPlace::journal() const {
    return provisional() + "-journal";
}

std::string process_tag() {
    return fmt::format("tmp-{}", getpid());
}

Result<void> check_output_place(std::string const& path, bool force) {
    std::error_code ignored;
    std::string const directory = directory_of(path);
    if (!fs::is_directory(directory, ignored))
        return fail(fmt::format("cannot write '{}': there is no directory '{}'", path, directory));
    if (fs::is_directory(path, ignored)) return fail(fmt::format("cannot write '{}': it is a directory", path));
    if (fs::exists(path, ignored) && !force) return fail(fmt::format("'{}' exists; --force overwrites it", path));
    return {};
}

std::string directory_of(std::string const& path) {
    std::string const parent = fs::path(path).parent_path().string();
    return parent.empty() ? "." : parent;
}

bool ProvisionalFile::exists() const {
    std::error_code ignored;
    return fs::exists(provisional_, ignored);
}

void ProvisionalFile::write(std::string_view text) const {
    PosixFile file = PosixFile::open_or_create(provisional_);
    file.resize(0);
    file.write(0, std::as_bytes(std::span(text)));
    file.sync();
    file.close();
}

void ProvisionalFile::sync() const {
    PosixFile::open_to_read(provisional_).sync();
}

void ProvisionalFile::publish() const {
    fs::rename(provisional_, path_);
    sync_directory(directory_of(path_));
}

void ProvisionalFile::discard() const noexcept {
    std::error_code ignored;
    fs::remove(provisional_, ignored);
}

} // namespace tessera
