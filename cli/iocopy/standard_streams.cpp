// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies arrays from standard input and to standard output.
#include "cli/iocopy/standard_streams.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view npy_magic = "\x93NUMPY";

/// Returns the folder for temporary files: $TMPDIR or /tmp.
fs::path temporary_folder() {
    char const* const named = std::getenv("TMPDIR");
    bool const is_named = named != nullptr && *named != '\0';
    fs::path folder = is_named ? named : "/tmp";
    std::error_code absent;
    if (fs::is_directory(folder, absent)) return folder;
    throw std::runtime_error(fmt::format("TMPDIR names '{}', which is not a folder; '-' needs one for its data", folder.string()));
}

/// A temporary directory that all ranks see. One rank uses the folder for temporary files; several ranks may be on several nodes,
/// so they use the working directory. Rank 0 removes it.
class ScratchDirectory {
  public:
    explicit ScratchDirectory(Communicator const& world) {
        all_or_none(world, [&] {
            if (world.rank() != 0) return;
            fs::path const above = world.size() == 1 ? temporary_folder() : fs::current_path();
            std::string name = (above / ".iocopy-stream-XXXXXX").string();
            if (::mkdtemp(name.data()) == nullptr)
                throw std::system_error(errno, std::generic_category(), "making a directory in " + above.string());
            made_ = name;
        });
        path_ = broadcast_text(world, 0, made_);
    }
    ScratchDirectory(ScratchDirectory const&) = delete;
    ScratchDirectory& operator=(ScratchDirectory const&) = delete;
    ~ScratchDirectory() {
        std::error_code ignored;
        if (!made_.empty()) fs::remove_all(made_, ignored);
    }
    [[nodiscard]] std::string file(std::string const& name) const { return path_ + "/" + name; }

  private:
    std::string made_; // path on rank 0, which removes it; else empty
    std::string path_;
};

std::size_t read_some(int descriptor, std::vector<char>& piece) {
    for (;;) {
        ssize_t const count = ::read(descriptor, piece.data(), piece.size());
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "reading a stream");
    }
}

/// Copies standard input to a file. Returns whether it begins like an npy file. If it must and does not, stops reading, because the
/// stream may never end.
bool spool(std::string const& path, bool must_be_npy) {
    std::ofstream file(path, std::ios::binary);
    std::vector<char> piece(std::size_t{1} << 20);
    std::string start;
    while (std::size_t const count = read_some(STDIN_FILENO, piece)) {
        if (start.size() < npy_magic.size()) start.append(piece.data(), std::min(count, npy_magic.size()));
        bool const is_known = start.size() >= npy_magic.size();
        if (must_be_npy && is_known && !start.starts_with(npy_magic)) return false;
        file.write(piece.data(), static_cast<std::streamsize>(count));
    }
    file.close();
    if (!file) throw std::runtime_error(fmt::format("writing '{}', in which standard input is kept, failed", path));
    return start.starts_with(npy_magic);
}

void pour(std::string const& path, Output& out) {
    int const descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "reading " + path);
    std::vector<char> piece(std::size_t{1} << 20);
    while (std::size_t const count = read_some(descriptor, piece)) out.write_bytes({piece.data(), count});
    ::close(descriptor);
}

Result<void> check_stream_options(Arguments const& arguments) {
    auto const& names = arguments.positionals();
    if (names.size() != 2) return fail("with several sources, none can be standard input or output");
    for (char const* const option : {"resume", "repair", "all"})
        if (arguments.has(option)) return fail(fmt::format("--{} is for files; '-' is a stream", option));
    if (names.back() == "-" && arguments.has("json"))
        return fail("the array goes to standard output, so --json needs a target that is a file");
    auto const format_version = arguments.text("as");
    if (names.back() == "-" && format_version && *format_version != "raw")
        return fail(fmt::format("standard output takes npy, or raw elements with --as raw, not {}", *format_version));
    return {};
}

/// An output that discards a report.
class NoOutput {
  public:
    NoOutput() : descriptor_(::open("/dev/null", O_WRONLY | O_CLOEXEC)), out_(descriptor_) {}
    NoOutput(NoOutput const&) = delete;
    NoOutput& operator=(NoOutput const&) = delete;
    ~NoOutput() { ::close(descriptor_); }
    [[nodiscard]] Output& out() { return out_; }

  private:
    int descriptor_;
    Output out_;
};

} // namespace

bool is_standard_stream(Arguments const& arguments) {
    auto const& names = arguments.positionals();
    return names.front() == "-" || names.back() == "-";
}

Result<ExitCode> copy_stream(Tool const& tool, Communicator const& world,
                             std::function<Result<ExitCode>(Tool const&)> const& copy) {
    TRY(check_stream_options(tool.arguments));
    std::vector<std::string> names = tool.arguments.positionals();
    ScratchDirectory const scratch(world);
    bool const raw = tool.arguments.has("array");
    if (names.front() == "-") {
        names.front() = scratch.file(raw ? "input.raw" : "input.npy");
        TRY(together(world, [&]() -> Result<void> {
            if (world.rank() != 0) return {};
            if (spool(names.front(), !raw) || raw) return {};
            return fail("standard input is not npy; declare it with --array if it is raw");
        }));
    }
    if (names.back() != "-") {
        Arguments const arguments = tool.arguments.with_positionals(names);
        return copy({arguments, tool.out, tool.messages});
    }
    names.back() = scratch.file(tool.arguments.text_or("as", "") == "raw" ? "output.raw" : "output.npy");
    Arguments const arguments = tool.arguments.with_positionals(names);
    bool const plans = arguments.has("plan") || arguments.has("dry-run");
    if (plans) return copy({arguments, tool.out, tool.messages});
    NoOutput nowhere;
    auto const code = copy({arguments, nowhere.out(), tool.messages});
    if (!code || *code == ExitCode::Stopped) return code;
    all_or_none(world, [&] {
        if (world.rank() == 0 && fs::exists(names.back())) pour(names.back(), tool.out);
    });
    return code;
}

} // namespace tessera::cli
