// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a distributed array that is too large for memory.
#include "libcore/files/ooc/out_of_core_array.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/plan_transfer.hpp"
#include "libcore/files/access/section_exchange.hpp"
#include "libcore/files/access/section_transfer.hpp"
#include "libcore/files/ooc/local_indices.hpp"
#include "libcore/files/ooc/section_pieces.hpp"
#include "libcore/files/store/manifest_layout.hpp"
#include "libcore/files/store/manifest_output.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/files/store/stream_hash.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreed.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tessera {
namespace {

/// Returns the manifest's output. A file that takes this name later is not replaced, only one that has it now.
std::unique_ptr<ProvisionalFile> output_at(std::string const& path) {
    return std::make_unique<ProvisionalFile>(OutputPath{path, random_tag()});
}

/// Returns a position's part with its overlap areas, clipped to the array.
BoxSet with_overlap(Mapping const& mapping, Index position) {
    BoxSet const owned = mapping.owned(position);
    if (owned.empty() || mapping.array().shadow.empty()) return owned;
    std::vector<PeriodicSet> dims;
    for (std::size_t d = 0; d < owned.dims().size(); ++d) {
        ShadowWidth const width = mapping.array().shadow[d];
        Run const bounds = owned.dims()[d].bounds();
        Run const wide{bounds.begin - width.low, bounds.end + width.high};
        bool const grows = width.low + width.high > 0;
        dims.push_back(grows ? PeriodicSet::interval(intersection(wide, {0, mapping.array().extents[d]})) : owned.dims()[d]);
    }
    return BoxSet(std::move(dims));
}

/// Returns the part of the overlap areas of rank `of` that `owner` owns, as pieces. Both ranks compute the same order.
std::vector<BoxSet> overlap(Mapping const& mapping, Rank of, Rank owner, std::vector<int> const& permutation, Index elements) {
    auto const here = mapping.grid().position(of);
    auto const there = mapping.grid().position(owner);
    if (!here || !there) return {};
    std::vector<BoxSet> all;
    for (BoxSet const& part : difference(with_overlap(mapping, *here), mapping.owned(*here))) {
        BoxSet const wanted = intersection(part, mapping.owned(*there));
        if (wanted.empty()) continue;
        for (BoxSet& piece : pieces_of(wanted, permutation, elements)) all.push_back(std::move(piece));
    }
    return all;
}

} // namespace

/// A new file of the array, removed by the destructor unless kept.
class OutOfCoreArray::NewFile {
  public:
    explicit NewFile(std::string path) : path_(std::move(path)) {}
    NewFile(NewFile const&) = delete;
    NewFile& operator=(NewFile const&) = delete;
    ~NewFile() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove(path_, ignored);
    }
    void keep() { path_.clear(); }

  private:
    std::string path_;
};

OutOfCoreArray::OutOfCoreArray(Communicator const& comm, MemoryAccount& account, std::string path, Ocad ocad, Mapping mapping)
    : comm_(&comm), account_(&account), path_(std::move(path)), ocad_(std::move(ocad)), mapping_(std::move(mapping)),
      manifest_(manifest_of(ocad_)) {
    ocad_.permutation = file_permutation(ocad_);
    auto const position = mapping_.grid().position(comm.rank());
    if (position && mapping_.holds(*position)) layout_.emplace(mapping_, *position, ocad_.permutation);
    local_shape_ = layout_ ? layout_->local_shape() : Extents(as_size(mapping_.dims()), 0);
}

OutOfCoreArray::OutOfCoreArray(OutOfCoreArray&&) noexcept = default;
OutOfCoreArray::~OutOfCoreArray() = default;

Result<OutOfCoreArray> OutOfCoreArray::prepare(Communicator const& comm, MemoryAccount& account, std::string const& path,
                                               Ocad ocad) {
    auto mapping = TRY(Mapping::make(ocad.mapping));
    TRY(check_ranks(mapping, comm.size()));
    TRY(check_out_of_core(mapping));
    OutOfCoreArray array(comm, account, path, std::move(ocad), std::move(mapping));
    TRY(together(comm, [&] { return array.lay_out(); }));
    return array;
}

Result<void> OutOfCoreArray::lay_out() {
    ArraySpec const& array = mapping_.array();
    auto slabs = Slabs::make(local_shape_, ocad_.permutation, array.shadow, ocad_.icla_bytes / array.type.bytes);
    if (!slabs) return fail(fmt::format("{}: {}", path_, slabs.error().message));
    slabs_ = *std::move(slabs);
    StoredShape shape{array.extents, ocad_.permutation, {}, false};
    if (is_local() && layout_) {
        shape.extents = layout_->alloc_shape();
        for (LocalFile const& file : manifest_.files) {
            if (file.rank != comm_->rank()) continue;
            auto stored = stored_extents(manifest_, mapping_, mapping_.grid().position(comm_->rank()).value(), file);
            if (!stored) return fail(fmt::format("cannot read '{}': {}", path_, stored.error().message));
            shape.extents = *std::move(stored);
        }
    }
    for (Index const extent : shape.extents) shape.chunk.push_back(std::max<Index>(1, extent));
    file_layout_ = TRY(FileLayout::make(std::move(shape), array.type.bytes, is_local() ? 0 : manifest_.out_of_core->first_byte));
    return {};
}

Result<OutOfCoreArray> OutOfCoreArray::create(Communicator const& comm, MemoryAccount& account, std::string const& path, Ocad ocad,
                                              bool force) {
    auto output = output_at(path);
    TRY(together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        return check_output_place(path, force);
    }));
    auto array = prepare(comm, account, path, std::move(ocad));
    if (!array) return array;
    array->output_ = std::move(output);
    Manifest& manifest = array->manifest_;
    Index const generation = broadcast(comm, 0, comm.rank() == 0 ? free_generation(path, array->mapping_) : 0);
    if (array->is_local())
        manifest.files = local_files(path, generation, array->mapping_, array->ocad_.permutation);
    else
        manifest.out_of_core->global_file = broadcast_text(comm, 0, comm.rank() == 0 ? free_global_name(path) : "");
    array->create_file();
    return array;
}

/// Returns the path of this rank's file, or of the common file. Empty if the rank has none.
std::string OutOfCoreArray::file_path() const {
    if (!is_local()) return beside(path_, manifest_.out_of_core->global_file);
    for (LocalFile const& file : manifest_.files)
        if (has_part() && file.rank == comm_->rank()) return beside(path_, file.name);
    return "";
}

void OutOfCoreArray::create_file() {
    changes_ = true;
    std::string const path = file_path();
    Index const bytes = manifest_.out_of_core->first_byte + file_layout_.positions() * file_layout_.element_bytes();
    if (!is_local()) {
        channel_ = FileChannel::open(*comm_, path, FileUse::Create);
        if (comm_->rank() == 0) new_file_ = std::make_unique<NewFile>(path);
        return channel_->resize(bytes);
    }
    all_or_none(*comm_, [&] {
        if (path.empty()) return;
        channel_ = FileChannel::open_alone(path, FileUse::Create);
        new_file_ = std::make_unique<NewFile>(path);
        channel_->resize(bytes);
    });
}

Result<OutOfCoreArray> OutOfCoreArray::open(Communicator const& comm, MemoryAccount& account, std::string const& path, FileUse use,
                                            std::optional<Index> icla_bytes) {
    auto manifest = TRY(agreed<Manifest>(comm, [&] { return load_manifest(path); }));
    Ocad ocad = ocad_of(manifest);
    ocad.icla_bytes = icla_bytes.value_or(ocad.icla_bytes);
    auto array = prepare(comm, account, path, std::move(ocad));
    if (!array) return array;
    array->output_ = output_at(path);
    array->manifest_.files = std::move(manifest.files);
    if (manifest.out_of_core && !array->is_local()) {
        array->manifest_.out_of_core = manifest.out_of_core;
        array->manifest_.out_of_core->icla_bytes = array->ocad_.icla_bytes;
    }
    TRY(together(comm, [&] { return array->lay_out(); }));
    TRY(array->open_file(use));
    return array;
}

Result<void> OutOfCoreArray::open_file(FileUse use) {
    changes_ = use != FileUse::Read;
    std::string const path = file_path();
    if (!is_local()) channel_ = FileChannel::open(*comm_, path, use);
    return together(*comm_, [&]() -> Result<void> {
        if (is_local() && has_part() && path.empty())
            return fail(fmt::format("cannot read '{}': it names no file for rank {}", path_, comm_->rank()));
        if (path.empty()) return {};
        if (is_local()) channel_ = FileChannel::open_alone(path, use);
        Index const expected =
            file_layout_.positions() == 0 ? 0 : file_layout_.byte(file_layout_.positions() - 1) + file_layout_.element_bytes();
        if (channel_->size() >= expected) return {};
        return fail(
            fmt::format("cannot read '{}': it has {}, expected {}", path, counted(channel_->size(), "byte"), grouped(expected)));
    });
}

void OutOfCoreArray::close() {
    if (!changes_) return;
    LocalFile mine{comm_->rank(), "", 0, 0};
    if (!is_local()) {
        channel_->sync();
        channel_->close();
    }
    all_or_none(*comm_, [&] {
        if (!is_local() || !channel_) return;
        mine.bytes = channel_->size();
        channel_->sync();
        channel_->close();
        mine.checksum = hash_of_file(file_path());
    });
    channel_.reset();
    commit_manifest(*comm_, *output_, manifest_, mine);
    if (new_file_) new_file_->keep();
    changes_ = false;
}

void Prefetch::wait() {
    if (!done_.valid()) return;
    auto const done = std::exchange(done_, {}).share();
    done.wait();
    buffer_ = {};
    done.get();
}

Icla OutOfCoreArray::make_icla() const {
    return {*account_, ocad_.icla_bytes, ocad_.permutation, mapping_.array().type.bytes};
}

/// Returns a section of the local array as indices of the array in the file. That is the allocation, or the global array; then
/// overlap areas beyond its ends are cut off.
FileSection OutOfCoreArray::in_file(BoxSet const& section) const {
    require(has_part(), "OutOfCoreArray: this rank has no part of the array");
    std::vector<PeriodicSet> dims;
    for (std::size_t d = 0; d < section.dims().size(); ++d) {
        PeriodicSet const all = in_file(d, section.dims()[d]);
        dims.push_back(is_local() ? all : all.clipped({0, file_layout_.shape().extents[d]}));
    }
    return {file_layout_, BoxSet(std::move(dims))};
}

/// Converts the indices of one dimension without cutting off those beyond the ends.
PeriodicSet OutOfCoreArray::in_file(std::size_t d, PeriodicSet const& local) const {
    if (!is_local()) return global_indices(layout_->owned().dims()[d], local);
    return local.shifted(mapping_.array().shadow.empty() ? 0 : mapping_.array().shadow[d].low);
}

/// Returns the offsets in an ICLA of the elements with indices of in_file().
ElementLocation OutOfCoreArray::place_in(Icla const& icla) const {
    ElementLocation place;
    for (std::size_t d = 0; d < icla.section().dims().size(); ++d)
        place.sides.push_back(AxisSide::stored(in_file(d, icla.section().dims()[d]), 0, 1, icla.strides()[d]));
    return place;
}

IoSettings OutOfCoreArray::settings_for(FileSection const& section, IoDirection direction) const {
    IoSettings settings;
    bool const gapless = section.count() == section.bounds().size();
    bool const shared = !is_local() && direction == IoDirection::Write;
    settings.access = gapless || shared ? Access::Direct : Access::Sieve;
    settings.sieve.buffer_bytes = std::max(ocad_.icla_bytes, file_layout_.element_bytes());
    return settings;
}

void OutOfCoreArray::read_section(BoxSet const& section, Icla& icla) {
    icla.hold(section);
    fetch(section, icla);
}

/// Reads a part of the section that the ICLA holds.
void OutOfCoreArray::fetch(BoxSet const& section, Icla& icla) {
    if (section.empty()) return;
    FileSection const wanted = in_file(section);
    SectionTransfer(*channel_, settings_for(wanted, IoDirection::Read), *account_).read(wanted, place_in(icla), icla.data());
}

void OutOfCoreArray::write_section(BoxSet const& section, Icla const& icla) {
    if (section.empty()) return;
    FileSection const given = in_file(section);
    SectionTransfer(*channel_, settings_for(given, IoDirection::Write), *account_).write(given, place_in(icla), icla.data());
}

void OutOfCoreArray::read(Icla& icla) {
    std::vector<Run> all;
    for (Index const extent : local_shape_) all.push_back({0, extent});
    read_section(section_of(all), icla);
}

void OutOfCoreArray::write(Icla const& icla) {
    write_section(icla.section(), icla);
}

/// The account does not support several threads. So the buffer of the other thread is taken before it starts, and wait() gives
/// it back.
Prefetch OutOfCoreArray::prefetch(BoxSet const& section, Icla& icla) {
    require_thread_support("reading ahead");
    icla.hold(section);
    if (section.empty()) return {};
    auto wanted = std::make_shared<FileSection const>(in_file(section));
    IoSettings const settings = settings_for(*wanted, IoDirection::Read);
    // A contiguous run of the file is also one in the ICLA, unless the ends of the array cut something off.
    bool const straight = settings.access == Access::Direct && wanted->count() == section.count();
    Index const bytes = straight ? 0 : settings.sieve.buffer_bytes;
    auto buffer = account_->take(bytes);
    auto read = [=, file = channel_.get(), place = place_in(icla), memory = icla.data()] {
        MemoryAccount mine(bytes);
        SectionTransfer(*file, settings, mine).read(*wanted, place, memory);
    };
    return {std::move(buffer), std::async(std::launch::async, std::move(read))};
}

void OutOfCoreArray::read_reuse(Index slab, Icla& icla) {
    auto const box = slabs_.with_shadow(slab);
    bool const follows = slab > 0 && icla.section() == section_of(slabs_.with_shadow(slab - 1));
    if (!follows) return read_section(section_of(box), icla);
    icla.advance(box);
    fetch(section_of(slabs_.fresh(slab)), icla);
}

void OutOfCoreArray::global_read(std::optional<BoxSet> const& section, ElementLocation const& place, std::byte* memory) {
    transfer_global(section, IoDirection::Read, place, memory);
}

void OutOfCoreArray::global_write(std::optional<BoxSet> const& section, ElementLocation const& place, std::byte const* memory) {
    transfer_global(section, IoDirection::Write, place, const_cast<std::byte*>(memory)); // a write only reads the memory
}

/// A piece and its messages fit twice the ICLA. If even single elements do not, pieces are single elements.
IoPlan OutOfCoreArray::global_plan(std::shared_ptr<Fad const> const& fad, IoDirection direction) const {
    Index const element = file_layout_.element_bytes();
    IoSettings settings;
    settings.sieve.buffer_bytes = std::max(ocad_.icla_bytes, element);
    auto plan = IoPlan::make_within(fad, direction, settings, 2 * ocad_.icla_bytes);
    if (plan) return *std::move(plan);
    settings.sieve.buffer_bytes = element;
    plan = IoPlan::make(fad, direction, settings);
    if (!plan) throw std::runtime_error(plan.error().message); // the same error on all ranks
    return *std::move(plan);
}

void OutOfCoreArray::transfer_global(std::optional<BoxSet> const& section, IoDirection direction, ElementLocation const& place,
                                     std::byte* memory) {
    require(!is_local(), "OutOfCoreArray: this access expects an array in one file for all ranks");
    IoPlan const plan = global_plan(exchange_sections(*comm_, file_layout_, section), direction);
    if (direction == IoDirection::Read)
        read_planned(*comm_, *channel_, plan, place, memory, *account_);
    else
        write_planned(*comm_, *channel_, plan, place, memory, *account_);
}

void OutOfCoreArray::shift() {
    require(is_local(), "OutOfCoreArray: this exchange expects an array with a file for each rank");
    Communicator const comm = Communicator::duplicate(comm_->handle());
    Index const element = mapping_.array().type.bytes;
    Index const piece = std::max<Index>(1, ocad_.icla_bytes / 2 / element); // one is sent while another is received
    std::optional<Icla> out;
    std::optional<Icla> in;
    all_or_none(comm, [&] {
        out.emplace(*account_, piece * element, ocad_.permutation, element);
        in.emplace(*account_, piece * element, ocad_.permutation, element);
    });
    DeferredFailure failure;
    for (int distance = 1; distance < comm.size(); ++distance) {
        Rank const to = (comm.rank() + distance) % comm.size();
        Rank const from = (comm.rank() - distance + comm.size()) % comm.size();
        auto const outgoing = overlap(mapping_, to, comm.rank(), ocad_.permutation, piece);
        auto const incoming = overlap(mapping_, comm.rank(), from, ocad_.permutation, piece);
        for (std::size_t i = 0; i < std::max(outgoing.size(), incoming.size()); ++i) {
            RequestSet requests;
            if (i < incoming.size()) requests.receive(comm, from, in->data(), ByteBlock(incoming[i].count() * element));
            if (i < outgoing.size()) {
                failure.attempt([&] { read_section(local_section(layout_->owned(), outgoing[i]), *out); });
                requests.send(comm, to, out->data(), ByteBlock(outgoing[i].count() * element));
            }
            requests.wait_all();
            if (i >= incoming.size()) continue;
            BoxSet const arrived = local_section(layout_->owned(), incoming[i]);
            in->hold(arrived);
            failure.attempt([&] { write_section(arrived, *in); });
        }
    }
    failure.agree(comm);
}

void OutOfCoreArray::multicast(BoxSet const& section, ElementLocation const& place, std::byte* memory) {
    require(is_local(), "OutOfCoreArray: this exchange expects an array with a file for each rank");
    Communicator const comm = Communicator::duplicate(comm_->handle());
    Index const element = mapping_.array().type.bytes;
    Index const most = std::max<Index>(1, ocad_.icla_bytes / element);
    std::optional<Icla> piece;
    all_or_none(comm, [&] { piece.emplace(*account_, most * element, ocad_.permutation, element); });
    DeferredFailure failure;
    for (Index position = 0; position < mapping_.grid().size(); ++position) {
        BoxSet const part = intersection(section, mapping_.owned(position));
        Rank const owner = mapping_.grid().rank(position);
        if (part.empty() || !mapping_.holds(position)) continue;
        for (BoxSet const& some : pieces_of(part, ocad_.permutation, most)) {
            if (owner == comm.rank()) failure.attempt([&] { read_section(local_section(layout_->owned(), some), *piece); });
            ByteBlock const block(some.count() * element);
            check_mpi(MPI_Bcast(piece->data(), block.count(), block.type(), owner, comm.handle()), "MPI_Bcast");
            copy_box(some, element, ElementLocation::packed(some, ocad_.permutation, element), piece->data(), place, memory);
        }
    }
    failure.agree(comm);
}

} // namespace tessera
