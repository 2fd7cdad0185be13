// SPDX-License-Identifier: BSD-3-Clause
// Tessera: execution of all plans of one file access, compared with their predictions.
#include "cli/distbench/io_trial.hpp"

#include "libcore/base/median.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/plan_transfer.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <random>
#include <utility>

namespace tessera::cli {
namespace {

constexpr Index block_bytes = Index{1} << 20;

/// The state of the file's elements.
enum class Generation : std::uint64_t { Old, New };

/// Writes the bytes of the element at a position. They differ for all positions and generations (splitmix64 mixes them).
void make_element(Index position, Generation generation, std::span<std::byte> element) {
    std::uint64_t word = static_cast<std::uint64_t>(position) * 2 + static_cast<std::uint64_t>(generation);
    word = (word + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    word ^= word >> 31;
    for (std::size_t i = 0; i < element.size(); ++i) element[i] = static_cast<std::byte>(word >> (8 * (i % sizeof word)));
}

/// A file that rank 0 makes under an unused name, and removes.
class TrialFile {
  public:
    TrialFile(Communicator const& comm, std::string const& folder, FileLayout const& layout)
        : comm_(comm), layout_(layout), bytes_(layout.positions() * layout.element_bytes()) {
        std::string path;
        all_or_none(comm, [&] {
            if (comm.rank() != 0) return;
            path = fmt::format("{}/.distbench-io-{:016x}", folder,
                               std::uint64_t{std::random_device()()} << 32 | std::random_device()());
            PosixFile file = PosixFile::create(path);
            is_made_ = true;
            file.resize(bytes_);
            file.close();
        });
        path_ = broadcast_text(comm, 0, path);
        made_path_ = path;
    }
    TrialFile(TrialFile const&) = delete;
    TrialFile& operator=(TrialFile const&) = delete;
    ~TrialFile() {
        std::error_code ignored;
        if (is_made_) std::filesystem::remove(made_path_, ignored);
    }

    [[nodiscard]] std::string const& path() const { return path_; }
    [[nodiscard]] Index bytes() const { return bytes_; }

    /// Gives every element its old value. Collective.
    void fill() const {
        for_each_block([&](PosixFile const& file, Run positions, std::vector<std::byte>& data) {
            for (Index p = positions.begin; p < positions.end; ++p)
                make_element(p, Generation::Old, element(data, p - positions.begin));
            file.write(positions.begin * layout_.element_bytes(), data);
        });
    }

    /// Returns whether the wanted elements are new and all others old. Collective.
    [[nodiscard]] bool is_written(FileUnion const& wanted) const {
        bool same = true;
        std::vector<std::byte> expected(as_size(layout_.element_bytes()));
        for_each_block([&](PosixFile const& file, Run positions, std::vector<std::byte>& data) {
            file.read(positions.begin * layout_.element_bytes(), std::span(data));
            for (Index p = positions.begin; p < positions.end; ++p) {
                bool const is_new = wanted.count_in({p, p + 1}) == 1;
                make_element(p, is_new ? Generation::New : Generation::Old, expected);
                same = same && std::ranges::equal(element(data, p - positions.begin), expected);
            }
        });
        return same;
    }

    /// Drops the file from the memory of this rank's system. Collective.
    void drop_cache() const {
        all_or_none(comm_, [&] {
            PosixFile const file = PosixFile::open_to_write(path_);
            file.sync();
            file.drop_cache();
        });
    }

  private:
    [[nodiscard]] std::span<std::byte> element(std::vector<std::byte>& data, Index number) const {
        auto const bytes = as_size(layout_.element_bytes());
        return std::span(data).subspan(as_size(number) * bytes, bytes);
    }

    /// Visits this rank's share of the positions in blocks.
    template <class Visit>
    void for_each_block(Visit const& visit) const {
        all_or_none(comm_, [&] {
            PosixFile const file = PosixFile::open_to_write(path_);
            Index const share = layout_.positions() / comm_.size() + 1;
            Index const end = std::min(layout_.positions(), (comm_.rank() + 1) * share);
            Index const step = std::max(block_bytes / layout_.element_bytes(), Index{1});
            std::vector<std::byte> data;
            for (Index begin = comm_.rank() * share; begin < end; begin += step) {
                Run const positions{begin, std::min(end, begin + step)};
                data.resize(as_size(positions.size() * layout_.element_bytes()));
                visit(file, positions, data);
            }
        });
    }

    Communicator const& comm_;
    FileLayout const& layout_;
    Index bytes_;
    std::string path_;
    std::string made_path_;
    bool is_made_ = false;
};

/// The section of this rank, in memory in the order of the file, so that direct access needs no buffers.
class RankMemory {
  public:
    RankMemory(Communicator const& comm, Fad const& fad) : layout_(fad.layout()) {
        Fad::Member const* const member = fad.member(comm.rank());
        if (member == nullptr) return;
        section_ = &member->section.section();
        place_ = ElementLocation::packed(*section_, layout_.shape().permutation, layout_.element_bytes());
        data_.resize(as_size(section_->count() * layout_.element_bytes()));
    }

    [[nodiscard]] ElementLocation const& place() const { return place_; }
    [[nodiscard]] std::byte* data() { return data_.data(); }

    void clear() { std::ranges::fill(data_, std::byte{}); }
    void make_new() {
        for_each([](Index position, std::span<std::byte> element) { make_element(position, Generation::New, element); });
    }
    [[nodiscard]] bool is_old() {
        bool same = true;
        std::vector<std::byte> expected(as_size(layout_.element_bytes()));
        for_each([&](Index position, std::span<std::byte> element) {
            make_element(position, Generation::Old, expected);
            same = same && std::ranges::equal(element, expected);
        });
        return same;
    }

  private:
    template <class Visit>
    void for_each(Visit const& visit) {
        if (section_ == nullptr) return;
        std::span<int const> const permutation = layout_.shape().permutation;
        std::vector<PeriodicSet> slowest_first;
        for (std::size_t k = permutation.size(); k-- > 0;) slowest_first.push_back(section_->dims()[as_size(permutation[k])]);
        auto const bytes = as_size(layout_.element_bytes());
        std::size_t number = 0;
        Extents index(layout_.dims());
        BoxSet(std::move(slowest_first)).for_each([&](std::span<Index const> ordered) {
            for (std::size_t k = 0; k < ordered.size(); ++k) index[as_size(permutation[ordered.size() - 1 - k])] = ordered[k];
            visit(*layout_.position(index), std::span(data_).subspan(number++ * bytes, bytes));
        });
    }

    FileLayout const& layout_;
    BoxSet const* section_ = nullptr;
    ElementLocation place_;
    std::vector<std::byte> data_;
};

/// Returns the bound of each rank's buffers: what the plan says. Direct access may gather elements in a buffer.
Index memory_of(IoPlan const& plan) {
    return plan.settings().access == Access::Direct ? plan.settings().sieve.buffer_bytes : plan.totals().memory;
}

class TrialRunner {
  public:
    TrialRunner(Communicator const& comm, IoTask const& task, IoTrialSettings const& settings)
        : comm_(comm), task_(task), settings_(settings), file_(comm, settings.folder, task.fad->layout()),
          memory_(comm, *task.fad) {
        file_.fill();
    }

    [[nodiscard]] Index file_bytes() const { return file_.bytes(); }

    /// Runs the plan once. The first run is checked.
    void run(IoPlan const& plan, IoTrialRow& row) {
        bool const first = row.seconds.empty();
        bool const writes = plan.direction() == IoDirection::Write;
        if (first && writes) file_.fill();
        writes ? memory_.make_new() : memory_.clear();
        if (!settings_.cached) file_.drop_cache();
        auto const file = FileChannel::open(comm_, file_.path(), writes ? FileUse::Update : FileUse::Read);
        CountedChannel counted(*file);
        row.seconds.push_back(timed(counted, plan));
        file->close();
        if (!first) return;
        count(counted.counts(), plan, row);
        row.correct = on_all(comm_, writes ? file_.is_written(plan.fad().wanted()) : memory_.is_old());
    }

  private:
    double timed(CountedChannel& file, IoPlan const& plan) {
        MemoryAccount account(memory_of(plan));
        comm_.barrier();
        double const begin = seconds_now();
        if (plan.direction() == IoDirection::Read) {
            read_planned(comm_, file, plan, memory_.place(), memory_.data(), account);
        } else {
            write_planned(comm_, file, plan, memory_.place(), memory_.data(), account);
            file.sync();
        }
        return slowest(comm_, seconds_now() - begin);
    }

    void count(ChannelCounts const& mine, IoPlan const& plan, IoTrialRow& row) const {
        IoTotals const totals = plan.totals_of(comm_.rank());
        row.as_planned = on_all(comm_, mine == ChannelCounts{totals.reads, totals.writes, totals.bytes_read, totals.bytes_written});
        row.counted = {all_sum(comm_, mine.reads), all_sum(comm_, mine.writes), all_sum(comm_, mine.bytes_read),
                       all_sum(comm_, mine.bytes_written)};
    }

    Communicator const& comm_;
    IoTask const& task_;
    IoTrialSettings const& settings_;
    TrialFile file_;
    RankMemory memory_;
};

Result<void> check_ranks(Communicator const& comm, IoChoice const& choice) {
    Rank last = 0;
    for (IoCandidate const& each : choice.candidates)
        if (!each.plan.ranks().empty()) last = std::max(last, each.plan.ranks().back().rank);
    if (last < comm.size()) return {};
    return fail(fmt::format("this access needs ranks 0 to {}, and there are {}; start distbench with 'mpirun -n {}'", last,
                            counted(Index{comm.size()}, "rank"), last + 1));
}

Result<void> check_folder(Communicator const& comm, std::string const& folder, Index bytes) {
    return together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        std::error_code error;
        auto const space = std::filesystem::space(folder, error);
        if (error) return fail(fmt::format("--folder '{}': {}", folder, error.message()));
        if (space.available < static_cast<std::uintmax_t>(bytes))
            return fail(fmt::format("the file needs {}, but '{}' has room for {}; choose another --folder", scaled_bytes(bytes),
                                    folder, scaled_bytes(static_cast<Index>(space.available))));
        return {};
    });
}

} // namespace

double IoTrialRow::median() const {
    return median_of(seconds);
}

bool IoTrial::passed() const {
    return std::ranges::all_of(rows, [](IoTrialRow const& row) { return row.as_planned && row.correct; });
}

Result<IoTrial> run_io_trial(Communicator const& comm, IoTask const& task, IoChoice const& choice,
                             IoTrialSettings const& settings) {
    TRY(check_ranks(comm, choice));
    FileLayout const& layout = task.fad->layout();
    TRY(check_folder(comm, settings.folder, layout.positions() * layout.element_bytes()));
    TrialRunner runner(comm, task, settings);
    IoTrial trial;
    trial.file_bytes = runner.file_bytes();
    for (IoCandidate const& each : choice.candidates)
        trial.rows.push_back({.name = each.name,
                              .chosen = &each == &choice.candidates[choice.best],
                              .planned = each.plan.totals(),
                              .predicted = each.time ? std::optional(each.time->total()) : std::nullopt});
    for (Index round = 0; round < settings.rounds; ++round)
        for (std::size_t i = 0; i < trial.rows.size(); ++i) {
            runner.run(choice.candidates[i].plan, trial.rows[i]);
            if (comm.rank() == 0 && settings.after_run) settings.after_run();
        }
    return trial;
}

} // namespace tessera::cli
