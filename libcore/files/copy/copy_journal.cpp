// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the journal of an unfinished copy, so that it can be resumed after it was killed.
#include "libcore/files/copy/copy_journal.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/json_member.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/utf8.hpp"
#include "libcore/files/store/output_path.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <xxhash.h>

namespace tessera {

namespace {

using Json = nlohmann::basic_json<OrderedMembers>;

constexpr Index header_unit = 4096; // the header's length is a multiple of this; its last byte is its only line end
constexpr Index most_owner = 512;   // bytes reserved for the owner
constexpr std::string_view schema = "tessera.journal/9";

/// Returns the hash of a record's words and its place. A half-written or missing record does not match it.
std::uint64_t check_of(std::span<std::uint64_t const> words, Index place) {
    return XXH3_64bits_withSeed(words.data(), words.size_bytes(), static_cast<std::uint64_t>(place));
}

using Slot = std::array<std::uint64_t, 5>;

template <class Words>
auto bytes_of(Words& words) {
    return std::as_writable_bytes(std::span(words));
}

/// Returns the text for the owner: process, host, start time and job.
std::string this_copy() {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    std::time_t const now = std::time(nullptr);
    std::tm moment{};
    std::array<char, 32> since{};
    std::strftime(since.data(), since.size(), "%Y-%m-%d %H:%M:%S", ::localtime_r(&now, &moment));
    std::string text = fmt::format("process {} on {} since {}", ::getpid(), host.data(), since.data());
    for (char const* const variable : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"})
        if (char const* const job = std::getenv(variable)) text += fmt::format(", job {:.64}", job);
    return text.substr(0, most_owner / 2);
}

/// Encodes bytes as Latin-1 characters, because a path may have any bytes and a JSON text may not.
std::string latin_text(std::string const& bytes) {
    std::string text;
    for (char const byte : bytes) text += utf8_of(static_cast<unsigned char>(byte));
    return text;
}

std::string bytes_of_latin(std::string const& text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned byte = static_cast<unsigned char>(text[i]);
        if (byte >= 0x80 && i + 1 < text.size()) byte = (byte & 0x3U) << 6U | (static_cast<unsigned char>(text[++i]) & 0x3fU);
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

Slot slot_of(Index unit, UnitRecord const& record) {
    std::uint64_t const flags = (record.damaged ? 1U : 0U) | static_cast<std::uint64_t>(record.state) << 1U;
    Slot words{record.elements, record.source, record.bytes, flags};
    words.back() = check_of(std::span(words).first<4>(), unit);
    return words;
}

std::optional<UnitRecord> record_in(Index unit, Slot const& words) {
    if (words.back() != check_of(std::span(words).first<4>(), unit)) return std::nullopt;
    return UnitRecord{words[0], words[1], words[2], (words[3] & 1U) != 0, static_cast<UnitState>(words[3] >> 1U & 3U)};
}

/// Returns the header's text. Its length does not depend on `trust` and `owner`.
std::string text_of(JournalHeader const& header, JournalTrust trust = {}, std::string const& owner = "") {
    Json arrays = Json::array();
    for (JournalHeader::Array const& array : header.arrays) arrays.push_back({{"unit", array.unit}, {"units", array.units}});
    Json json{{"schema", schema},
              {"source", fmt::format("{:016x}", header.source)},
              {"task", fmt::format("{:016x}", header.task)},
              {"nodes", fmt::format("{:016x}", trust.nodes)},
              {"kept", fmt::format("{:016x}", trust.kept)},
              {"arrays", arrays}};
    if (header.scratch) json["scratch"] = latin_text(*header.scratch);
    std::string text = json.dump(-1, ' ', true);
    Index const room = ceil_div(std::ssize(text) + most_owner + 1, header_unit) * header_unit;
    if (!owner.empty()) {
        text.pop_back();
        text += fmt::format(",\"owner\":{}}}", Json(owner).dump(-1, ' ', true, Json::error_handler_t::replace));
    }
    text.resize(as_size(room - 1), ' ');
    return text + '\n';
}

Result<JournalHeader> header_of(std::string const& text) {
    try {
        Json const json = Json::parse(text);
        if (json.at("schema") != schema) return fail("another version wrote it");
        auto const hash = [&](char const* key) { return std::stoull(json.at(key).get<std::string>(), nullptr, 16); };
        JournalHeader header{hash("source"), hash("task"), {}};
        for (Json const& array : json.at("arrays"))
            header.arrays.push_back(
                {json_member<Extents>(array, "unit", "an array"), json_member<Index>(array, "units", "an array")});
        if (!header.is_countable()) return fail("it is damaged");
        if (json.contains("scratch")) header.scratch = bytes_of_latin(json["scratch"].get<std::string>());
        return header;
    } catch (std::exception const&) {
        return fail("it is damaged");
    }
}

/// Returns the header's trust; zeros if the header does not have it.
JournalTrust trust_in(std::string const& text) {
    Json const json = Json::parse(text, nullptr, false);
    auto const hash = [&](char const* key) -> std::uint64_t {
        bool const known = json.is_object() && json.contains(key) && json[key].is_string();
        return known ? std::strtoull(json[key].get<std::string>().c_str(), nullptr, 16) : 0;
    };
    return {hash("nodes"), hash("kept")};
}

/// Returns the header; the whole file if the header has no end.
std::string header_text(PosixFile const& file) {
    std::string text;
    while (!text.ends_with('\n') && std::ssize(text) < file.size()) {
        std::string more(as_size(std::min(header_unit, file.size() - std::ssize(text))), '\0');
        file.read(std::ssize(text), std::as_writable_bytes(std::span(more)));
        text += more;
    }
    return text;
}

/// Returns ": " and the owner of a locked journal; empty if it is not written yet.
std::string owner_in(PosixFile const& file) {
    Json const json = Json::parse(header_text(file), nullptr, false);
    bool const known = json.is_object() && json.contains("owner") && json["owner"].is_string();
    return known ? ": " + json["owner"].get<std::string>() : "";
}

Result<PosixFile> opened(std::string const& path) {
    TRY(check_own_name(path));
    try {
        PosixFile::create(path).close();  // with access for this user only
    } catch (std::runtime_error const&) { // it exists, or open_or_create() reports the failure
    }
    PosixFile file = PosixFile::open_or_create(path);
    if (!file.lock(PosixFile::Lock::Exclusive)) return fail(fmt::format("another copy is at work on '{}'{}", path, owner_in(file)));
    return file;
}

/// Returns the header; nothing if there is no journal. Error: it is damaged, or of another version.
std::optional<Result<JournalHeader>> header_at(std::string const& path) {
    if (!check_own_name(path)) return std::nullopt; // the error is reported when the journal is opened
    std::error_code not_there;
    auto const bytes = std::filesystem::file_size(path, not_there);
    if (not_there || bytes == 0) return std::nullopt;
    return header_of(header_text(PosixFile::open_to_read(path)));
}

} // namespace

bool JournalHeader::is_countable() const {
    std::optional<Index> bytes = 0;
    for (Array const& array : arrays) {
        if (array.units < 0 || std::ranges::any_of(array.unit, [](Index extent) { return extent < 0; })) return false;
        auto const own = checked_mul(array.units, static_cast<Index>(sizeof(Slot)));
        bytes = own && bytes ? checked_add(*bytes, *own) : std::nullopt;
    }
    return bytes && checked_add(*bytes, Index{1} << 32); // plus room for the header
}

Index JournalHeader::units() const {
    Index all = 0;
    for (Array const& array : arrays) all += array.units;
    return all;
}

CopyJournal::CopyJournal(PosixFile file, JournalHeader header)
    : file_(std::move(file)), header_(std::move(header)), first_slot_(std::ssize(text_of(header_))) {
    end_ = slot(header_.units());
}

Index CopyJournal::slot(Index unit) const {
    return first_slot_ + unit * static_cast<Index>(sizeof(Slot));
}

Result<CopyJournal> CopyJournal::create(std::string const& path, JournalHeader header) {
    auto file = TRY(opened(path));
    CopyJournal journal(std::move(file), std::move(header));
    if (!journal.header_.scratch && !journal.header_.arrays.empty()) {
        if (journal.file_.size() > 0) journal.file_.resize(0);
        return journal;
    }
    bool const is_new = journal.file_.size() == 0;
    try {
        journal.announce();
    } catch (...) { // the disk is full: do not leave an empty journal
        std::error_code ignored;
        if (is_new) std::filesystem::remove(path, ignored);
        throw;
    }
    return journal;
}

/// Writes a header without arrays. The file names the folder at every moment.
void CopyJournal::announce() const {
    std::string const text = text_of({.scratch = header_.scratch}, {}, this_copy());
    file_.write(0, std::as_bytes(std::span(text)));
    file_.resize(std::ssize(text));
}

void CopyJournal::write_header() const {
    std::string const text = text_of(header_, trust_, this_copy());
    file_.write(0, std::as_bytes(std::span(text)));
}

void CopyJournal::begin(JournalTrust trust) {
    trust_ = trust;
    write_header();
}

void CopyJournal::set_trust(JournalTrust trust) {
    file_.sync(); // else the header could reach the disk before the records
    begin(trust);
}

void CopyJournal::relabel(std::function<UnitState(UnitState)> const& to) const {
    constexpr Index at_once = 4096;
    std::vector<Slot> slots;
    Index const there = end();
    for (Index first = 0; first < there; first += std::ssize(slots)) {
        slots.resize(as_size(std::min(at_once, there - first)));
        file_.read(slot(first), std::as_writable_bytes(std::span(slots)));
        for (Index i = 0; i < std::ssize(slots); ++i) {
            auto record = record_in(first + i, slots[as_size(i)]);
            if (!record) continue;
            record->state = to(record->state);
            slots[as_size(i)] = slot_of(first + i, *record);
        }
        file_.write(slot(first), std::as_bytes(std::span(slots)));
    }
}

bool CopyJournal::has_begun(std::string const& path) {
    auto const header = header_at(path);
    return header && (!*header || !(*header)->arrays.empty());
}

std::optional<std::string> CopyJournal::scratch_of(std::string const& path) {
    auto const header = header_at(path);
    return header && *header ? (*header)->scratch : std::nullopt;
}

Result<void> CopyJournal::check_idle(std::string const& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return {};
    auto const file = opened(path);
    return file ? Result<void>() : forward_error(file);
}

Result<void> CopyJournal::check_free(OutputPath const& place, bool force) {
    std::string const path = place.journal();
    if (!is_there(path)) return {};
    if (auto const idle = check_idle(path); !idle || force) return idle;
    return fail(fmt::format("a copy to '{}' was interrupted; {}--force begins again", place.path,
                            has_begun(path) ? "--resume goes on with it, " : ""));
}

Result<CopyJournal> CopyJournal::resume(std::string const& path) {
    auto file = TRY(opened(path));
    std::string const text = header_text(file);
    auto header = header_of(text);
    if (!header) return fail(fmt::format("'{}': {}", path, header.error().message));
    CopyJournal journal(std::move(file), *std::move(header));
    journal.begin(trust_in(text)); // writes the new owner
    return journal;
}

CopyJournal CopyJournal::join(std::string const& path, JournalHeader header) {
    CopyJournal journal(PosixFile::open_or_create(path), std::move(header));
    journal.share();
    return journal;
}

void CopyJournal::share() const {
    static_cast<void>(file_.lock(PosixFile::Lock::Shared)); // cannot fail: create() has excluded other copies
}

void CopyJournal::record(Index unit, UnitRecord const& record) const {
    Slot const words = slot_of(unit, record);
    file_.write(slot(unit), std::as_bytes(std::span(words)));
}

void CopyJournal::forget(Index unit) const {
    Slot nothing{};
    file_.write(slot(unit), bytes_of(nothing));
}

std::optional<UnitRecord> CopyJournal::find(Index unit) const {
    Slot words{};
    if (file_.size() < slot(unit + 1)) return std::nullopt;
    file_.read(slot(unit), bytes_of(words));
    return record_in(unit, words);
}

Index CopyJournal::end() const {
    return std::clamp((file_.size() - first_slot_) / static_cast<Index>(sizeof(Slot)), Index{0}, header_.units());
}

void CopyJournal::mark(Index unit, UnitState state) const {
    auto found = find(unit);
    if (!found) return;
    found->state = state;
    record(unit, *found);
}

void CopyJournal::append_places(Index unit, std::span<EncodedSize const> sizes) {
    std::vector<std::uint64_t> words{static_cast<std::uint64_t>(unit), static_cast<std::uint64_t>(sizes.size())};
    for (EncodedSize const& size : sizes) words.push_back(std::bit_cast<std::uint64_t>(size));
    words.push_back(check_of(words, end_));
    file_.write(end_, bytes_of(words));
    end_ += static_cast<Index>(words.size() * sizeof words[0]);
}

void CopyJournal::for_each_places(std::function<void(Index, std::span<EncodedSize const>)> const& visit) {
    Index const there = file_.size();
    constexpr Index word = sizeof(std::uint64_t);
    std::vector<std::uint64_t> words(2);
    for (end_ = slot(header_.units()); end_ + 3 * word <= there;) {
        words.resize(2);
        file_.read(end_, bytes_of(words));
        auto const chunks = static_cast<Index>(words[1]);
        if (chunks < 0 || chunks > (there - end_) / word - 3) return;
        words.resize(as_size(chunks) + 3);
        file_.read(end_, bytes_of(words));
        if (words.back() != check_of(std::span(words).first(words.size() - 1), end_)) return;
        std::vector<EncodedSize> sizes;
        for (std::size_t i = 2; i + 1 < words.size(); ++i) sizes.push_back(std::bit_cast<EncodedSize>(words[i]));
        visit(static_cast<Index>(words[0]), sizes);
        end_ += static_cast<Index>(words.size()) * word;
    }
}

} // namespace tessera
