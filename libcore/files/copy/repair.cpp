// SPDX-License-Identifier: BSD-3-Clause
// Tessera: compares copied arrays with their source and repairs them.
#include "libcore/files/copy/repair.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/copy/copy_frame.hpp"
#include "libcore/files/copy/part_reader.hpp"
#include "libcore/files/copy/part_writer.hpp"
#include "libcore/files/store/chunk_boxes.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// Returns the map's extents on the target's side.
Extents extents_made(CopyMap const& map) {
    Extents extents;
    for (CopyAxis const& axis : map.axes)
        if (axis.target) extents.push_back(axis.extent);
    return extents;
}

/// Reads the elements of both sides, part by part. Each side gets half of the memory, because both have a staging buffer.
class BothSides {
  public:
    BothSides(RepairJob const& job, StoredArray const& target, CopyPlan const& plan, CopyParts const& parts, MemoryAccount& account)
        : back_(reading_back(plan)), identity_(CopyMap::identity(target.extents)), target_(target),
          part_(account, target.shape(), parts, target.type.bytes), from_(job.source, job.map, target.extents, plan, account),
          there_(target, identity_, target.extents, back_, account) {
        auto const& chunks = target.files.front().chunks;
        if (chunks && chunks->changes()) passing_ = account.take(chunks->memory());
    }

    /// Reads the source's elements of the box into part(), changed as the target's filters change them. Returns their checksum,
    /// which the target should have.
    [[nodiscard]] std::uint64_t wanted(std::vector<Run> const& box) {
        part_.begin(box);
        std::uint64_t const given = from_.read_summed(part_);
        auto const& chunks = target_.files.front().chunks;
        if (!chunks || !chunks->changes()) return given;
        auto const chunk_bytes = as_size(part_.place().cell_bytes());
        std::span elements(part_.data(), as_size(part_.place().bytes()));
        for (; !elements.empty(); elements = elements.subspan(chunk_bytes)) chunks->pass(elements.first(chunk_bytes));
        return part_.checksum(target_.extents);
    }
    /// Returns the damage of the target's box if its checksum differs from this one; else nothing.
    [[nodiscard]] std::optional<Damage> wrong(std::vector<Run> const& box, std::uint64_t checksum) {
        part_.begin(box);
        for (int copy = 0; copy < target_.copies(); ++copy) try {
                if (there_.read_summed(part_, copy) != checksum)
                    return Damage{box, "is not what the source has", there_.stretches(part_, copy)};
            } catch (UnreadablePart const& failure) {
                return Damage{box, failure.what(), there_.stretches(part_, copy)};
            }
        return std::nullopt;
    }
    [[nodiscard]] std::vector<std::vector<Run>> pieces(std::vector<Run> const& box) const { return there_.read_apart(box); }
    [[nodiscard]] PartBuffer& part() { return part_; }

  private:
    CopyPlan back_;
    CopyMap identity_;
    StoredArray const& target_;
    PartBuffer part_;
    PartReader from_;
    PartReader there_;
    MemoryAccount::Share passing_; // memory for chunks in filters
};

/// Compares and repairs one array. Every member function is collective and called once, in the order of their declaration.
class Repair {
  public:
    Repair(Communicator const& comm, RepairJob const& job) : comm_(comm), job_(job), account_(job.memory / comm.size()) {}

    [[nodiscard]] Result<void> plan() {
        return together(comm_, [&]() -> Result<void> {
            auto const target = TRY(job_.open_target());
            for (StoredFile const& file : target.files)
                if (auto const own = check_no_link(file.path); !own) return own;
            if (auto const same = check_same(target); !same) return same;
            CopyTask task{job_.source.shape(), target.shape(), job_.map, target.type.bytes, comm_.size()};
            task.gathers = target.files.size() > 1;
            if (auto const& chunks = target.files.front().chunks) task.encoder = chunks->memory();
            auto plan = plan_for(task, comm_.size());
            while (!plan && task.ranks > 1) plan = plan_for(task, task.ranks - 1); // fewer ranks, each with more memory
            if (!plan)
                return fail(fmt::format("comparing takes buffers for both sides; for one of them: {}", plan.error().message));
            plan_ = *std::move(plan);
            account_ = MemoryAccount(job_.memory / task.ranks);
            parts_.emplace(task.target, plan_.part);
            shape_ = task.target;
            outcome_.bytes = target.bytes();
            return {};
        });
    }

    /// Compares all parts. `advance`: called on rank 0 with the number of bytes compared.
    void compare(std::function<void(Index bytes)> const& advance) {
        all_or_none(comm_, [&] {
            auto const target = opened();
            stored_ = target.checksum;
            if (!works()) return;
            BothSides sides(job_, target, plan_, *parts_, account_);
            for (Index number = comm_.rank(); number < parts_->count(); number += plan_.ranks) {
                compare_part(sides, number);
                advance(sides.part().bytes() * plan_.ranks);
            }
        });
        outcome_.checksum = all_sum(comm_, outcome_.checksum);
        any_right_ = on_any(comm_, healthy_ > 0);
        outcome_.damage = damage_of_all(comm_, damage_, job_.source.array, shape_, most_salvaged);
    }

    /// Returns whether there is evidence that the target is a copy of this source.
    [[nodiscard]] bool is_copy() const { return any_right_ || stored_; }
    [[nodiscard]] bool is_damaged() const { return !outcome_.damage.empty(); }
    /// Error: the target is not a damaged copy, but a copy of something else.
    [[nodiscard]] Result<void> check_checksum() const {
        if (!stored_ || *stored_ == outcome_.checksum) return {};
        return fail(
            fmt::format("the target is a copy of something else than '{}' is now: its stored checksum is {}, not {}; --force "
                        "copies anew",
                        job_.source.name, checksum_text(*stored_), checksum_text(outcome_.checksum)));
    }

    /// Writes the damaged pieces again, one rank after the other, because HDF5 needs exclusive access to the file.
    void repair_damage() {
        if (!is_damaged()) return;
        for (Rank rank = 0; rank < comm_.size(); ++rank)
            all_or_none(comm_, [&] {
                if (rank == comm_.rank() && !bad_.empty()) repair_own();
            });
        outcome_.bytes_repaired = all_sum(comm_, outcome_.bytes_repaired);
    }

    [[nodiscard]] RepairedArray const& outcome() const { return outcome_; }

  private:
    /// Plans reads without two-phase access, because each rank reads by itself, one side after the other.
    [[nodiscard]] Result<CopyPlan> plan_for(CopyTask& task, int ranks) const {
        task.ranks = ranks;
        task.memory = job_.memory / ranks / 2;
        auto plan = plan_copy(task, std::nullopt);
        return plan && plan->access == Access::TwoPhase ? plan_copy(task, Access::Sieve) : plan;
    }
    [[nodiscard]] bool works() const { return comm_.rank() < plan_.ranks; }

    [[nodiscard]] StoredArray opened() const {
        auto target = job_.open_target();
        if (!target) throw std::runtime_error(target.error().message);
        for (StoredFile& file : target->files)
            if (ChunkBoxes* const chunks = file.boxes ? file.boxes->chunks() : nullptr) chunks->be_strict();
        return *std::move(target);
    }

    [[nodiscard]] Result<void> check_same(StoredArray const& target) const {
        Extents const made = extents_made(job_.map);
        bool const same_type = target.type.name == job_.source.type.name && target.type.bytes == job_.source.type.bytes;
        if (same_type && target.extents == made && target.fields == job_.source.fields) return {};
        return fail(fmt::format("'{}' holds {} {{{}}}, and this copy makes {} {{{}}}: it is no copy that could be repaired",
                                target.name, target.type.name, fmt::join(target.extents, ","), job_.source.type.name,
                                fmt::join(made, ",")));
    }

    void compare_part(BothSides& sides, Index number) {
        auto const box = parts_->box(number);
        std::uint64_t const wanted = sides.wanted(box);
        outcome_.checksum += wanted;
        if (!sides.wrong(box, wanted)) {
            ++healthy_;
            return;
        }
        for (std::vector<Run> const& piece : sides.pieces(box)) {
            auto wrong = sides.wrong(piece, sides.wanted(piece));
            if (!wrong) {
                ++healthy_;
                continue;
            }
            bad_.push_back(piece);
            add_damage(damage_, *std::move(wrong));
        }
    }

    void repair_own() {
        StoredArray target = opened();
        for (StoredFile& file : target.files)
            if (file.chunks) { // HDF5 cannot write to a file that is open for reading
                file.places.reset();
                file.boxes.reset();
            }
        PartBuffer part(account_, shape_, *parts_, target.type.bytes);
        PartReader from(job_.source, job_.map, target.extents, plan_, account_);
        PartWriter writer(target, plan_, account_);
        for (std::vector<Run> const& piece : bad_) {
            part.begin(piece);
            static_cast<void>(from.read(part));
            writer.write(part);
            outcome_.bytes_repaired += part.bytes();
        }
        if (target.files.front().chunks)
            sync_file_system(target.files.front().path);
        else
            writer.finish();
    }

    Communicator const& comm_;
    RepairJob const& job_;
    MemoryAccount account_;
    CopyPlan plan_;
    StoredShape shape_; // shape of the target
    std::optional<CopyParts> parts_;
    std::vector<std::vector<Run>> bad_; // damaged pieces of this rank's parts
    std::vector<Damage> damage_;        // the same for messages
    Index healthy_ = 0;                 // number of correct parts and pieces of this rank
    bool any_right_ = false;            // some rank has correct parts or pieces
    std::optional<std::uint64_t> stored_;
    RepairedArray outcome_;
};

/// Compares all arrays without writing. Error: the first array that cannot be compared.
Result<std::vector<Repair>> compared(Communicator const& comm, std::vector<RepairJob> const& jobs, RepairSettings const& settings,
                                     std::string const& what) {
    std::vector<Repair> repairs;
    Index bytes = 0;
    for (RepairJob const& job : jobs) {
        TRY(repairs.emplace_back(comm, job).plan());
        bytes += repairs.back().outcome().bytes;
    }
    bool const shown = comm.rank() == 0 && settings.progress;
    if (shown) settings.progress->begin(what, bytes);
    for (Repair& repair : repairs) repair.compare(shown ? settings.progress->advance : [](Index) {});
    if (shown) settings.progress->end();
    return repairs;
}

/// Checks that the target is a copy of the source. In a file of many arrays one may be wrong completely if others show that the
/// file is a copy.
Result<void> check_are_copies(std::vector<RepairJob> const& jobs, std::vector<Repair> const& repairs) {
    for (Repair const& repair : repairs)
        if (auto const same = repair.check_checksum(); !same) return same;
    if (std::ranges::none_of(repairs, &Repair::is_damaged) || std::ranges::any_of(repairs, &Repair::is_copy)) return {};
    return fail(fmt::format("nothing of the target is what '{}' has, and no checksum says that it ever was; --force copies anew",
                            jobs.front().source.name));
}

/// Compares everything again, to prove that the repair reached the file.
Result<void> check_mended(Communicator const& comm, std::vector<RepairJob> const& jobs, RepairSettings const& settings) {
    auto const repairs = TRY(compared(comm, jobs, settings, "comparing again"));
    DamageList damage;
    for (Repair const& repair : repairs) damage.add(repair.outcome().damage);
    if (!damage.empty()) throw AgreedFailure(fmt::format("the target could not be mended; there is still:{}", damage_text(damage)));
    return {};
}

} // namespace

Result<RepairOutcome> repair_arrays(Communicator const& comm, std::vector<RepairJob> const& jobs, RepairSettings const& settings) {
    double const start = seconds_now();
    auto repairs = TRY(compared(comm, jobs, settings, "comparing"));
    TRY(check_are_copies(jobs, repairs));
    if (!settings.look_only && std::ranges::any_of(repairs, &Repair::is_damaged)) {
        for (Repair& repair : repairs) repair.repair_damage();
        TRY(check_mended(comm, jobs, settings));
    }
    RepairOutcome outcome;
    for (Repair const& repair : repairs) outcome.arrays.push_back(repair.outcome());
    outcome.seconds = slowest(comm, seconds_now() - start);
    return outcome;
}

} // namespace tessera
