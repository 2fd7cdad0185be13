// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks for a way of reading, beside the best of all shapes that are tried one by one.
#include "libcore/io/auto_chunk.hpp"

#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <set>

using namespace tessera;

namespace {

Index worth_of(Extents const& extents, Extents const& chunk, std::size_t time, ReadPattern pattern) {
    TouchedChunks const met = touched_chunks(extents, chunk, time);
    if (pattern == ReadPattern::Series) return met.by_series;
    return pattern == ReadPattern::Maps ? met.by_map : std::max(met.by_series, met.by_map);
}

Index chunk_volume(Extents const& chunk) {
    Index all = 1;
    for (Index const length : chunk) all *= length;
    return all;
}

/// Element by element: the chunks that one series and one map meet, by their places among all.
TouchedChunks walked(Extents const& extents, Extents const& chunk, std::size_t time) {
    std::set<Extents> by_series;
    std::set<Extents> by_map;
    Extents index(extents.size(), 0);
    for (;;) {
        Extents place = index;
        for (std::size_t d = 0; d < place.size(); ++d) place[d] /= chunk[d];
        bool at_one_place = true;
        for (std::size_t d = 0; d < index.size(); ++d) at_one_place = at_one_place && (d == time || index[d] == 0);
        if (at_one_place) by_series.insert(place);
        if (index[time] == 0) by_map.insert(place);
        std::size_t d = 0;
        while (d < index.size() && ++index[d] == extents[d]) index[d++] = 0;
        if (d == index.size()) return {std::ssize(by_series), std::ssize(by_map)};
    }
}

/// The fewest chunks that any shape of at most so many elements gives.
Index fewest_chunks(Extents const& extents, std::size_t time, Index most, ReadPattern pattern) {
    Index best = std::numeric_limits<Index>::max();
    Extents chunk(extents.size(), 1);
    for (;;) {
        if (chunk_volume(chunk) <= most) best = std::min(best, worth_of(extents, chunk, time, pattern));
        std::size_t d = 0;
        while (d < chunk.size() && ++chunk[d] > extents[d]) chunk[d++] = 1;
        if (d == chunk.size()) return best;
    }
}

} // namespace

class AutoChunkTest : public QObject {
    Q_OBJECT
  private slots:
    void no_larger_than_asked_and_near_the_best();
    void a_year_of_hours();
    void what_has_no_elements();
};

/// Lengths are whole numbers: along each dimension a chunk may be half as long as it might.
void AutoChunkTest::no_larger_than_asked_and_near_the_best() {
    std::mt19937 random(7);
    auto const below = [&](int end) { return static_cast<Index>(random() % static_cast<unsigned>(end)); };
    for (int round = 0; round < 1000; ++round) {
        Extents extents(static_cast<std::size_t>(1 + below(4)));
        for (Index& extent : extents) extent = 1 + below(9);
        auto const time = static_cast<std::size_t>(below(static_cast<int>(extents.size())));
        Index const most = 1 + below(60);
        for (ReadPattern const pattern : {ReadPattern::Series, ReadPattern::Maps, ReadPattern::Both}) {
            Extents const chunk = auto_chunk(extents, time, below(2) == 0, most, pattern);
            QCOMPARE(chunk.size(), extents.size());
            for (std::size_t d = 0; d < chunk.size(); ++d) QVERIFY(1 <= chunk[d] && chunk[d] <= extents[d]);
            QVERIFY(chunk_volume(chunk) <= most);
            TouchedChunks const met = touched_chunks(extents, chunk, time);
            TouchedChunks const seen = walked(extents, chunk, time);
            QVERIFY(met.by_series == seen.by_series && met.by_map == seen.by_map);
            for (std::size_t d = 0; d < chunk.size(); ++d) // one shorter would be one chunk more
                QVERIFY(chunk[d] == 1 || (extents[d] + chunk[d] - 2) / (chunk[d] - 1) > (extents[d] + chunk[d] - 1) / chunk[d]);
            Index const factor = pattern == ReadPattern::Series ? 1 : Index{1} << extents.size();
            QVERIFY(worth_of(extents, chunk, time, pattern) <= factor * fewest_chunks(extents, time, most, pattern));
        }
    }
}

void AutoChunkTest::a_year_of_hours() {
    Extents const year{8760, 721, 1440};
    QVERIFY((auto_chunk(year, 0, true, 1 << 20, ReadPattern::Maps) == Extents{1, 721, 1440}));
    QVERIFY((auto_chunk(year, 0, true, 1 << 20, ReadPattern::Series) == Extents{8760, 1, 111}));
    TouchedChunks const met = touched_chunks(year, auto_chunk(year, 0, true, 1 << 20, ReadPattern::Both), 0);
    QVERIFY(met.by_series <= 2 * met.by_map && met.by_map <= 2 * met.by_series);
}

void AutoChunkTest::what_has_no_elements() {
    QVERIFY((auto_chunk({0, 5}, 0, true, 100, ReadPattern::Both) == Extents{1, 5}));
    QVERIFY(auto_chunk({}, 0, true, 100, ReadPattern::Both).empty());
}

TEST_CLASS(AutoChunkTest)
#include "auto_chunk_test.moc"
