// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random sections of random files read and written by every method, under the shim request by request as planned.
#include "libcore/files/access/plan_transfer.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/access/section_exchange.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/mpi/section_case.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/shim/client.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <rapidcheck.h>
#include <string>
#include <string_view>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// The file of the case at hand.
struct Disk {
    std::string path;
    ChannelKind kind = ChannelKind::Posix;

    void put(Bytes const& bytes) const { // collective
        if (Communicator::world().rank() == 0)
            std::ofstream(path, std::ios::binary).write(reinterpret_cast<char const*>(bytes.data()), std::ssize(bytes));
        Communicator::world().barrier();
    }
    [[nodiscard]] Bytes get() const {
        PosixFile const file = PosixFile::open_to_read(path);
        Bytes bytes(static_cast<std::size_t>(file.size()));
        file.read(0, bytes);
        return bytes;
    }
};

Disk disk;

/// Were the requests made since then those of the plan?
bool as_planned(IoPlan const& plan, IoTotals const& before) {
    IoTotals const now = shim::counted();
    IoTotals const mine = plan.totals_of(Communicator::world().rank());
    return now.reads - before.reads == mine.reads && now.writes - before.writes == mine.writes &&
           now.bytes_read - before.bytes_read == mine.bytes_read && now.bytes_written - before.bytes_written == mine.bytes_written;
}

/// Room for what the plan says and not a byte more; the direct method may use its buffer.
MemoryAccount account_of(IoPlan const& plan) {
    if (plan.settings().access == Access::Direct) return MemoryAccount(plan.settings().sieve.buffer_bytes);
    return MemoryAccount(plan.totals_of(Communicator::world().rank()).memory);
}

SectionEnd end_of(SectionCase const& made, Rank rank) {
    auto const end = made.ends.find(rank);
    return end == made.ends.end() ? SectionEnd{} : end->second;
}

IoPlan plan_of(SectionCase const& made, IoDirection direction) {
    auto plan = random_io_plan(made, direction);
    if (!plan) RC_DISCARD("settings that do not fit the file");
    return *plan;
}

void reads_what_is_wanted() {
    Communicator const world = Communicator::world();
    SectionCase const made = random_section_case();
    IoPlan const plan = plan_of(made, IoDirection::Read);
    disk.put(old_file(made));
    Bytes memory = memory_of(made, world.rank());
    MemoryAccount account = account_of(plan);
    bool counts = true;
    {
        auto const file = FileChannel::open(world, disk.path, FileUse::Read, disk.kind);
        IoTotals const before = shim::is_loaded() ? shim::counted() : IoTotals{};
        read_planned(world, *file, plan, end_of(made, world.rank()).place, memory.data(), account);
        if (shim::is_loaded()) counts = as_planned(plan, before);
        file->close();
    }
    RC_ASSERT(everywhere(memory == memory_after_reading(made, world.rank())));
    RC_ASSERT(everywhere(counts));
    RC_ASSERT(everywhere(account.used() == 0));
}

void writes_what_is_given() {
    Communicator const world = Communicator::world();
    SectionCase const made = random_section_case();
    IoPlan const plan = plan_of(made, IoDirection::Write);
    disk.put(old_file(made));
    Bytes const memory = memory_of(made, world.rank());
    MemoryAccount account = account_of(plan);
    bool counts = true;
    {
        auto const file = FileChannel::open(world, disk.path, FileUse::Update, disk.kind);
        IoTotals const before = shim::is_loaded() ? shim::counted() : IoTotals{};
        write_planned(world, *file, plan, end_of(made, world.rank()).place, memory.data(), account);
        if (shim::is_loaded()) counts = as_planned(plan, before);
        file->close();
    }
    bool const written = is_written(made, disk.get());
    RC_ASSERT(everywhere(written));
    RC_ASSERT(everywhere(counts));
    RC_ASSERT(everywhere(account.used() == 0));
}

/// A file that ends too early is noticed by the rank that gets there, and all leave together.
void fails_together() {
    Communicator const world = Communicator::world();
    SectionCase const made = random_section_case();
    IoPlan const plan = plan_of(made, IoDirection::Read);
    Index last = 0;
    plan.for_each_request([&](IoRequest const& request) { last = std::max(last, request.bytes.end); });
    if (last == 0) RC_DISCARD("nothing is read");
    Bytes content = old_file(made);
    content.resize(static_cast<std::size_t>(last - 1));
    disk.put(content);
    Bytes memory = memory_of(made, world.rank());
    MemoryAccount account = account_of(plan);
    auto const file = FileChannel::open(world, disk.path, FileUse::Read, disk.kind);
    bool failed = false;
    try {
        read_planned(world, *file, plan, end_of(made, world.rank()).place, memory.data(), account);
    } catch (AgreedFailure const& failure) {
        failed = std::string_view(failure.what()).find(disk.path) != std::string_view::npos;
    }
    RC_ASSERT(everywhere(failed));
    file->close();
}

/// A byte that the plan writes, if it writes any.
std::optional<Index> some_written_byte(IoPlan const& plan) {
    std::vector<Run> runs;
    plan.for_each_request([&](IoRequest const& request) { runs.push_back(request.bytes); });
    if (runs.empty()) return std::nullopt;
    Run const run = runs[static_cast<std::size_t>(between(0, std::ssize(runs) - 1))];
    return between(run.begin, run.end - 1);
}

/// Where the disk is broken or full, all ranks are told, whoever was to write there, and what lies behind is what was there.
void tells_of_broken_disks() {
    Communicator const world = Communicator::world();
    SectionCase const made = random_section_case();
    IoPlan const plan = plan_of(made, IoDirection::Write);
    auto const place = some_written_byte(plan);
    if (!place) RC_DISCARD("nothing is written");
    disk.put(old_file(made));
    Bytes const memory = memory_of(made, world.rank());
    MemoryAccount account = account_of(plan);
    bool const full = one_in(2);
    std::string failure;
    {
        auto const file = FileChannel::open(world, disk.path, FileUse::Update, disk.kind);
        shim::set_faults(-1, full ? -1 : *place, full ? *place : -1);
        try {
            write_planned(world, *file, plan, end_of(made, world.rank()).place, memory.data(), account);
        } catch (AgreedFailure const& agreed) {
            failure = agreed.what();
        }
        shim::set_faults(-1, -1, -1);
        file->close();
    }
    char const* const why = full ? "No space left on device" : "Input/output error";
    RC_ASSERT(everywhere(failure.find(why) != std::string::npos && failure.find(disk.path) != std::string::npos));
    Bytes const before = old_file(made);
    Bytes const after = disk.get();
    bool const kept = !full || std::equal(before.begin() + *place, before.end(), after.begin() + *place, after.end());
    RC_ASSERT(everywhere(kept));
    RC_ASSERT(everywhere(account.used() == 0));
}

void exchanges_sections() {
    SectionCase const made = random_section_case();
    auto const mine = made.ends.find(Communicator::world().rank());
    auto const section = mine == made.ends.end() ? std::nullopt : std::optional(mine->second.section);
    auto const fad = exchange_sections(Communicator::world(), made.file.layout, section);
    bool const same = std::ranges::equal(fad->members(), made.fad->members(), [](Fad::Member const& a, Fad::Member const& b) {
        return a.rank == b.rank && a.section.section() == b.section.section();
    });
    RC_ASSERT(everywhere(same));
}

bool refuses_missing_files() {
    try {
        static_cast<void>(FileChannel::open(Communicator::world(), disk.path + ".none", FileUse::Read, disk.kind));
    } catch (AgreedFailure const&) {
        return true;
    }
    std::fputs("a file that is not there was opened\n", stderr);
    return false;
}

/// New files have the size they are given, and are empty before that.
bool makes_files() {
    Communicator const world = Communicator::world();
    std::string const path = disk.path + ".new";
    Index found = -1;
    Index emptied = -1;
    for (Index const bytes : {Index{100}, Index{0}}) {
        auto const file = FileChannel::open(world, path, FileUse::Create, disk.kind);
        if (bytes > 0) file->resize(bytes);
        world.barrier();
        (bytes > 0 ? found : emptied) = file->size();
        file->sync();
        file->close();
    }
    if (everywhere(found == 100 && emptied == 0)) return true;
    std::fputs("a new file has another size than it was given\n", stderr);
    return false;
}

/// posix, ompio or romio; "counted" makes sure that the shim is there. False where this MPI has no such stack, and says so.
bool choose(std::string_view word) {
    if (word != "ompio" && word != "romio") return true;
    disk.kind = ChannelKind::MpiIo;
    auto const chosen = choose_mpi_io(word == "ompio" ? MpiIoStack::Ompio : MpiIoStack::Romio);
    if (!chosen) std::fprintf(stderr, "%s\n", chosen.error().message.c_str());
    return chosen.has_value();
}

/// Is it the stack that was asked for that is in the process? Only Open MPI has two.
bool runs_on(std::string_view word) {
#ifdef OPEN_MPI
    if (disk.kind == ChannelKind::Posix) return true;
    std::ifstream maps("/proc/self/maps");
    bool ompio = false;
    bool romio = false;
    for (std::string line; std::getline(maps, line);) {
        ompio = ompio || line.find("mca_io_ompio") != std::string::npos;
        romio = romio || line.find("mca_io_romio") != std::string::npos;
    }
    if (ompio == (word == "ompio") && romio == (word == "romio")) return true;
    std::fputs("another MPI-IO stack is in use\n", stderr);
    return false;
#else
    return !word.empty();
#endif
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    std::string const word = argc > 1 ? argv[1] : "posix";
    if (!choose(word)) return 1;
    if (word == "counted" && !shim::is_loaded()) return 1;
    ScratchFolder const folder("sections");
    disk.path = folder.path("array");
    auto const cases = std::to_string(6000 / (job_size() + 2));
    try_many_cases(("seed=5 max_discard_ratio=20 max_success=" + cases).c_str());
    return exit_code({rc::check("every rank reads what it wants", reads_what_is_wanted),
                      rc::check("every rank's elements are written, the highest rank's last", writes_what_is_given),
                      rc::check("a failure of one is a failure of all", fails_together),
                      rc::check("all know what each wants", exchanges_sections),
                      !shim::is_loaded() || rc::check("a broken disk is a failure of all", tells_of_broken_disks),
                      refuses_missing_files(), makes_files(), runs_on(word)});
}
