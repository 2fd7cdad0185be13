// SPDX-License-Identifier: BSD-3-Clause
// Tessera: all readers of what strangers may send, each by its name.
#include "tests/fuzz/parsers.hpp"

#include "libcore/advise/cost_graph.hpp"
#include "libcore/files/copy/copy_journal.hpp"
#include "libcore/files/store/manifest.hpp"
#include "libcore/files/store/netcdf/classic_header.hpp"
#include "libcore/files/store/torch/checkpoint.hpp"
#include "libcore/files/store/torch/torch_tensor.hpp"
#include "libcore/files/store/zarr/reference_store.hpp"
#include "libcore/files/store/zarr/zarr_attributes.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_v2.hpp"
#include "libcore/files/store/zarr/zarr_v3.hpp"
#include "libcore/files/store/zip_directory.hpp"
#include "libcore/io/npy_header.hpp"
#include "libcore/lesson/lesson.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/report/messages/recorded_trace.hpp"
#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "libcore/runtime/channel/detail/greeting.hpp"
#include "libcore/runtime/channel/detail/meeting_file.hpp"
#include "libcore/runtime/channel/detail/partner_link.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/fuzz/notation_check.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace tessera::fuzz {

namespace {

namespace fs = std::filesystem;

template <class T>
void expect_reason(Result<T> const& read) {
    if (read || !read.error().message.empty()) return;
    std::fprintf(stderr, "a refusal without a reason\n");
    std::abort();
}

/// A folder of this process, which is removed at its end.
class Folder {
  public:
    Folder() : path_(fs::temp_directory_path() / ("tessera-fuzz-" + std::to_string(::getpid()))) { fs::create_directories(path_); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    [[nodiscard]] std::string written(std::string const& name, std::string_view bytes) const {
        fs::path const path = path_ / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << bytes;
        return path.string();
    }

  private:
    fs::path path_;
};

Folder const& folder() {
    static Folder const made;
    return made;
}

void read_machine(std::string_view bytes) {
    auto const machine = Machine::from_json(bytes);
    expect_reason(machine);
    if (machine) expect_reason(Machine::from_json(machine->to_json()));
}

/// One line: scalapack(...), darray(...), dtensor(...), or a mapping of our own.
void read_form(std::string_view bytes) {
    std::string const line(bytes.substr(0, bytes.find('\n')));
    for (char const* const array : {"real A(30,20)", "double A[7][5][3]"}) {
        auto const job = parse_compact({{array}, line, "(*,block)", {}}, {6, nullptr});
        expect_reason(job);
    }
}

void read_attributes_of_zarr(std::string const& text) {
    std::vector<std::string> lost;
    static_cast<void>(zarr_attributes_in(text, lost));
    static_cast<void>(unlimited_in(text));
    static_cast<void>(dim_names_of(text, 2));
}

/// A store's metadata from memory: a store on a disk is read some hundred times slower.
void read_zarray(std::string_view bytes) {
    std::string const text = strict_json(bytes);
    auto const array = parse_zarray(text);
    expect_reason(array);
    if (array) expect_reason(parse_zarray(zarray_text(*array)));
    read_attributes_of_zarr(text);
}

void read_zarr_json(std::string_view bytes) {
    std::string const text = strict_json(bytes);
    static_cast<void>(zarr_node_type(text));
    auto const array = parse_zarr_json(text);
    expect_reason(array);
    std::string const attributes = zarr_json_attributes(text);
    if (array) expect_reason(parse_zarr_json(zarr_json_text(*array, attributes)));
    read_attributes_of_zarr(attributes);
}

void read_classic(std::string_view bytes) {
    auto const header = parse_classic(bytes);
    expect_reason(header);
    if (!header || !*header) return;
    ClassicHeader const& known = **header;
    for (ClassicVariable const& variable : known.variables) static_cast<void>(slab_bytes(known, variable));
    static_cast<void>(record_bytes(known));
    auto const again = parse_classic(classic_text(known));
    if (again && *again && **again == known) return;
    std::fprintf(stderr, "what was written says something else\n");
    std::abort();
}

ZipBytes archive_of(std::string_view bytes) {
    return {static_cast<Index>(bytes.size()), [bytes](Index offset, std::span<std::byte> to) {
                if (offset < 0 || static_cast<std::size_t>(offset) > bytes.size() ||
                    to.size() > bytes.size() - static_cast<std::size_t>(offset)) {
                    std::fprintf(stderr, "a reader beyond the end\n");
                    std::abort();
                }
                std::ranges::copy(std::as_bytes(std::span(bytes)).subspan(static_cast<std::size_t>(offset), to.size()), to.begin());
            }};
}

void read_zip(std::string_view bytes) {
    ZipBytes const archive = archive_of(bytes);
    auto const entries = zip_entries(archive);
    expect_reason(entries);
    for (ZipEntry const& entry : entries ? *entries : std::vector<ZipEntry>{}) expect_reason(zip_data_begin(archive, entry));
}

void read_journal(std::string_view bytes) {
    std::string const path = folder().written("journal", bytes);
    static_cast<void>(CopyJournal::has_begun(path));
    static_cast<void>(CopyJournal::scratch_of(path));
    auto journal = CopyJournal::resume(path);
    expect_reason(journal);
    if (!journal) return;
    for (Index unit = 0; unit < std::min<Index>(journal->header().units(), 100); ++unit) static_cast<void>(journal->find(unit));
    journal->for_each_places([](Index, std::span<EncodedSize const>) {});
}

void read_offer(std::string_view bytes) {
    auto const offer = ChannelOffer::from_json(bytes);
    expect_reason(offer);
    if (offer) expect_reason(terms_of({*offer, *offer}));
}

void read_meeting_file(std::string_view bytes) {
    expect_reason(read_meeting(folder().written("meeting", bytes)));
}

void read_greeting(std::string_view bytes) {
    Challenge challenge;
    Reply reply;
    std::memcpy(&challenge, bytes.data(), std::min(bytes.size(), sizeof challenge));
    if (bytes.size() > sizeof challenge)
        std::memcpy(&reply, bytes.data() + sizeof challenge, std::min(bytes.size() - sizeof challenge, sizeof reply));
    if (challenge.is_known() && reply.proves(challenge, "token that nobody knows")) std::abort();
}

/// Through a real connection: a text with its length, or frames.
void read_frames(std::string_view bytes) {
    static Socket const listener = Socket::listening("127.0.0.1");
    static std::string const address = listener.address();
    auto const soon = [] { return std::chrono::steady_clock::now() + std::chrono::seconds(2); };
    auto caller = Socket::connected(address, soon());
    auto called = caller ? listener.accept(soon()) : std::nullopt;
    if (!called || !caller->send_all(bytes.data(), bytes.size(), soon())) return;
    caller.reset();
    try {
        if (!bytes.empty() && bytes.front() == 'T') {
            static_cast<void>(called->receive_text(soon()));
            return;
        }
        PartnerLink link(*std::move(called), std::chrono::milliseconds(100));
        for (int frame = 0; frame < 1000 && link.receive(soon()); ++frame) continue;
    } catch (ChannelFailure const&) { // what a partner that says nonsense, or leaves, is given up for
    }
}

} // namespace

std::span<Parser const> parsers() {
    static std::array const all{
        Parser{"job", check_job},
        Parser{"option", check_options},
        Parser{"form", read_form},
        Parser{"machine", read_machine},
        Parser{"graph", [](std::string_view bytes) { expect_reason(topology_from_json(bytes, "graph")); }},
        Parser{"trace", [](std::string_view bytes) { expect_reason(read_trace(bytes, "trace")); }},
        Parser{"lesson", [](std::string_view bytes) { expect_reason(read_lesson(bytes, "lesson")); }},
        Parser{"cost_graph", [](std::string_view bytes) { expect_reason(CostGraph::from_json(bytes)); }},
        Parser{"manifest", [](std::string_view bytes) { expect_reason(parse_manifest(bytes)); }},
        Parser{"npy", [](std::string_view bytes) { expect_reason(parse_npy_header(bytes)); }},
        Parser{"zarray", read_zarray},
        Parser{"zarr_json", read_zarr_json},
        Parser{"zip", read_zip},
        Parser{"torch_tensor", [](std::string_view bytes) { expect_reason(read_torch_tensor(archive_of(bytes))); }},
        Parser{"torch_metadata",
               [](std::string_view bytes) { expect_reason(parse_torch_metadata(std::as_bytes(std::span(bytes)))); }},
        Parser{"references", [](std::string_view bytes) { expect_reason(parse_references(bytes)); }},
        Parser{"classic", read_classic},
        Parser{"journal", read_journal},
        Parser{"offer", read_offer},
        Parser{"meeting", read_meeting_file},
        Parser{"greeting", read_greeting},
        Parser{"frames", read_frames},
    };
    return all;
}

} // namespace tessera::fuzz
