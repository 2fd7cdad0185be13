// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies a batch of files with all ranks.
#include "cli/iocopy/batch_copy.hpp"

#include "cli/common/stop_signals.hpp"
#include "cli/iocopy/file_outcome.hpp"
#include "cli/iocopy/file_report.hpp"
#include "cli/iocopy/request.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/copy/finished_target.hpp"
#include "libcore/files/copy/made_directory.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/processors.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t files_at_once = 128; // unpublished files per rank; each has an open descriptor

/// Numbers of copied and other files, and the names of those that failed.
struct BatchOutcome {
    Index copied = 0;
    Index incomplete = 0; ///< copied files whose target does not keep everything
    Index found = 0;      ///< copied by an earlier run
    std::vector<std::string> failed;
    ExitCode code = ExitCode::Done;
};

/// Returns rank 0's answer on all ranks. An error on rank 0 is returned on all ranks.
Result<bool> is_there(Communicator const& world, BatchFile const& file) {
    bool there = false;
    TRY(together(world, [&]() -> Result<void> {
        if (world.rank() == 0) there = TRY(is_up_to_date({file.target}, file.source));
        return {};
    }));
    return on_any(world, there);
}

/// Returns whether a signal has arrived on any rank. A signal after the last part of a file stops the remaining files. Collective.
bool stopped_meanwhile(Communicator const& world) {
    return on_any(world, StopSignals::asked());
}

/// Returns the summary. `done`: what was done with the files that did not fail.
std::string summary(FileBatch const& batch, BatchOutcome const& outcome, std::string_view done) {
    std::string text = fmt::format("{}: {} {} {}", counted(std::ssize(batch.files), "file"), outcome.copied, done, batch.directory);
    if (outcome.incomplete > 0) text += fmt::format(" ({} not with all they hold)", outcome.incomplete);
    if (outcome.found > 0) text += fmt::format(", {} there already", outcome.found);
    if (!outcome.failed.empty()) text += fmt::format(", {} failed: {}", outcome.failed.size(), fmt::join(outcome.failed, ", "));
    Index const left = std::ssize(batch.files) - outcome.copied - outcome.found - std::ssize(outcome.failed);
    if (left > 0) text += fmt::format(", {} left", left);
    return text;
}

/// Writes one JSON document that contains the documents of the files. For a file without document it writes one with the reason.
class BatchDocument {
  public:
    BatchDocument(Tool const& tool, bool speaks) : out_(tool.out), wanted_(speaks && tool.arguments.has("json")) {}

    void begin() { write("{\n  \"schema\": \"tessera.lotcopy/1\",\n  \"files\": ["); }
    void next() {
        write(first_ ? "\n" : ",\n");
        first_ = false;
    }
    void without(BatchFile const& file, std::string const& why) {
        if (!wanted_) return;
        not_copied_json(file.source, file.target, why, [&](std::string_view text) { out_.write(text); });
    }
    void end(FileBatch const& batch, BatchOutcome const& outcome) {
        write(fmt::format("  ],\n  \"count\": {}, \"copied\": {}, \"incomplete\": {}, \"found\": {}, \"failed\": {}\n}}\n",
                          batch.files.size(), outcome.copied, outcome.incomplete, outcome.found, outcome.failed.size()));
    }

  private:
    void write(std::string_view text) {
        if (wanted_) out_.write(text);
    }
    Output& out_;
    bool wanted_;
    bool first_ = true;
};

bool plans(Arguments const& arguments) {
    return arguments.has("plan") || arguments.has("dry-run");
}

/// Copies a batch. Member functions are collective unless stated otherwise.
class BatchCopy {
  public:
    BatchCopy(Tool const& tool, Communicator const& world, FileBatch const& batch, CopyFile const& copy)
        : tool_(tool), world_(world), batch_(batch), copy_(copy), document_(tool, world.rank() == 0) {}

    BatchOutcome const& run() {
        StopSignals const signals; // also handles signals between two files
        document_.begin();
        find_small();
        if (!small_.empty()) copy_small();
        copy_others();
        document_.end(batch_, outcome_);
        return outcome_;
    }

  private:
    [[nodiscard]] bool ends() const {
        return outcome_.code == ExitCode::Stopped || (!outcome_.failed.empty() && tool_.arguments.has("fail-fast"));
    }

    /// Rank 0 determines the sizes of the files. Fills small_ and others_ of all ranks.
    void find_small() {
        Index const most = most_bytes_of_one_rank(option_values_of(tool_.arguments), world_.size());
        std::string kinds;
        for (BatchFile const& file : batch_.files) {
            std::error_code none;
            auto const bytes = fs::file_size(split_dataset(file.source).path, none);
            kinds += !none && static_cast<Index>(bytes) <= most ? 's' : 'o';
        }
        kinds = broadcast_text(world_, 0, std::move(kinds));
        for (std::size_t i = 0; i < kinds.size(); ++i) (kinds[i] == 's' ? small_ : others_).push_back(i);
        if (small_.size() == 1) others_.insert(std::ranges::upper_bound(others_, small_.front()), small_.front());
        if (small_.size() == 1) small_.clear();
    }

    void copy_small() {
        Communicator const alone = world_.split(world_.rank());
        threads_ = processors_of_each(world_);
        std::size_t const at_once = files_at_once * as_size(world_.size());
        for (std::span<std::size_t const> left = small_; !left.empty() && !ends();) {
            auto const some = left.first(std::min(left.size(), at_once));
            left = left.subspan(some.size());
            std::vector<FileOutcome> all;
            for (std::string const& text : texts_of_all(world_, packed(ends_of_mine(alone, some)))) unpack(text, all);
            std::ranges::sort(all, {}, &FileOutcome::number);
            for (FileOutcome const& end : all) settle_small(end);
            if (stopped_meanwhile(world_) && left.size() + others_.size() > 0) outcome_.code = ExitCode::Stopped;
        }
        std::ranges::sort(others_);
    }

    /// Records the result of a small file. A file that one rank refused is left to all ranks together, which have more memory.
    void settle_small(FileOutcome const& end) {
        if (end.code == ExitCode::BadInput && world_.size() > 1) return others_.push_back(end.number);
        if (world_.rank() == 0) tool_.messages.repeat(end.messages);
        settle(end);
    }

    /// Copies this rank's share of the files. Not collective.
    [[nodiscard]] std::vector<FileOutcome> ends_of_mine(Communicator const& alone, std::span<std::size_t const> files) const {
        std::vector<FileOutcome> ends;
        std::vector<FinishedFile> finished;
        for (std::size_t i = as_size(world_.rank()); i < files.size() && !StopSignals::asked(); i += as_size(world_.size())) {
            FileOutcome& end = ends.emplace_back();
            FinishedFile& file = finished.emplace_back();
            std::string said;
            end = ended(files[i], Messages(tool_.messages, said), {alone, threads_, world_.size(), world_.rank() == 0, &file});
            end.messages = std::move(said);
        }
        publish(ends, finished);
        return ends;
    }

    /// Publishes finished files after one sync of the disk. Not collective.
    void publish(std::vector<FileOutcome>& ends, std::vector<FinishedFile>& finished) const {
        if (std::ranges::none_of(finished, [](FinishedFile const& file) { return file.draft != nullptr; })) return;
        auto const each = [&](auto const& work) {
            for (std::size_t i = 0; i < ends.size(); ++i) {
                if (!finished[i].draft) continue;
                try {
                    work(ends[i], finished[i]);
                } catch (std::exception const& failure) {
                    fail_with(failure.what(), ends[i], finished[i]);
                }
            }
        };
        try {
            sync_file_system(batch_.directory);
        } catch (std::exception const& failure) {
            return each([&](FileOutcome& end, FinishedFile& file) {
                file.draft->distrust();
                fail_with(failure.what(), end, file);
            });
        }
        each([](FileOutcome const&, FinishedFile const& file) { file.draft->publish(*file.target); });
        sync_directory(batch_.directory);
        each([](FileOutcome const&, FinishedFile const& file) { file.target->publish_checksum(); });
        sync_directory(batch_.directory);
        each([&](FileOutcome& end, FinishedFile const& file) {
            file.draft->forget_journal();
            if (!file.after_publishing) return;
            Messages const messages(tool_.messages, end.messages);
            for (std::string const& note : file.after_publishing()) messages.note(note);
        });
    }

    /// Records that a file could not be published, and discards its report. Not collective.
    static void fail_with(std::string const& why, FileOutcome& end, FinishedFile& file) {
        end.code = ExitCode::Failed;
        end.error = why;
        end.report.clear();
        file = {};
    }

    void copy_others() {
        for (std::size_t const& number : others_) {
            if (ends()) return;
            settle(ended(number, tool_.messages, {world_}));
            if (&number != &others_.back() && stopped_meanwhile(world_)) outcome_.code = ExitCode::Stopped;
        }
    }

    /// Copies a file, or finds it already copied. Collective over the ranks of the work.
    [[nodiscard]] FileOutcome ended(std::size_t number, Messages const& messages, FileWork const& work) const {
        BatchFile const& file = batch_.files[number];
        FileOutcome end{number};
        bool const looks = tool_.arguments.has("resume") && !tool_.arguments.has("force");
        auto const there = looks ? is_there(work.comm, file) : Result<bool>(false);
        end.found = there.value_or(false);
        if (end.found) return end;
        Arguments const arguments = tool_.arguments.with_positionals({file.source, file.target});
        Output report(end.report);
        try {
            auto const code = there ? copy_({arguments, report, messages}, work) : Result<ExitCode>(forward_error(there));
            end.code = code.value_or(ExitCode::BadInput);
            if (!code) end.error = code.error().message;
        } catch (AgreedFailure const& failure) {
            end.code = ExitCode::Failed;
            end.error = failure.what();
        }
        return end;
    }

    void settle(FileOutcome const& end) {
        BatchFile const& file = batch_.files[end.number];
        document_.next();
        if (world_.rank() == 0) tool_.out.write(end.report);
        if (end.found) {
            ++outcome_.found;
            return document_.without(file, "its target is there");
        }
        if (end.code == ExitCode::Done || end.code == ExitCode::Incomplete) {
            ++outcome_.copied;
            if (end.code == ExitCode::Incomplete) ++outcome_.incomplete;
            return;
        }
        bool const names_it = end.error && end.error->find(file.source) != std::string::npos;
        if (end.error && world_.rank() == 0)
            tool_.messages.error(names_it ? *end.error : fmt::format("'{}': {}", visible_name(file.source), *end.error));
        if (end.error || end.code == ExitCode::Stopped) document_.without(file, end.error.value_or("stopped"));
        if (end.code != ExitCode::Stopped) outcome_.failed.push_back(file.source);
        if (outcome_.code == ExitCode::Done || end.code == ExitCode::Stopped) outcome_.code = end.code;
    }

    Tool const& tool_;
    Communicator const& world_;
    FileBatch const& batch_;
    CopyFile const& copy_;
    BatchDocument document_;
    BatchOutcome outcome_;
    int threads_ = 1; // threads of this rank while it copies by itself
    std::vector<std::size_t> small_;
    std::vector<std::size_t> others_; // files that all ranks copy together
};

} // namespace

Result<ExitCode> copy_batch(Tool const& tool, Communicator const& world, FileBatch const& batch, CopyFile const& copy) {
    bool const plan = plans(tool.arguments);
    FileName const target{.path = batch.directory, .text = batch.directory};
    auto const directory = plan ? std::nullopt : made_directory(world, target);
    BatchCopy work(tool, world, batch, copy);
    BatchOutcome outcome = work.run();
    if (outcome.code == ExitCode::Done && outcome.incomplete > 0) outcome.code = ExitCode::Incomplete;
    if (world.rank() != 0 || plan) return outcome.code;
    std::string_view const done = tool.arguments.has("repair") ? "compared with their copies in" : "copied to";
    if (outcome.code != ExitCode::Done && outcome.code != ExitCode::Incomplete)
        tool.messages.error(summary(batch, outcome, done));
    else if (!tool.messages.quiet() && !tool.arguments.has("json"))
        tool.out.write(summary(batch, outcome, done) + "\n");
    return outcome.code;
}

} // namespace tessera::cli
