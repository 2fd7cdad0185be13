// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicts the disk requests of a copy.
#include "libcore/files/copy/copy_forecast.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/files/access/gapless_chunks.hpp"
#include "libcore/files/copy/part_reader.hpp"
#include "libcore/files/copy/part_writer.hpp"
#include "libcore/files/copy/tile_exchange.hpp"
#include "libcore/io/copy_tiles.hpp"
#include "libcore/io/range_classes.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace tessera {

namespace {

constexpr Index few = 64;               // up to this many boxes are counted one by one
constexpr Index most_kinds = 512;       // otherwise this many boxes are counted at most
constexpr double most_effort = 1 << 19; // limit of about a second of counting, because a small file may claim to have tiny chunks

/// A chunk writer that only counts, for chunks in files of their own.
class CountedChunks final : public ChunkWriter {
  public:
    Index write(int, std::span<Index const>, std::span<std::byte const> elements) override { return std::ssize(elements); }
    [[nodiscard]] Index memory() const override { return 0; }
};

StoredArray planned_target(CopyJob const& job) {
    StoredArray target{.name = job.place.path, .type = job.source.type, .extents = job.target.shape(job.array).extents};
    target.files = job.target.planned_files(job.array);
    if (!target.files.empty()) return target;
    StoredFile file = in_one_piece(job.place.path, target.extents, StorageOrder::C, 0);
    file.shape = job.target.shape(job.array);
    file.places = std::make_shared<GaplessChunks>(file.shape, target.type.bytes, 0);
    if (file.shape.may_be_cut) file.chunks = std::make_shared<CountedChunks>();
    target.files.push_back(std::move(file));
    return target;
}

/// Boxes of the target (parts or tiles), numbered along each dimension.
struct Boxes {
    std::vector<std::vector<RangeClass>> kinds;
    Index count = 0;                                     ///< number of all boxes
    bool sampled = false;                                ///< the kinds were found from a sample of the boxes
    std::function<Index(std::span<Index const>)> number; ///< returns the number of the box with these numbers per dimension
    std::function<RequestCounts(Index)> counted;         ///< returns the requests of one box
    double effort = 1;                                   ///< approximate number of chunks, runs and loads that counted() visits
};

Index boxes_to_look_at(Boxes const& boxes, bool comparable) {
    if (boxes.count <= few) return boxes.count;
    return comparable ? std::min(kinds(boxes.kinds, most_kinds + 1), most_kinds) : most_kinds;
}

RequestCounts times(RequestCounts counts, double factor) {
    return {.requests = saturated_round(static_cast<double>(counts.requests) * factor),
            .bytes = saturated_round(static_cast<double>(counts.bytes) * factor)};
}

/// Sums the requests of all boxes. `regular`: all boxes of a kind have exactly the same requests; `comparable`: about the same.
/// `estimate`: the estimate by which the plan was chosen, used if counting takes too long.
ForecastCounts sum(Boxes const& boxes, bool comparable, bool regular, IoDemand const& estimate) {
    ForecastCounts total;
    if (boxes.effort * static_cast<double>(boxes_to_look_at(boxes, comparable)) > most_effort)
        return {{saturated_round(estimate.requests), saturated_round(estimate.bytes)}, false};
    if (boxes.count <= few) {
        for (Index number = 0; number < boxes.count; ++number) total.counts += boxes.counted(number);
    } else if (comparable && kinds(boxes.kinds, most_kinds + 1) <= most_kinds) {
        for_each_kind(boxes.kinds, [&](std::span<Index const> numbers, Index count) {
            total.counts += times(boxes.counted(boxes.number(numbers)), static_cast<double>(count));
        });
        total.exact = regular && !boxes.sampled;
    } else {
        for (Index i = 0; i < most_kinds; ++i) total.counts += boxes.counted(i * (boxes.count / most_kinds));
        total.counts = times(total.counts, static_cast<double>(boxes.count) / static_cast<double>(most_kinds));
        total.exact = false;
    }
    return total;
}

bool in_one_piece(StoredShape const& shape) {
    for (std::size_t d = 0; d < shape.extents.size(); ++d)
        if (shape.chunk[d] < shape.extents[d]) return false;
    return true;
}

/// Counts the requests of a copy. Its buffers are never touched, so they cost no memory.
class Forecast {
  public:
    Forecast(CopyJob const& job, CopyTask const& task, CopyPlan const& plan)
        : job_(job), task_(task), plan_(plan), target_(planned_target(job)), parts_(task.target, plan.part),
          units_(task.target, plan.unit), part_(account_, task.target, parts_, task.element_bytes),
          reader_(job.source, job.map, task.target.extents, plan, account_) {}

    [[nodiscard]] ForecastCounts reads() {
        std::vector<StoredFile> const& files = job_.source.files;
        bool const one_file = files.size() == 1;
        bool const filtered = std::ranges::any_of(files, [](StoredFile const& file) { return file.boxes != nullptr; });
        bool const regular = one_file && in_one_piece(files.front().shape);
        ForecastCounts counts = sum(plan_.access == Access::TwoPhase ? tiles() : parts_read(), one_file, regular, plan_.reads);
        counts.exact = counts.exact && !filtered;
        return counts;
    }

    [[nodiscard]] ForecastCounts writes() {
        if (task_.target.whole_chunks && !is_in_pieces()) return {{encoded_writes(), saturated_round(plan_.writes.bytes)}, false};
        PartWriter writer(target_, plan_, account_);
        Boxes boxes = all_parts();
        boxes.effort = effort_of_writing(boxes.count);
        boxes.counted = [&](Index number) {
            RequestCounts counts;
            part_.place(parts_.box(number));
            for (Index const unit : units_.numbers_in(parts_.box(number))) {
                part_.look_at(units_.box(unit));
                counts += writer.count(part_);
            }
            return counts;
        };
        ForecastCounts counts = sum(boxes, !task_.gathers, true, plan_.writes);
        counts.exact = counts.exact && (task_.gathers || in_one_piece(task_.target));
        return counts;
    }

  private:
    /// Chunks in files of their own are written one by one. Chunks of one file are written unit by unit, because they are
    /// contiguous there.
    [[nodiscard]] Index encoded_writes() const {
        bool const in_one_file = !job_.target.codecs(job_.array).empty();
        return in_one_file ? units_.count() : CopyParts(task_.target, task_.target.chunk).count();
    }

    /// Returns the number of chunks, units or requests of a part, whichever is largest. `parts`: number of parts.
    [[nodiscard]] double effort_of_writing(Index parts) const {
        double const elements = static_cast<double>(plan_.part_bytes) / static_cast<double>(task_.element_bytes);
        double const all = static_cast<double>(std::max<Index>(parts, 1));
        return std::max({1.0, elements / static_cast<double>(chunk_elements(task_.target)), plan_.writes.requests / all,
                         static_cast<double>(units_.count()) / all});
    }

    [[nodiscard]] bool is_in_pieces() const { return task_.target.may_be_cut && cuts_chunks(task_.target, plan_.unit); }

    [[nodiscard]] Boxes all_parts() const {
        Boxes boxes{{}, parts_.count(), false, [this](std::span<Index const> at) { return parts_.number(at); }, {}};
        for (std::size_t d = 0; d < task_.target.extents.size(); ++d) {
            Index const count = boxes.count == 0 ? 0 : parts_.dim(d).count();
            boxes.kinds.push_back(range_classes(task_, d, count, [&](Index number) { return parts_.dim(d).range(number); }));
            boxes.sampled = boxes.sampled || count > most_looked_at;
        }
        return boxes;
    }

    [[nodiscard]] Boxes parts_read() {
        Boxes boxes = all_parts();
        if (boxes.count > 0) {
            part_.place(parts_.box(0));
            boxes.effort = reader_.effort_of_counting(part_);
        }
        boxes.counted = [this](Index number) {
            part_.place(parts_.box(number));
            return reader_.count(part_);
        };
        return boxes;
    }

    [[nodiscard]] Boxes tiles() {
        auto const tiles = std::make_shared<CopyTiles const>(task_, plan_, parts_);
        auto const piece = std::make_shared<PartBuffer>(account_, plan_.piece_bytes, source_order(task_), task_.element_bytes);
        Boxes boxes{{}, tiles->count(), false, [tiles](std::span<Index const> at) { return tiles->number(at); }, {}};
        for (std::size_t d = 0; d < task_.target.extents.size(); ++d) {
            Index const count = boxes.count == 0 ? 0 : tiles->count_along(d);
            auto const range = [&](Index number) { return tiles->range(d, number); };
            boxes.kinds.push_back(range_classes(task_, d, count, range, tiles->period(d)));
            boxes.sampled = boxes.sampled || count > most_looked_at;
        }
        if (boxes.count > 0) {
            piece->place(tiles->first_piece().box);
            boxes.effort = reader_.effort_of_counting(*piece) * static_cast<double>(tiles->pieces_of_first());
        }
        boxes.counted = [this, tiles, piece](Index tile) {
            RequestCounts counts;
            for (CopyTiles::Piece const& each : tiles->pieces(tile)) {
                piece->place(each.box);
                counts += reader_.count(*piece);
            }
            return counts;
        };
        return boxes;
    }

    CopyJob const& job_;
    CopyTask const& task_;
    CopyPlan const& plan_;
    StoredArray target_;
    CopyParts parts_;
    CopyParts units_;
    MemoryAccount account_{std::numeric_limits<Index>::max()};
    PartBuffer part_;
    PartReader reader_;
};

} // namespace

CopyForecast forecast(CopyJob const& job, CopyTask const& task, CopyPlan const& plan) {
    Forecast forecast(job, task, plan);
    return {forecast.reads(), forecast.writes()};
}

} // namespace tessera
