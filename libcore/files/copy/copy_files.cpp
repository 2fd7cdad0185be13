// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies an array or a whole file by its names, with the defaults of iocopy.
#include "libcore/files/copy/copy_files.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/copy/array_copy_settings.hpp"
#include "libcore/files/copy/file_copy_settings.hpp"
#include "libcore/files/copy/finished_target.hpp"
#include "libcore/files/copy/made_directory.hpp"
#include "libcore/files/copy/object_copy.hpp"
#include "libcore/files/copy/preserve.hpp"
#include "libcore/files/copy/scratch_copy.hpp"
#include "libcore/files/copy/working_ranks.hpp"
#include "libcore/runtime/mpi/agreed.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <utility>

namespace tessera {

namespace {

/// One copy by copy_files(). Member functions are collective.
class NamedCopy {
  public:
    NamedCopy(Communicator const& world, CopyRequest const& request, CopyCallbacks const& callbacks)
        : world_(world), request_(request), callbacks_(callbacks) {}

    Result<CopiedFile> run() {
        TRY(check_copy_options(request_.options));
        using Whole = std::optional<WholeSource>;
        auto const whole = TRY(agreed<Whole>(world_, [&] { return whole_source(request_); }));
        return whole ? whole_file(*whole) : one_array();
    }

  private:
    Result<CopiedFile> whole_file(WholeSource const& source) {
        auto settings = TRY(agreed<FileCopySettings>(world_, [&] { return file_copy_settings(request_, source, world_.size()); }));
        TRY(check_preserve(request_.options, settings.to));
        if (TRY(is_finished(world_, settings.arrays))) return found(settings);
        auto const copied =
            settings.arrays.empty() ? copy_objects(world_, settings) : in_parts(settings.options, [&] { return settings.jobs(); });
        return result(copied, settings);
    }

    Result<CopiedFile> one_array() {
        auto settings = TRY(agreed<ArrayCopySettings>(world_, [&] { return array_copy_settings(request_, world_.size()); }));
        TRY(check_preserve(request_.options, settings.to));
        if (TRY(is_finished(world_, {&settings, 1}))) return found(settings);
        auto const directory = made_directory(world_, settings.to);
        return result(in_parts(settings.options, [&] { return std::vector{settings.job()}; }), settings);
    }

    /// Copies with the ranks that work. Idle ranks return an outcome without content. `jobs`: returns the jobs with the current
    /// options.
    Result<FileCopyOutcome> in_parts(CopyOptions& options, std::function<std::vector<CopyJob>()> const& jobs) {
        WorkingRanks ranks(
            request_.options, world_, jobs(), callbacks_.stop ? callbacks_.stop : [] { return false; });
        FileCopyOutcome outcome;
        std::string failure;
        auto const work = [&]() -> Result<int> {
            ranks.choose_threads(options);
            options.progress = callbacks_.progress;
            options.stop = [&ranks] { return ranks.stop_requested(); };
            auto const all = jobs();
            auto const passes = TRY(passes_of(ranks.comm(), all));
            outcome = TRY(copy_arrays(ranks.comm(), all, passes));
            return 0;
        };
        Result<int> done = WorkingRanks::work_failed;
        try {
            done = ranks.run(ResidentMemory(), work);
        } catch (AgreedFailure const& thrown) {
            failure = thrown.what();
        }
        failure = broadcast_text(world_, 0, failure);
        if (!failure.empty()) throw AgreedFailure(failure);
        std::string const refused = broadcast_text(world_, 0, done ? "" : done.error().message);
        if (!refused.empty()) return fail(refused);
        return outcome;
    }

    template <class Settings>
    static CopiedFile found(Settings const& settings) {
        return {.losses = settings.target->losses(), .notes = {finished_text(settings.from, settings.to)}};
    }

    /// Returns the outcome of rank 0 on all ranks, and gives a published target what --preserve asks for.
    template <class Settings>
    Result<CopiedFile> result(Result<FileCopyOutcome> const& copied, Settings const& settings) {
        if (!copied) return forward_error(copied);
        CopiedFile all{.losses = settings.target->losses(), .notes = settings.notes};
        all.stopped = broadcast(world_, 0, copied->stopped ? 1 : 0) == 1;
        all.seconds = broadcast(world_, 0, copied->seconds);
        all.bytes_copied = broadcast(world_, 0, bytes_copied(*copied));
        std::string const wrong = broadcast_text(world_, 0, copied->wrong.value_or(""));
        if (!wrong.empty()) all.wrong = wrong;
        all.damage = broadcast_text(world_, 0, copied->damage.empty() ? "" : damage_text(copied->damage));
        if (!all.stopped && !all.wrong && request_.options.has("preserve")) add_preserved(all, settings.from, settings.to);
        return all;
    }

    void add_preserved(CopiedFile& all, FileName const& from, FileName const& to) {
        std::vector<std::string> lost;
        all_or_none(world_, [&] {
            if (world_.rank() == 0) lost = preserve(from, to);
        });
        lost.resize(broadcast(world_, 0, lost.size()));
        for (std::string& each : lost) all.notes.push_back(broadcast_text(world_, 0, std::move(each)));
    }

    Communicator const& world_;
    CopyRequest const& request_;
    CopyCallbacks const& callbacks_;
};

} // namespace

Result<CopiedFile> copy_files(Communicator const& world, CopyRequest const& request, CopyCallbacks const& callbacks) {
    return NamedCopy(world, request, callbacks).run();
}

} // namespace tessera
