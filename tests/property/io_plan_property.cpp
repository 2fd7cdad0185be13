// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plans of reading and writing sections of files, carried out place by place.
#include "tests/property/file_oracle.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"

#include "libcore/io/io_plan.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <map>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// A file, and what some ranks want of it.
struct IoCase {
    FileSample file;
    std::shared_ptr<Fad const> fad;
    std::map<Rank, std::set<Index>> wanted; // positions
    std::set<Index> any;                    // wanted by somebody

    [[nodiscard]] Index element() const { return file.layout.element_bytes(); }
    /// The positions of a stretch of bytes, which must be whole elements without gaps.
    [[nodiscard]] std::vector<Index> places(Run bytes) const {
        std::vector<Index> found;
        for (Index byte = bytes.begin; byte < bytes.end; byte += element()) {
            auto const at = std::ranges::lower_bound(file.byte, byte);
            RC_ASSERT(at != file.byte.end());
            RC_ASSERT(*at == byte);
            found.push_back(at - file.byte.begin());
        }
        RC_ASSERT(static_cast<Index>(found.size()) * element() == bytes.size());
        return found;
    }
};

/// Common, distinct and overlapping sections in turn; ranks are any.
IoCase random_io_case() {
    IoCase made{random_file(3), nullptr, {}, {}};
    Extents const& extents = made.file.layout.shape().extents;
    std::vector<RankSection> sections;
    Index const ranks = between(1, 5);
    auto const order = random_order(10);
    Index const kind = between(0, 2);
    BoxSet const common = random_section(extents);
    auto const cut = static_cast<std::size_t>(between(0, std::max<Index>(0, static_cast<Index>(extents.size()) - 1)));
    for (Index i = 0; i < ranks; ++i) {
        BoxSet section = kind == 0 ? common : random_section(extents);
        if (kind == 1 && !extents.empty()) { // cyclic in one dimension
            std::vector<PeriodicSet> dims(section.dims().begin(), section.dims().end());
            dims[cut] = PeriodicSet::periodic(i, ranks, {{0, 1}}, {0, extents[cut]});
            section = BoxSet(std::move(dims));
        }
        auto const rank = static_cast<Rank>(order[static_cast<std::size_t>(i)]);
        made.wanted[rank] = positions_of(made.file, section);
        made.any.insert(made.wanted[rank].begin(), made.wanted[rank].end());
        sections.push_back({rank, std::move(section)});
    }
    made.fad = std::make_shared<Fad const>(made.file.layout, std::move(sections));
    return made;
}

SieveSettings random_sieve(IoCase const& made) {
    SieveSettings sieve;
    sieve.shape = one_in(2) ? SieveShape::WholeSlabs : one_in(2) ? SieveShape::BoundingBytes : SieveShape::OneSlab;
    sieve.buffer_bytes = made.element() * between(1, 40) + between(0, made.element() - 1);
    return sieve;
}

DomainSettings random_domains() {
    DomainSettings domains;
    domains.kind =
        std::array{DomainKind::Static, DomainKind::Dynamic, DomainKind::BlockCyclic}[static_cast<std::size_t>(between(0, 2))];
    domains.unit = std::array{FileUnit::Auto, FileUnit::Slab, FileUnit::Chunk, FileUnit::Bytes,
                              FileUnit::Element}[static_cast<std::size_t>(between(0, 4))];
    domains.unit_bytes = between(1, 40);
    domains.block = between(1, 5);
    if (one_in(2))
        for (Index const rank : random_order(between(1, 10))) domains.ranks.push_back(static_cast<Rank>(rank));
    if (one_in(2)) domains.aggregators = between(1, domains.ranks.empty() ? 2 : static_cast<Index>(domains.ranks.size()));
    return domains;
}

IoPlan plan_of(IoCase const& made, IoDirection direction, IoSettings const& settings) {
    auto plan = IoPlan::make(made.fad, direction, settings);
    if (!plan) RC_DISCARD("unit without element boundaries, or too many aggregators");
    return *plan;
}

/// The totals of the plan are those of its requests and messages.
void require_totals(IoPlan const& plan) {
    std::map<Rank, IoTotals> ranks;
    for (RankTotals const& rank : plan.ranks()) ranks[rank.rank];
    IoTotals all;
    Index phases = 0;
    std::map<std::pair<Index, Rank>, Index> memory;
    plan.for_each_request([&](IoRequest const& request) {
        for (IoTotals* totals : {&ranks.at(request.rank), &all}) {
            if (request.kind != IoKind::Write) ++totals->reads, totals->bytes_read += request.bytes.size();
            if (request.kind != IoKind::Read) ++totals->writes, totals->bytes_written += request.bytes.size();
            totals->useful += request.useful;
        }
        phases = std::max(phases, request.phase + 1);
        Index& needed = memory[{request.phase, request.rank}];
        RC_ASSERT(needed == 0); // one request of a rank in a phase
        if (plan.settings().access != Access::Direct) needed = request.bytes.size();
    });
    std::map<std::pair<Index, Rank>, Index> largest;
    plan.for_each_message([&](IoMessage const& message) {
        RC_ASSERT((message.from != message.to && message.bytes > 0));
        for (IoTotals* totals : {&ranks.at(message.from), &all}) ++totals->sends, totals->bytes_sent += message.bytes;
        for (IoTotals* totals : {&ranks.at(message.to), &all}) ++totals->receives, totals->bytes_received += message.bytes;
        bool const broadcast = plan.direction() == IoDirection::Read && plan.fad().is_common();
        if (broadcast)
            largest[{message.phase, message.from}] = message.bytes;
        else
            memory[{message.phase, message.from}] += message.bytes;
        memory[{message.phase, message.to}] += message.bytes;
    });
    for (auto const& [place, bytes] : largest) memory[place] += bytes;
    for (auto const& [place, bytes] : memory)
        for (IoTotals* totals : {&ranks.at(place.second), &all}) totals->memory = std::max(totals->memory, bytes);
    RC_ASSERT(plan.totals() == all);
    RC_ASSERT(plan.phases() == phases);
    RC_ASSERT(plan.ranks().size() == ranks.size());
    for (RankTotals const& rank : plan.ranks()) RC_ASSERT(ranks.at(rank.rank) == rank.totals);
}

/// Requests of one rank: every wanted byte is read exactly once, pieces keep to the buffer, useful bytes are what is wanted.
void require_reads(IoCase const& made, IoPlan const& plan, Rank rank, std::set<Index> const& wanted) {
    std::set<Index> seen;
    IoSettings const& settings = plan.settings();
    plan.for_each_request([&](IoRequest const& request) {
        if (request.rank != rank) return;
        RC_ASSERT(request.kind == IoKind::Read);
        Index useful = 0;
        auto const places = made.places(request.bytes);
        for (Index const p : places) {
            RC_ASSERT(seen.insert(p).second);
            useful += wanted.contains(p) ? made.element() : 0;
        }
        RC_ASSERT(request.useful == useful);
        RC_ASSERT(useful > 0);
        if (settings.access == Access::Direct) {
            RC_ASSERT(useful == request.bytes.size());
        } else {
            RC_ASSERT(request.bytes.size() <= settings.sieve.buffer_bytes);
            bool const tight = wanted.contains(places.front()) && wanted.contains(places.back());
            RC_ASSERT((tight || settings.sieve.shape == SieveShape::WholeSlabs));
            Run const positions = made.file.layout.positions_in(request.bytes);
            Index const slab = made.file.layout.slab_positions();
            bool const in_one = positions.begin / slab == (positions.end - 1) / slab;
            RC_ASSERT((in_one || settings.sieve.shape != SieveShape::OneSlab));
        }
    });
    for (Index const p : wanted) RC_ASSERT(seen.contains(p));
}

bool independent_reads() {
    return rc::check("direct and sieving reads: every wanted byte exactly once", [] {
        IoCase const made = random_io_case();
        for (Access const access : {Access::Direct, Access::Sieve}) {
            IoSettings settings{access, one_in(2) ? DirectUnit::Run : DirectUnit::Element, random_sieve(made), {}};
            IoPlan const plan = plan_of(made, IoDirection::Read, settings);
            require_totals(plan);
            for (auto const& [rank, wanted] : made.wanted) {
                require_reads(made, plan, rank, wanted);
                if (access == Access::Sieve) continue;
                auto const found = std::ranges::find(plan.ranks(), rank, &RankTotals::rank);
                auto const requests = settings.direct == DirectUnit::Run ? runs_of(made.file, wanted).size() : wanted.size();
                RC_ASSERT(found->totals.reads == static_cast<Index>(requests));
            }
        }
    });
}

bool collective_reads() {
    return rc::check("two-phase reads: domains are apart, wanted bytes are read once and sent to all who want them", [] {
        IoCase const made = random_io_case();
        IoPlan const plan = plan_of(made, IoDirection::Read, {Access::TwoPhase, {}, random_sieve(made), random_domains()});
        require_totals(plan);
        FileDomains const& domains = plan.two_phase()->domains();
        std::map<Rank, std::set<Index>> domain_of;
        for (Index p = 0; p < made.file.layout.positions(); ++p) {
            Index owners = 0;
            for (Index a = 0; a < domains.count(); ++a) {
                if (!domains.domain(a).contains(p)) continue;
                ++owners;
                RC_ASSERT(domains.aggregator_of(p) == a);
                if (made.any.contains(p)) domain_of[domains.ranks()[static_cast<std::size_t>(a)]].insert(p);
            }
            RC_ASSERT(owners == (domains.bounding().contains(p) ? 1 : 0));
            RC_ASSERT((owners == 1 || !made.any.contains(p)));
        }
        for (Rank const rank : domains.ranks()) require_reads(made, plan, rank, domain_of[rank]);
        std::map<std::tuple<Index, Rank, Rank>, Index> expected, sent;
        plan.for_each_request([&](IoRequest const& request) {
            for (Index const p : made.places(request.bytes))
                for (auto const& [rank, wanted] : made.wanted)
                    if (rank != request.rank && wanted.contains(p)) expected[{request.phase, request.rank, rank}] += made.element();
        });
        plan.for_each_message([&](IoMessage const& message) { sent[{message.phase, message.from, message.to}] += message.bytes; });
        RC_ASSERT(sent == expected);
    });
}

/// The file as a number per place: what was there, who wrote it, or garbage.
constexpr int old_value = -1;
constexpr int garbage = -2;
using Contents = std::vector<int>;

/// One request: the values of `ranks` in ascending order, over what is read or over garbage.
void write(IoCase const& made, IoRequest const& request, std::vector<Rank> const& ranks, Contents& contents) {
    for (Index const p : made.places(request.bytes)) {
        int& value = contents[static_cast<std::size_t>(p)];
        if (request.kind == IoKind::Write) value = garbage;
        for (Rank const rank : ranks)
            if (made.wanted.at(rank).contains(p)) value = rank;
    }
}

/// Wanted places hold the value of the highest rank that wants them, others what they held; padding may hold anything.
void require_contents(IoCase const& made, Contents const& contents) {
    for (std::size_t p = 0; p < contents.size(); ++p) {
        int expected = old_value;
        for (auto const& [rank, wanted] : made.wanted)
            if (wanted.contains(static_cast<Index>(p))) expected = rank;
        RC_ASSERT((contents[p] == expected || !made.file.index[p].has_value()));
    }
}

bool independent_writes() {
    return rc::check("direct and sieving writes without races: any order of the ranks will do", [] {
        IoCase const made = random_io_case();
        for (Access const access : {Access::Direct, Access::Sieve}) {
            IoSettings settings{access, one_in(2) ? DirectUnit::Run : DirectUnit::Element, random_sieve(made), {}};
            IoPlan const plan = plan_of(made, IoDirection::Write, settings);
            require_totals(plan);
            if (plan.has_races()) continue;
            // All read before any writes: the worst that can happen.
            Contents contents(made.file.index.size(), old_value);
            Contents const before = contents;
            std::vector<IoRequest> requests;
            plan.for_each_request([&](IoRequest const& request) { requests.push_back(request); });
            if (one_in(2)) std::ranges::reverse(requests);
            for (IoRequest const& request : requests) {
                if (request.kind == IoKind::Update)
                    for (Index const p : made.places(request.bytes))
                        contents[static_cast<std::size_t>(p)] = before[static_cast<std::size_t>(p)];
                write(made, request, {request.rank}, contents);
            }
            require_contents(made, contents);
        }
    });
}

/// Does any element belong to two ranks?
bool overlap(std::map<Rank, std::set<Index>> const& wanted) {
    std::set<Index> seen;
    for (auto const& [rank, places] : wanted)
        for (Index const p : places)
            if (!seen.insert(p).second) return true;
    return false;
}

/// The same, but one rank writes nothing but an element of another's. Precondition: two ranks, the other has an element.
std::shared_ptr<Fad const> with_theft(Fad const& fad, std::size_t donor, std::size_t thief) {
    FileSection const& theirs = fad.members()[donor].section;
    Extents const index = *fad.layout().index(theirs.element(between(0, theirs.count() - 1)));
    std::vector<PeriodicSet> dims;
    for (Index const i : index) dims.push_back(PeriodicSet::interval({i, i + 1}));
    std::vector<RankSection> sections;
    for (std::size_t i = 0; i < fad.members().size(); ++i) {
        Fad::Member const& member = fad.members()[i];
        sections.push_back({member.rank, i == thief ? BoxSet(dims) : member.section.section()});
    }
    return std::make_shared<Fad const>(fad.layout(), std::move(sections));
}

bool races_are_seen() {
    return rc::check("a byte that two ranks write is a race, where no aggregator stands between them", [] {
        IoCase const made = random_io_case();
        IoSettings settings{Access::Direct, one_in(2) ? DirectUnit::Run : DirectUnit::Element, random_sieve(made),
                            random_domains()};
        RC_ASSERT(plan_of(made, IoDirection::Write, settings).has_races() == overlap(made.wanted));
        auto const members = made.fad->members();
        if (members.size() < 2) return;
        auto const donor = static_cast<std::size_t>(between(0, std::ssize(members) - 1));
        std::size_t const thief = (donor + 1) % members.size();
        if (members[donor].section.empty()) return;
        IoCase broken = made;
        broken.fad = with_theft(*made.fad, donor, thief);
        for (Access const access : {Access::Direct, Access::Sieve, Access::TwoPhase}) {
            settings.access = access;
            bool const exchanges = access == Access::TwoPhase;
            RC_ASSERT(plan_of(broken, IoDirection::Write, settings).has_races() != exchanges);
        }
    });
}

/// Which unit each position lies in: one begins with every so many positions or, of stripes, with an element that begins a stripe.
std::vector<Index> units_of(IoCase const& made, IoPlan const& plan) {
    FileDomains const& domains = plan.two_phase()->domains();
    std::vector<Index> units;
    Index unit = -1;
    for (std::size_t p = 0; p < made.file.byte.size(); ++p) {
        bool const begins = domains.unit() == FileUnit::Bytes ? made.file.byte[p] % plan.settings().domains.unit_bytes == 0
                                                              : static_cast<Index>(p) % domains.unit_positions() == 0;
        units.push_back(begins ? ++unit : unit);
    }
    return units;
}

bool collective_writes() {
    return rc::check("two-phase writes: one writer per unit, full pieces are not read, the highest rank wins", [] {
        IoCase const made = random_io_case();
        IoPlan const plan = plan_of(made, IoDirection::Write, {Access::TwoPhase, {}, random_sieve(made), random_domains()});
        require_totals(plan);
        RC_ASSERT(!plan.has_races());
        std::vector<Rank> ranks;
        for (auto const& [rank, wanted] : made.wanted) ranks.push_back(rank);
        FileDomains const& domains = plan.two_phase()->domains();
        std::vector<Index> const units = units_of(made, plan);
        Contents contents(made.file.index.size(), old_value);
        std::map<Index, Rank> writer_of_unit, writer_of_stripe;
        Index const stripe = plan.settings().domains.unit_bytes;
        plan.for_each_request([&](IoRequest const& request) {
            write(made, request, ranks, contents);
            Index wanted = 0, padding = 0;
            for (Index const p : made.places(request.bytes)) {
                Index const unit = units[static_cast<std::size_t>(p)];
                RC_ASSERT(writer_of_unit.emplace(unit, request.rank).first->second == request.rank);
                wanted += made.any.contains(p) ? 1 : 0;
                padding += made.file.index[static_cast<std::size_t>(p)] ? 0 : 1;
            }
            bool const full = (wanted + padding) * made.element() == request.bytes.size();
            RC_ASSERT(request.kind == (full ? IoKind::Write : IoKind::Update));
            for (Index byte = request.bytes.begin; domains.unit() == FileUnit::Bytes && byte < request.bytes.end; ++byte)
                RC_ASSERT(writer_of_stripe.emplace(byte / stripe, request.rank).first->second == request.rank);
        });
        require_contents(made, contents);
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000 max_discard_ratio=50");
    return exit_code({independent_reads(), collective_reads(), independent_writes(), races_are_seen(), collective_writes()});
}
