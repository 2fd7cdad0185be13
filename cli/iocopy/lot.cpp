// SPDX-License-Identifier: BSD-3-Clause
// Tessera: several files that iocopy copies to one directory.
#include "cli/iocopy/lot.hpp"

#include "cli/common/stop_signals.hpp"
#include "libcore/base/units.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/store/array_format.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;

/// No file, but what a shell would look for: a shell that finds nothing, or is told not to look, leaves it as it is.
bool is_pattern(std::string const& source) {
    std::error_code ignored;
    if (source.find_first_of("*?[") == std::string::npos || fs::exists(source, ignored)) return false;
    auto const named = split_dataset(source);
    return named.dataset.empty() || !fs::exists(named.path, ignored); // names of datasets may have such characters
}

/// A directory that no format takes for an array: a Zarr store is one, and so is one with a manifest of local files.
bool is_folder(std::string const& path) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) return false;
    auto const file = parse_file_name(path);
    if (!file || !file->format->abilities().is_mapped) return false;
    return std::ranges::none_of(fs::directory_iterator(path, ignored),
                                [](fs::directory_entry const& entry) { return entry.path().extension() == ".json"; });
}

std::vector<std::string> files_of_pattern(std::string const& pattern) {
    glob_t found{};
    std::vector<std::string> paths;
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc); // sorted
    ::globfree(&found);
    return paths;
}

/// Those whose names or first bytes say what they hold, but for what begins with a point.
std::vector<std::string> files_of_folder(std::string const& folder) {
    std::vector<std::string> paths;
    for (fs::directory_entry const& entry : fs::directory_iterator(folder)) {
        auto const file = parse_file_name(entry.path().string());
        bool const known = file && file->format->abilities().describes_itself && !file->format->abilities().is_mapped;
        if (known && !entry.path().filename().string().starts_with('.')) paths.push_back(entry.path().string());
    }
    std::ranges::sort(paths);
    return paths;
}

Result<std::vector<std::string>> files_of_source(std::string const& source) {
    bool const pattern = is_pattern(source);
    if (!pattern && !is_folder(source)) return std::vector<std::string>{source};
    std::vector<std::string> paths = pattern ? files_of_pattern(source) : files_of_folder(source);
    if (paths.empty())
        return fail(fmt::format("'{}': there is no file {}", source, pattern ? "of such a name" : "of arrays in it"));
    return paths;
}

/// "in/a.nc" is "a.zarr" in a lot that becomes Zarr stores, and so is "in/a.zarr.zip", which cannot be written.
std::string target_name(std::string const& source, std::string const& edition) {
    fs::path name = fs::path(source.ends_with('/') ? source.substr(0, source.size() - 1) : source).filename();
    if (name.extension() == ".zip") name = name.stem();
    if (edition.starts_with("zarr")) return name.stem().string() + ".zarr";
    if (edition.starts_with("cdf") && name.extension() != ".nc") return name.stem().string() + ".cdf";
    return name.string();
}

/// What became of the files.
struct LotOutcome {
    Index copied = 0;
    Index incomplete = 0; ///< of these, whose target does not keep everything
    Index found = 0;      ///< by an earlier run
    std::vector<std::string> failed;
    ExitCode code = ExitCode::Done;
};

/// An error, in words; the exit code else.
struct Ended {
    ExitCode code = ExitCode::Done;
    std::optional<std::string> error = std::nullopt;
};

Ended ended(Tool const& tool, std::function<Result<ExitCode>(Tool const&)> const& copy) {
    try {
        auto const code = copy(tool);
        return code ? Ended{*code} : Ended{ExitCode::BadInput, code.error().message};
    } catch (AgreedFailure const& failure) {
        return {ExitCode::Failed, failure.what()};
    }
}

/// On all ranks the same: rank 0 looks, and an error of its is everybody's.
Result<bool> is_there(Comm const& world, LotFile const& file) {
    bool there = false;
    auto const looked = together(world, [&]() -> Result<void> {
        if (world.rank() != 0) return {};
        std::error_code missing;
        there = fs::exists(file.target, missing);
        if (!there || fs::last_write_time(file.target) >= fs::last_write_time(file.source)) return {};
        return fail(fmt::format("'{}' is older than '{}'; --force replaces it", file.target, file.source));
    });
    if (!looked) return forward_error(looked);
    return broadcast_text(world, 0, there ? "yes" : "no") == "yes";
}

/// A signal that came when the file had all its parts is for the others.
bool stopped_meanwhile(Comm const& world) {
    int asked = StopSignals::asked() ? 1 : 0;
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &asked, 1, MPI_INT, MPI_MAX, world.handle()), "MPI_Allreduce");
    return asked != 0;
}

/// `done`: what became of those that did not fail.
std::string summary(Lot const& lot, LotOutcome const& outcome, std::string_view done) {
    std::string text = fmt::format("{}: {} {} {}", counted(std::ssize(lot.files), "file"), outcome.copied, done, lot.directory);
    if (outcome.incomplete > 0) text += fmt::format(" ({} not with all they hold)", outcome.incomplete);
    if (outcome.found > 0) text += fmt::format(", {} there already", outcome.found);
    if (!outcome.failed.empty()) text += fmt::format(", {} failed: {}", outcome.failed.size(), fmt::join(outcome.failed, ", "));
    Index const left = std::ssize(lot.files) - outcome.copied - outcome.found - std::ssize(outcome.failed);
    if (left > 0) text += fmt::format(", {} left", left);
    return text;
}

/// The documents of the files within one of the lot: where a file has none, one that says why.
class LotDocument {
  public:
    LotDocument(Tool const& tool, bool speaks) : out_(tool.out), wanted_(speaks && tool.arguments.has("json")) {}

    void begin() { write("{\n  \"schema\": \"tessera.lotcopy/1\",\n  \"files\": ["); }
    void next() {
        write(first_ ? "\n" : ",\n");
        first_ = false;
    }
    void without(LotFile const& file, std::string const& why) {
        if (!wanted_) return;
        JsonWriter json([&](std::string_view text) { out_.write(text); });
        json.begin_object();
        json.entry("source", file.source);
        json.entry("target", file.target);
        json.entry("not_copied", why);
        json.end_object();
    }
    void end(Lot const& lot, LotOutcome const& outcome) {
        write(fmt::format("  ],\n  \"count\": {}, \"copied\": {}, \"incomplete\": {}, \"found\": {}, \"failed\": {}\n}}\n",
                          lot.files.size(), outcome.copied, outcome.incomplete, outcome.found, outcome.failed.size()));
    }

  private:
    void write(std::string_view text) {
        if (wanted_) out_.write(text);
    }
    Output& out_;
    bool wanted_;
    bool first_ = true;
};

/// Copies a file, or finds it copied.
void copy_file_of(Tool const& tool, Comm const& world, LotFile const& file, LotOutcome& outcome, LotDocument& document,
                  std::function<Result<ExitCode>(Tool const&)> const& copy) {
    auto const there = tool.arguments.has("resume") && !tool.arguments.has("force") ? is_there(world, file) : Result<bool>(false);
    document.next();
    if (there && *there) {
        ++outcome.found;
        return document.without(file, "its target is there");
    }
    Arguments const arguments = tool.arguments.with_positionals({file.source, file.target});
    Ended const end = there ? ended({arguments, tool.out, tool.messages}, copy) : Ended{ExitCode::BadInput, there.error().message};
    if (end.code == ExitCode::Done || end.code == ExitCode::Incomplete) {
        ++outcome.copied;
        if (end.code == ExitCode::Incomplete) ++outcome.incomplete;
        return;
    }
    bool const names_it = end.error && end.error->find(file.source) != std::string::npos;
    if (end.error && world.rank() == 0)
        tool.messages.error(names_it ? *end.error : fmt::format("'{}': {}", visible_name(file.source), *end.error));
    if (end.error || end.code == ExitCode::Stopped) document.without(file, end.error.value_or("stopped"));
    if (end.code != ExitCode::Stopped) outcome.failed.push_back(file.source);
    if (outcome.code == ExitCode::Done || end.code == ExitCode::Stopped) outcome.code = end.code;
}

/// Error: an option that is about one array, or about what each file has in another way.
Result<void> check_options(Arguments const& arguments) {
    for (char const* const option : {"copy", "section", "array", "to", "header"})
        if (arguments.has(option)) return fail(fmt::format("--{} is for one array; there are several sources", option));
    return {};
}

} // namespace

bool means_lot(Arguments const& arguments) {
    auto const& names = arguments.positionals();
    return names.size() > 2 || is_pattern(names.front()) || (is_folder(names.front()) && !arguments.has("to"));
}

Result<Lot> lot_of(Arguments const& arguments) {
    if (auto const possible = check_options(arguments); !possible) return forward_error(possible);
    auto const& names = arguments.positionals();
    Lot lot{names.back(), {}};
    std::error_code ignored;
    if (!lot.directory.ends_with('/') && !fs::is_directory(lot.directory, ignored))
        return fail(
            fmt::format("several files are copied to a directory; '{}' is none: put '/' behind a new one's name", names.back()));
    if (!lot.directory.ends_with('/')) lot.directory += '/';
    std::map<std::string, std::string> sources;
    for (std::string const& name : std::span(names).first(names.size() - 1)) {
        auto const paths = files_of_source(name);
        if (!paths) return forward_error(paths);
        for (std::string const& path : *paths) {
            std::string const target = lot.directory + target_name(split_dataset(path).path, arguments.text_or("as", ""));
            auto const [known, is_new] = sources.emplace(target, path);
            if (!is_new) return fail(fmt::format("'{}' and '{}' would both become '{}'", known->second, path, target));
            lot.files.push_back({path, target});
        }
    }
    return lot;
}

Result<ExitCode> copy_lot(Tool const& tool, Comm const& world, Lot const& lot,
                          std::function<Result<ExitCode>(Tool const&)> const& copy) {
    bool const plans = tool.arguments.has("plan") || tool.arguments.has("dry-run");
    std::optional<MadeDirectory> directory;
    all_or_none(world, [&] {
        if (world.rank() == 0 && !plans) directory.emplace(FileName{.path = lot.directory, .text = lot.directory});
    });
    LotOutcome outcome;
    LotDocument document(tool, world.rank() == 0);
    document.begin();
    for (LotFile const& file : lot.files) {
        copy_file_of(tool, world, file, outcome, document, copy);
        if (&file != &lot.files.back() && stopped_meanwhile(world)) outcome.code = ExitCode::Stopped;
        if (outcome.code == ExitCode::Stopped || (!outcome.failed.empty() && tool.arguments.has("fail-fast"))) break;
    }
    document.end(lot, outcome);
    if (outcome.code == ExitCode::Done && outcome.incomplete > 0) outcome.code = ExitCode::Incomplete;
    if (world.rank() != 0 || plans) return outcome.code;
    std::string_view const done = tool.arguments.has("repair") ? "compared with their copies in" : "copied to";
    if (outcome.code != ExitCode::Done && outcome.code != ExitCode::Incomplete)
        tool.messages.error(summary(lot, outcome, done));
    else if (!tool.messages.quiet() && !tool.arguments.has("json"))
        tool.out.write(summary(lot, outcome, done) + "\n");
    return outcome.code;
}

} // namespace tessera::cli
