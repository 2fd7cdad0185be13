// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the scratch file between the two passes of a copy.
#include "libcore/files/copy/scratch_file.hpp"

#include "libcore/base/ordered_members.hpp"
#include "libcore/files/access/gapless_chunks.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/copy/copy_frame.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <xxhash.h>

namespace tessera {

namespace {

using ScratchJson = nlohmann::basic_json<OrderedMembers>;

constexpr char const* scratch_schema = "tessera.scratch/2";
constexpr Index header_bytes = 4096; // elements begin at a page

} // namespace

Result<ScratchHeader> ScratchHeader::load(std::string const& path) {
    std::string text(as_size(header_bytes), '\0');
    PosixFile const file = PosixFile::open_to_read(path);
    if (file.size() < header_bytes) return fail(fmt::format("'{}' is no scratch file of a copy", path));
    file.read(0, std::as_writable_bytes(std::span(text)));
    try {
        auto const json = ScratchJson::parse(text.substr(0, text.find('\n')));
        if (json.at("schema") != scratch_schema) return fail(fmt::format("'{}' is no scratch file of a copy", path));
        ScratchHeader header{json.at("source"), json.at("task"), json.at("chunk"), std::nullopt};
        if (!json.at("checksum").is_null()) header.checksum = parse_checksum(json.at("checksum"));
        return header;
    } catch (ScratchJson::exception const&) {
        return fail(fmt::format("'{}' is no scratch file of a copy", path));
    }
}

void ScratchHeader::save(std::string const& path) const {
    ScratchJson json;
    json["schema"] = scratch_schema;
    json["source"] = source;
    json["task"] = task;
    json["chunk"] = chunk;
    if (checksum)
        json["checksum"] = checksum_text(*checksum);
    else
        json["checksum"] = nullptr;
    std::string text = json.dump() + "\n";
    text.resize(as_size(header_bytes), ' ');
    PosixFile const file = PosixFile::open_to_write(path);
    file.write(0, std::as_bytes(std::span(text)));
}

ScratchHeader ScratchHeader::of(CopyJob const& job, Extents const& chunk) {
    std::string const elements = elements_text(job);
    return {identity_of_sources({&job, 1}), XXH3_64bits(elements.data(), elements.size()), chunk};
}

ScratchFile::ScratchFile(OutputPath place, CopyJob const& job, Extents const& chunk)
    : place_(std::move(place)), job_(job),
      shape_(job.target.shape(job.array)), like_{.name = place_.path, .type = job.source.type, .extents = shape_.extents} {
    shape_ = {shape_.extents, shape_.permutation, chunk, false};
    like_.fields = job.source.fields;
    like_.big_endian = job.source.big_endian != job.source.byte_swapped;
}

std::string ScratchFile::description() const {
    return fmt::format("scratch {} {}", shape_.extents, shape_.chunk);
}

Index ScratchFile::bytes() const {
    return GaplessChunks(shape_, like_.type.bytes, header_bytes).end();
}

void ScratchFile::create(CreationCallback const&) {
    PosixFile file = ProvisionalFile(place_).create();
    file.resize(bytes());
    file.close();
    ScratchHeader::of(job_, shape_.chunk).save(place_.provisional());
}

bool ScratchFile::is_begun() const {
    return ProvisionalFile(place_).exists();
}

StoredArray ScratchFile::array_in(std::string const& path) const {
    StoredArray array = like_;
    array.is_scratch = true;
    StoredFile file = in_one_piece(path, shape_.extents, StorageOrder::C, header_bytes);
    file.shape = shape_;
    file.chunked = true;
    file.places = std::make_shared<GaplessChunks>(shape_, like_.type.bytes, header_bytes);
    array.files.push_back(std::move(file));
    return array;
}

StoredArray ScratchFile::open(std::size_t) {
    return array_in(place_.provisional());
}

StoredArray ScratchFile::as_source(std::optional<std::uint64_t> checksum) const {
    StoredArray array = array_in(place_.path);
    array.checksum = checksum;
    return array;
}

void ScratchFile::sync() const {
    ProvisionalFile(place_).sync();
}

void ScratchFile::finish(Communicator const& comm, ArrayChecksums checksums) {
    all_or_none(comm, [&] {
        if (comm.rank() != 0) return;
        auto header = ScratchHeader::load(place_.provisional());
        if (!header) throw std::runtime_error(header.error().message);
        header->checksum = checksums.front();
        header->save(place_.provisional());
    });
}

void ScratchFile::publish() {
    std::filesystem::rename(place_.provisional(), place_.path);
}

void ScratchFile::discard() noexcept {
    ProvisionalFile(place_).discard();
}

} // namespace tessera
