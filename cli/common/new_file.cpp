// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes files that appear complete under their final name or not at all.
#include "cli/common/new_file.hpp"

#include "cli/common/output.hpp"
#include "libcore/base/free_name.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tessera::cli {
namespace {

[[noreturn]] void throw_error(std::string const& path) {
    throw std::system_error(errno, std::generic_category(), "cannot write " + path);
}

/// A file under a temporary name, removed by the destructor unless it was renamed.
class TemporaryFile {
  public:
    explicit TemporaryFile(std::string const& path) : path_(path), name_(path + ".XXXXXX"), descriptor_(::mkstemp(name_.data())) {
        if (descriptor_ < 0) throw_error(path_);
    }
    TemporaryFile(TemporaryFile const&) = delete;
    TemporaryFile& operator=(TemporaryFile const&) = delete;
    ~TemporaryFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
        if (!kept_) ::unlink(name_.c_str());
    }

    void write(std::string_view content) {
        Output out(descriptor_, path_);
        out.write(content);
        out.flush();
    }

    /// Applies the user's umask. mkstemp creates files that only the owner can access.
    void give_usual_rights() const {
        mode_t const mask = ::umask(0);
        ::umask(mask);
        if (::fchmod(descriptor_, 0666 & ~mask) != 0) throw_error(path_);
    }

    /// Returns false if a file has the name and must not be replaced.
    [[nodiscard]] bool keep(bool replaces) {
        int const closed = ::close(descriptor_);
        descriptor_ = -1;
        if (closed != 0) throw_error(path_);
        if (!replaces) return kept_ = take_free_name(name_, path_);
        if (std::rename(name_.c_str(), path_.c_str()) != 0) throw_error(path_);
        return kept_ = true;
    }

  private:
    std::string path_;
    std::string name_;
    int descriptor_;
    bool kept_ = false;
};

tl::unexpected<Error> name_is_taken(std::string const& path) {
    return fail(fmt::format("'{}' exists; --force overwrites it", path));
}

} // namespace

/// A link is replaced, as a file is; devices, pipes and sockets belong to programs that need them.
Result<void> check_new_file(std::string const& path, bool force) {
    struct stat there {};
    if (::lstat(path.c_str(), &there) != 0) return {};
    if (!force) return name_is_taken(path);
    if (S_ISREG(there.st_mode) || S_ISLNK(there.st_mode)) return {};
    return fail(fmt::format("'{}' is {}, not a file; name another target", path,
                            S_ISDIR(there.st_mode)    ? "a folder"
                            : S_ISFIFO(there.st_mode) ? "a pipe"
                            : S_ISSOCK(there.st_mode) ? "a socket"
                                                      : "a device"));
}

Result<void> write_new_file(std::string const& path, std::string_view content, bool force) {
    if (auto const free = check_new_file(path, force); !free) return free;
    TemporaryFile file(path);
    file.write(content);
    file.give_usual_rights();
    if (!file.keep(force)) return name_is_taken(path); // the file appeared since the check
    return {};
}

} // namespace tessera::cli
