// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes parts of the target to its files.
#include "libcore/files/copy/part_writer.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/files/copy/damage.hpp"
#include "libcore/io/copy_parts.hpp"
#include "libcore/io/slabs.hpp"
#include "libcore/runtime/mpi/side_by_side.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

/// Work of a thread between two records of the journal. It is short, so that a stop waits little, and long enough that threads end
/// at about the same time. Short chunks are grouped to reduce the overhead between groups.
constexpr Index fewest_chunks = 4;
constexpr Index least_bytes = Index{8} << 20;

} // namespace

PartWriter::PartWriter(StoredArray const& target, CopyPlan const& plan, MemoryAccount& account)
    : target_(target), account_(account), lists_(account.take(RequestQueue::memory(0))), staging_(account, plan.gathering),
      files_(target, target.is_scratch  ? FileUse::Scratch
                     : target.is_sparse ? FileUse::Sparse
                                        : FileUse::Update) {
    auto const& chunks = target.files.front().chunks;
    if (!chunks) return;
    in_pieces_ = cuts_chunks(target.files.front().shape, plan.unit);
    if (in_pieces_) return;
    members_ = chunks->share_among(plan.threads);
    writer_memory_ = account.take(members_ * chunks->memory());
    if (members_ == 1) return;
    Index of_a_unit = 1;
    for (std::size_t d = 0; d < plan.unit.size(); ++d) of_a_unit *= ceil_div(plan.unit[d], target.files.front().shape.chunk[d]);
    Index const bytes = chunk_elements(target.files.front().shape) * target.type.bytes;
    units_at_once_ = ceil_div(members_ * std::max(fewest_chunks, least_bytes / bytes), of_a_unit);
}

void PartWriter::write(PartBuffer& part, std::span<std::vector<Run> const> boxes) {
    std::vector<Extents> chunks;
    for (std::vector<Run> const& box : boxes) {
        part.look_at(box);
        target_.files.front().chunks && !in_pieces_ ? add_chunks(part, chunks) : write(part);
    }
    if (chunks.empty()) return;
    part.look_at(box_around({boxes.begin(), boxes.end()}));
    write_chunks(part, chunks);
}

void PartWriter::write(PartBuffer& part) {
    if (part.elements() == 0) return;
    if (in_pieces_) return write_pieces(part);
    if (target_.files.front().chunks) {
        std::vector<Extents> chunks;
        add_chunks(part, chunks);
        return write_chunks(part, chunks);
    }
    if (staging_.size() == 0) return write_cells(part);
    for (std::size_t number = 0; number < target_.files.size(); ++number) write_gathered(number, part);
}

RequestCounts PartWriter::count(PartBuffer& part) {
    RequestCounts const before = std::exchange(counts_, {});
    counting_ = true;
    write(part);
    counting_ = false;
    return std::exchange(counts_, before);
}

void PartWriter::write_cells(PartBuffer& part) {
    std::vector<BoxLine> lines;
    for (BoxDim const& dim : part.dims()) {
        std::size_t const d = lines.size();
        bool const last = dim.cell == target_.files.front().shape.chunk[d] && dim.range.end == target_.extents[d];
        Index const end = last ? ceil_div(dim.range.end, dim.cell) * dim.cell : dim.range.end; // the last chunks are stored whole
        lines.push_back({end - dim.range.begin, dim.range.begin, 1, dim.range.begin, 1, &dim});
    }
    write_lines(0, lines, part.data());
}

void PartWriter::write_lines(std::size_t number, std::vector<BoxLine> const& lines, std::byte* memory) {
    StoredFile const& file = target_.files[number];
    RequestQueue queue(counting_ ? nullptr : &files_.file(number), RequestQueue::Direction::Write, 0);
    add_requests(queue, {file.shape, *file.places, target_.type.bytes}, lines, memory,
                 [&](auto&&...) { throw std::logic_error("a chunk of '" + file.path + "' has no place to be written to"); });
    queue.finish();
    counts_ += queue.counts();
}

/// Adds the chunks of the part's current box.
void PartWriter::add_chunks(PartBuffer const& part, std::vector<Extents>& chunks) const {
    StoredFile const& file = target_.files.front();
    Extents first;
    std::vector<Index> counts;
    for (std::size_t d = 0; d < part.dims().size(); ++d) {
        Run const range = part.dims()[d].range;
        first.push_back(range.begin / file.shape.chunk[d]);
        counts.push_back(ceil_div(range.end, file.shape.chunk[d]) - first[d]);
    }
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        Extents& chunk = chunks.emplace_back(first);
        for (std::size_t d = 0; d < at.size(); ++d) chunk[d] += at[d];
    });
}

void PartWriter::write_pieces(PartBuffer& part) {
    std::vector<Extents> chunks;
    add_chunks(part, chunks);
    for (Extents const& chunk : chunks) write_piece(chunk, part);
}

/// Writes the part's elements of a chunk to their place in the chunk's file.
void PartWriter::write_piece(Extents const& chunk, PartBuffer& part) {
    StoredFile const& file = target_.files.front();
    std::vector<BoxLine> lines;
    for (std::size_t d = 0; d < chunk.size(); ++d) {
        BoxDim const& dim = part.dims()[d];
        Index const begin = chunk[d] * file.shape.chunk[d];
        Run const there = intersection({begin, begin + file.shape.chunk[d]}, dim.range);
        lines.push_back({there.size(), there.begin - begin, 1, there.begin, 1, &dim});
    }
    if (!counting_ && (!cut_ || cut_chunk_ != chunk)) {
        cut_ = FileChannel::open_alone(file.chunks->file_of_pieces(chunk), FileUse::Update, target_.channel);
        cut_chunk_ = chunk;
    }
    RequestQueue queue(counting_ ? nullptr : cut_.get(), RequestQueue::Direction::Write, 0);
    ContiguousAddress place(0);
    StoredShape const whole{file.shape.chunk, file.shape.permutation, file.shape.chunk};
    add_requests(queue, {whole, place, target_.type.bytes}, lines, part.data(),
                 [](auto&&...) { throw std::logic_error("a chunk in a file of its own has no place there"); });
    queue.finish();
    counts_ += queue.counts();
}

void PartWriter::write_chunks(PartBuffer const& part, std::vector<Extents> const& chunks) {
    Index const bytes = chunk_elements(target_.files.front().shape) * target_.type.bytes;
    if (!holds_chunks(part))
        while (std::ssize(chunks_) < members_) chunks_.emplace_back(account_, bytes);
    std::vector<Index> written(chunks.size());
    side_by_side(members_, std::ssize(chunks), bytes,
                 [&](int member, Index chunk) { written[as_size(chunk)] = write_chunk(member, chunks[as_size(chunk)], part); });
    for (Index const each : written) counts_ += {1, each};
}

/// Returns whether the part's cells are the chunks to be written.
bool PartWriter::holds_chunks(PartBuffer const& part) const {
    Extents const& chunk = target_.files.front().shape.chunk;
    return std::ranges::equal(part.dims(), chunk, {}, &BoxDim::cell);
}

/// Writes one chunk and returns the bytes written. It is written directly from the part if the part holds it in its stored form.
Index PartWriter::write_chunk(int member, Extents const& chunk, PartBuffer const& part) {
    StoredFile const& file = target_.files.front();
    std::vector<Run> whole;
    std::vector<Run> there;
    Index offset = 0;
    for (std::size_t d = 0; d < chunk.size(); ++d) {
        BoxDim const& dim = part.dims()[d];
        whole.push_back({chunk[d] * file.shape.chunk[d], (chunk[d] + 1) * file.shape.chunk[d]});
        there.push_back(intersection(whole[d], dim.range));
        offset += dim.offset(there[d].begin);
    }
    if (holds_chunks(part)) return file.chunks->write(member, chunk, {part.data() + offset, as_size(part.place().cell_bytes())});
    AccountedBuffer& memory = chunks_[as_size(member)];
    memory.clear();
    ElementLocation const to = BoxLayout(whole, file.shape.permutation, {}, target_.type.bytes).place();
    copy_box(section_of(there), target_.type.bytes, part.place().place(), part.data(), to, memory.data());
    return file.chunks->write(member, chunk, {memory.data(), as_size(memory.size())});
}

/// Writes a file's elements of the part, in boxes of its allocation that fit the staging buffer.
void PartWriter::write_gathered(std::size_t number, PartBuffer const& part) {
    StoredFile const& file = target_.files[number];
    Extents first; // first index of its elements, counted among the indices that the file is filled with
    Extents counts;
    for (std::size_t d = 0; d < part.dims().size(); ++d) {
        PeriodicSet const mine = file.filled.dims()[d].clipped(part.dims()[d].range);
        if (mine.empty()) return;
        first.push_back(file.filled.dims()[d].position(mine.bounds().begin));
        counts.push_back(mine.count());
    }
    auto const boxes = Slabs::make(counts, file.shape.permutation, {}, staging_.size() / target_.type.bytes).value();
    for (Index k = 0; k < boxes.count(); ++k) {
        std::vector<Run> box = boxes.box(k);
        for (std::size_t d = 0; d < box.size(); ++d) box[d] = {first[d] + box[d].begin, first[d] + box[d].end};
        write_box(number, box, part);
    }
}

/// Writes one box of a file. `box`: counted among the indices that the file is filled with.
void PartWriter::write_box(std::size_t number, std::vector<Run> const& box, PartBuffer const& part) {
    StoredFile const& file = target_.files[number];
    BoxLayout const staged(box, file.shape.permutation, {}, target_.type.bytes);
    std::vector<PeriodicSet> sets;
    ElementLocation to;
    std::vector<BoxLine> lines;
    for (std::size_t d = 0; d < box.size(); ++d) {
        PeriodicSet const& filled = file.filled.dims()[d];
        Index const stride = staged.dims()[d].stride;
        sets.push_back(filled.clipped({filled.element(box[d].begin), filled.element(box[d].end - 1) + 1}));
        to.sides.push_back(AxisSide::stored(filled, 0, 1, stride));
        to.base -= box[d].begin * stride;
        lines.push_back({box[d].size(), file.filled_origin[d] + box[d].begin, 1, box[d].begin, 1, &staged.dims()[d]});
    }
    if (!counting_) copy_box(BoxSet(sets), target_.type.bytes, part.place().place(), part.data(), to, staging_.data());
    write_lines(number, lines, staging_.data());
}

} // namespace tessera
