// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the tables of what every rank owns.
#include "libcore/report/mapping/map_report.hpp"

#include "libcore/mapping/local_layout.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/report/expand.hpp"
#include "tests/unit/support/sample_mappings.hpp"

#include <algorithm>

using namespace tessera;

class MapReportTest : public QObject {
    Q_OBJECT

  private slots:
    void json_lists_every_element_under_its_owner();
    void ranks_come_in_ascending_order();
    void shapes_are_what_is_owned_and_allocated();
    void one_rank_can_be_asked_for();
    void many_ranks_make_a_summary_and_no_flood();
    void a_million_ranks_are_no_matter();

  private:
    static nlohmann::json json_of(Mapping const& mapping, MapReportOptions const& options = {}) {
        return parsed([&](Sink const& sink) { QVERIFY(map_json(mapping, options, sink).has_value()); });
    }
    static std::string text_of(Mapping const& mapping, MapReportOptions const& options = {}) {
        return written([&](Sink const& sink) { QVERIFY(map_text(mapping, options, sink).has_value()); });
    }
};

void MapReportTest::json_lists_every_element_under_its_owner() {
    for (Mapping const& mapping :
         {triangle_mapping(),
          sample_mapping({7, 5}, {DistFormat::cyclic(2), DistFormat::indirect({1, 0, 0, 1, 1})}, {3, 2}, StorageOrder::C)}) {
        auto const document = json_of(mapping);
        QCOMPARE(document["schema"].get<std::string>(), "tessera.map/1");
        std::size_t elements = 0;
        for (auto const& rank : document["ranks"])
            for (UserIndex const& element : elements_of(rank["dims"])) {
                Extents index = element;
                for (std::size_t d = 0; d < index.size(); ++d) index[d] -= mapping.array().lower[d];
                QCOMPARE(mapping.owners(index).front().rank, rank["rank"].get<int>());
                ++elements;
            }
        QCOMPARE(static_cast<Index>(elements), mapping.volume());
    }
}

void MapReportTest::ranks_come_in_ascending_order() {
    MappingSpec spec = sample_mapping({4}, {DistFormat::block()}, {4}).spec();
    spec.processors.ranks = {9, 2, 7, 4};
    auto const document = json_of(Mapping::make(spec).value());
    std::vector<int> ranks;
    for (auto const& rank : document["ranks"]) ranks.push_back(rank["rank"]);
    QCOMPARE(ranks, (std::vector<int>{2, 4, 7, 9}));
    QCOMPARE(document["ranks"][0]["coords"].dump(), "[1]");
    QCOMPARE(document["ranks"][0]["dims"][0][0]["first"].get<int>(), 2);
}

void MapReportTest::shapes_are_what_is_owned_and_allocated() {
    auto const document = json_of(triangle_mapping());
    QCOMPARE(document["array"].dump(), R"({"lower":[1,1],"name":"A","order":"fortran","shape":[30,30],"type":"float32"})");
    auto const last = document["ranks"][7];
    QCOMPARE(last["elements"].get<int>(), 75);
    QCOMPARE(last["local_shape"].dump(), "[5,15]");
    QCOMPARE(last["alloc_shape"].dump(), "[5,15]");
    QCOMPARE(last["strides"].dump(), "[1,5]");
    QCOMPARE(last["offset"].get<int>(), 0);
}

void MapReportTest::one_rank_can_be_asked_for() {
    auto const document = json_of(triangle_mapping(), {.rank = 5, .all = false});
    QCOMPARE(document["ranks"].size(), std::size_t(1));
    QCOMPARE(document["ranks"][0]["rank"].get<int>(), 5);
    QVERIFY(text_of(triangle_mapping(), {.rank = 5, .all = false}).find("A(18:25, 6:10 16:20 26:30)") != std::string::npos);
    auto const refused = map_text(triangle_mapping(), {.rank = 8, .all = false}, [](std::string_view) {});
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().message, "--rank: rank 8 takes no part in this mapping; it has 8 ranks, the highest is 7");
}

void MapReportTest::many_ranks_make_a_summary_and_no_flood() {
    Mapping const mapping = sample_mapping({1000}, {DistFormat::block(20)}, {60});
    auto const text = text_of(mapping);
    QVERIFY(std::count(text.begin(), text.end(), '\n') <= 40);
    QVERIFY(text.find("60 ranks, 0 to 20 elements each, 10 with none") != std::string::npos);
    QVERIFY(text.find("... 32 ranks more") != std::string::npos);
    QVERIFY(text.find("A(461:480)") != std::string::npos); // rank 23
    QVERIFY(text.find("A(481:500)") == std::string::npos);
    QVERIFY(text.find("\n    59  ") != std::string::npos);
    auto const everything = text_of(mapping, {.rank = std::nullopt, .all = true});
    QVERIFY(std::count(everything.begin(), everything.end(), '\n') > 60);
}

void MapReportTest::a_million_ranks_are_no_matter() {
    Mapping const mapping = sample_mapping({1'000'000, 1'000'000}, {DistFormat::cyclic(3), DistFormat::cyclic(5)}, {1000, 1000});
    auto const text = text_of(mapping);
    QVERIFY(text.find("1 000 000 ranks") != std::string::npos);
    QVERIFY(std::count(text.begin(), text.end(), '\n') <= 40);
}

TEST_CLASS(MapReportTest)
#include "map_report_test.moc"
