// SPDX-License-Identifier: BSD-3-Clause
// Tessera: remaps and detours through a third layout, for all candidates.
#include "libcore/advise/advice.hpp"
#include "libcore/advise/layout_candidates.hpp"
#include "libcore/advise/remap_paths.hpp"
#include "libcore/program/priced_job.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace tessera;
using testing::PricedProgram;

class TriangleTest : public QObject {
    Q_OBJECT
  private slots:
    void detours_save_little_data();
    void detours_save_little();
    void no_bound_is_above_its_price();
    void no_bound_of_a_phase_is_above_its_price();
    void no_detour_is_cheaper_than_a_way();
    void ways_keep_within_memory();
    void advised_ways_are_priced_as_told();
};

void TriangleTest::detours_save_little_data() {
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("phase");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<double>("most"); // the remap straight there, over the cheapest detour
    QTest::newRow("a triangle on 8") << "A(96,96)"
                                     << "on A(i,j) work 1 where j <= i" << 8 << 1.06;
    QTest::newRow("a triangle on 12") << "A(60,100)"
                                      << "on A(i,j) work i+j" << 12 << 1.33;
    QTest::newRow("three dimensions on 16") << "A(32,16,24)"
                                            << "on A(i,j,k) work 1" << 16 << 1.25;
    QTest::newRow("a matrix on 1024") << "A(8192,8192)"
                                      << "on A(i,j) work 1" << 1024 << 2.02;
}

/// A remap costs nothing just where nothing moves. The triangle inequality does not hold: two exchanges with few partners each may
/// start fewer messages, or fit their steps better, than one with many. How much that is worth, which the advice tells of the
/// remaps that it advises, is kept here.
void TriangleTest::detours_save_little() {
    QFETCH(QString, array);
    QFETCH(QString, phase);
    QFETCH(int, ranks);
    QFETCH(double, most);
    std::string stars;
    for (int d = 0; d < array.count(','); ++d) stars += ",*";
    PricedProgram priced("      real*8 " + array.toStdString() + "\n!hpf$ processors P(" + std::to_string(ranks) +
                             ")\n!hpf$ distribute A(block" + stars + ") onto P\n!dist$ phase p: " + phase.toStdString() + "\n",
                         2e-6, 1e-10, 1e-9);
    auto const layouts = candidates_for(priced.coster, 0, ranks).value().mappings;
    std::size_t const count = layouts.size();
    std::vector<std::vector<double>> seconds(count, std::vector<double>(count, 0));
    for (std::size_t from = 0; from < count; ++from)
        for (std::size_t to = 0; to < count; ++to) {
            seconds[from][to] = *priced.prices.remap(layouts[from], layouts[to]).value().seconds;
            Index const moved = RedistPlan::make(layouts[from], layouts[to]).value().totals().moved;
            QCOMPARE(seconds[from][to] == 0, moved == 0);
        }
    double worst = 1;
    for (std::size_t from = 0; from < count; ++from)
        for (std::size_t to = 0; to < count; ++to)
            for (std::size_t between = 0; between < count; ++between) {
                double const detour = seconds[from][between] + seconds[between][to];
                if (seconds[from][to] > 0) worst = std::max(worst, seconds[from][to] / detour);
            }
    QVERIFY2(worst <= most, qPrintable(QString::number(worst)));
}

namespace {

using Seconds = std::vector<std::vector<double>>; // [from][to]
constexpr double endless = 1e10;                  // effort

/// Straight prices of all pairs; infinite where both copies have no room.
Seconds straight_seconds(PriceList& prices, std::vector<Mapping> const& layouts, std::optional<Index> room) {
    Seconds all(layouts.size(), std::vector<double>(layouts.size(), 0));
    for (std::size_t from = 0; from < layouts.size(); ++from)
        for (std::size_t to = 0; to < layouts.size(); ++to) {
            all[from][to] = *prices.remap(layouts[from], layouts[to]).value().seconds;
            if (room && memory_of(layouts[from]) + memory_of(layouts[to]) > *room)
                all[from][to] = std::numeric_limits<double>::infinity();
        }
    return all;
}

/// The shortest of all ways (Floyd and Warshall).
Seconds shortest_seconds(Seconds all) {
    for (std::size_t by = 0; by < all.size(); ++by)
        for (std::size_t from = 0; from < all.size(); ++from)
            for (std::size_t to = 0; to < all.size(); ++to) all[from][to] = std::min(all[from][to], all[from][by] + all[by][to]);
    return all;
}

std::string random_job(std::mt19937& random) {
    char const* const arrays[]{"A(24,36)", "A(30,17)", "A(12,10,8)", "A(97)", "A(64,64)"};
    char const* const ranks[]{"4", "6", "8", "12", "16"};
    char const* const works[]{"1", "i", "1 where i <= 9", "3*i"};
    std::string const array = arrays[random() % std::size(arrays)];
    std::string stars, names = "i";
    for (auto commas = std::ranges::count(array, ','); commas > 0; --commas) stars += ",*", names += commas == 1 ? ",j" : ",k";
    return "      real*8 " + array + "\n!hpf$ processors P(" + ranks[random() % std::size(ranks)] + ")\n!hpf$ distribute A(block" +
           stars + ") onto P\n!dist$ phase p: on A(" + names + ") work " + works[random() % std::size(works)] + "\n";
}

/// Many blocks of one element beside long ones: a rank with many partners has few bytes.
std::string job_of_odd_blocks(std::mt19937& random) {
    auto const ranks = static_cast<Index>(4 + random() % 13);
    std::string sizes;
    Index sum = 0;
    for (Index rank = 0; rank < ranks; ++rank) {
        auto const size = static_cast<Index>(random() % 3 == 0 ? random() % 200 : random() % 2);
        sum += size;
        sizes += (rank == 0 ? "" : ",") + std::to_string(size);
    }
    return "      real*8 A(" + std::to_string(sum + 1) + ")\n!hpf$ processors P(" + std::to_string(ranks + 1) +
           ")\n!hpf$ distribute A(gen_block(" + sizes + ",1)) onto P\n!dist$ phase p: on A(i) work 1\n";
}

} // namespace

/// Also where parts differ: a rank with many short messages need not be one with many bytes.
void TriangleTest::no_bound_is_above_its_price() {
    std::mt19937 random(11);
    for (int round = 0; round < 40; ++round) {
        std::string const job = random_job(random);
        PricedProgram priced(job, std::pow(10, -static_cast<double>(4 + random() % 4)), 1e-9, 1e-9);
        auto const candidates = candidates_for(priced.coster, 0, priced.program.ranks());
        if (!candidates) continue;
        for (Mapping const& from : candidates->mappings)
            for (Mapping const& to : candidates->mappings) {
                double const least = *priced.prices.remap(from, to, Pricing::Least).value().seconds;
                double const full = *priced.prices.remap(from, to).value().seconds;
                QVERIFY2(least <= full * (1 + 1e-9), qPrintable(QString("%1 is above %2").arg(least).arg(full)));
            }
    }
}

/// Halos of blocks of any lengths, also wider than a block; sums, and blocks that are spread.
void TriangleTest::no_bound_of_a_phase_is_above_its_price() {
    std::mt19937 random(17);
    int moving = 0;
    for (int round = 0; round < 300; ++round) {
        PricedProgram priced(round % 3 == 0 ? job_of_odd_blocks(random) : random_job(random),
                             std::pow(10, -static_cast<double>(4 + random() % 6)), 1e-9, 1e-9);
        auto const candidates = candidates_for(priced.coster, 0, priced.program.ranks());
        if (!candidates) continue;
        auto const dims = static_cast<std::size_t>(candidates->mappings.front().dims());
        PhaseArray use;
        for (std::size_t d = 0; d < dims; ++d)
            use.halo.push_back({static_cast<Index>(random() % 12), static_cast<Index>(random() % 4)});
        use.corners = random() % 2 == 0;
        use.reduced.assign(dims, false);
        use.reduced[random() % dims] = true;
        use.spread = use.reduced;
        for (Mapping const& mapping : candidates->mappings)
            for (auto const finder : {&PriceList::halo, &PriceList::reduction, &PriceList::spreading}) {
                auto const least = (priced.prices.*finder)(mapping, use, Pricing::Least).value();
                auto const full = (priced.prices.*finder)(mapping, use, Pricing::Full).value();
                QVERIFY2(*least.seconds <= *full.seconds * (1 + 1e-9),
                         qPrintable(QString("%1 is above %2").arg(*least.seconds).arg(*full.seconds)));
                moving += full.messages > 0 ? 1 : 0;
            }
    }
    QVERIFY(moving > 1000);
}

/// Over all candidates of random jobs, by exhaustion: no way by a third layout is cheaper than what is found, which is the shortest
/// of all ways, costs what its steps cost, and nothing just where nothing moves.
void TriangleTest::no_detour_is_cheaper_than_a_way() {
    std::mt19937 random(5);
    int detours = 0, long_ones = 0;
    for (int round = 0; round < 25; ++round) {
        std::string const job = random_job(random);
        double const start = std::pow(10, -static_cast<double>(4 + random() % 4));
        PricedProgram priced(job, start, 1e-9, 1e-9);
        auto const candidates = candidates_for(priced.coster, 0, priced.program.ranks());
        if (!candidates) continue;
        std::vector<Mapping> layouts = candidates->mappings;
        if (layouts.size() > 24) layouts.erase(layouts.begin() + 24, layouts.end());
        Seconds const straight = straight_seconds(priced.prices, layouts, std::nullopt);
        Seconds const shortest = shortest_seconds(straight);
        PriceList prices(PricedProgram::sites(start, 1e-9)); // which knows nothing yet
        RemapPaths ways(prices, {layouts});
        Seconds found = straight;
        for (std::size_t from = 0; from < layouts.size(); ++from)
            for (std::size_t to = 0; to < layouts.size(); ++to) {
                RemapPath const way = *ways.cheapest({from}, {to}, endless).value();
                double sum = 0;
                std::size_t at = from;
                for (LayoutTuple const& stop : way.stops) sum += straight[at][stop.front()], at = stop.front();
                sum += straight[at][to];
                double const seconds = *way.price.seconds;
                MovingArray const moving{&layouts[from], &layouts[to]};
                double const least = *prices.least_of_ways({&moving, 1}).value().seconds;
                QVERIFY2(from == to || least <= seconds * (1 + 1e-9), job.c_str());
                QCOMPARE(way.least, seconds);
                QVERIFY(std::abs(sum - seconds) <= 1e-9 * sum);
                QVERIFY2(std::abs(seconds - shortest[from][to]) <= 1e-8 * sum, job.c_str());
                QCOMPARE(seconds == 0, straight[from][to] == 0);
                found[from][to] = seconds;
                detours += way.stops.empty() ? 0 : 1;
                long_ones += way.stops.size() > 1 ? 1 : 0;
            }
        for (std::size_t from = 0; from < layouts.size(); ++from)
            for (std::size_t to = 0; to < layouts.size(); ++to)
                for (std::size_t by = 0; by < layouts.size(); ++by)
                    QVERIFY2(found[from][to] <= (found[from][by] + found[by][to]) * (1 + 1e-8), job.c_str());
    }
    QVERIFY2(detours > 20, qPrintable(QString::number(detours)));
    qInfo("%d detours, %d of them with several stops", detours, long_ones);
}

/// With copies on all ranks among the layouts, and room for some steps only.
void TriangleTest::ways_keep_within_memory() {
    std::string const job = "!dist$ array bytes(1) A(16,24)\n!hpf$ processors P(4), Q(2,2)\n!hpf$ template T(16,24,4)\n"
                            "!hpf$ align A(i,j) with T(i,j,*)\n!hpf$ distribute T(*,*,block) onto P\n"
                            "!dist$ redistribute A(block,*) onto P\n!hpf$ redistribute A(*,block) onto P\n"
                            "!hpf$ redistribute A(block,block) onto Q\n!hpf$ redistribute A(cyclic,*) onto P\n";
    PricedProgram priced(job, 3, 1);
    std::vector<Mapping> const& layouts = priced.program.arrays()[0].states;
    for (Index const room : {Index{100}, Index{192}, Index{400}, Index{480}, Index{1000}}) {
        Seconds const shortest = shortest_seconds(straight_seconds(priced.prices, layouts, room));
        RemapPaths ways(priced.prices, {layouts}, {room, room});
        for (std::size_t from = 0; from < layouts.size(); ++from)
            for (std::size_t to = 0; to < layouts.size(); ++to) {
                if (from == to) continue;
                auto const way = ways.cheapest({from}, {to}, endless).value();
                QCOMPARE(way.has_value(), shortest[from][to] < 1e300);
                if (way) QVERIFY(std::abs(*way->price.seconds - shortest[from][to]) <= 1e-9 * *way->price.seconds);
            }
    }
}

/// The directives of an answer that goes by way of others are a job of just the time that was told.
void TriangleTest::advised_ways_are_priced_as_told() {
    std::mt19937 random(2);
    int detours = 0;
    for (int round = 0; round < 30; ++round) {
        std::string job =
            "      real*8 A(32,16,24)\n!hpf$ processors P(16), Q(4,4), R(2,8)\n!hpf$ distribute A(block,*,*) onto P\n";
        bool const loop = random() % 2 == 0;
        if (loop) job += "!dist$ repeat 3\n";
        char const* const layouts[]{"(block,block,*) onto Q", "(*,block,block) onto R", "(block,*,block) onto R",
                                    "(*,*,block) onto P",     "(*,block,block) onto Q", "(block,block,*) onto R"};
        for (char const name : {'p', 'q', 'r'})
            job += std::string("!hpf$ redistribute A") + layouts[random() % std::size(layouts)] + "\n!dist$ phase " + name +
                   ": on A(i,j,k) work 1 fixed\n";
        if (loop) job += "!dist$ end repeat\n";
        PricedProgram const priced(job, 2e-6, 1e-10, 1e-9);
        AdviceRequest request;
        request.ranks = priced.program.ranks();
        auto const advice = advise(priced.coster, request);
        if (!advice) continue;
        for (AdvisedLayout const& answer : advice->answers) {
            PricedProgram const again(write_hpf(job_with(priced.program, answer.layout)), 2e-6, 1e-10, 1e-9);
            ProgramCost const cost = cost_of(again.coster, own_layout(again.program)).value();
            QVERIFY2(std::abs(*cost.seconds() - *answer.cost.seconds()) <= 1e-12 * *cost.seconds(), job.c_str());
            QCOMPARE(cost.memory, answer.cost.memory);
            QCOMPARE(cost.changes.size(), answer.cost.changes.size());
            for (ChangeCost const& change : answer.cost.changes) detours += change.step > 0 ? 1 : 0;
        }
    }
    QVERIFY2(detours > 0, "no answer goes by way of others");
    qInfo("%d steps behind a first one", detours);
}

TEST_CLASS(TriangleTest)
#include "triangle_test.moc"
