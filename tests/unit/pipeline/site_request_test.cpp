// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of sites by names.
#include "libcore/pipeline/site_request.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/pipeline/named_files.hpp"

using namespace tessera;

namespace {

NamedFiles const files({{"/shelf/delta.json", profile_text("the Delta")},
                        {"net.json", R"({"schema": "tessera.graph/1", "nodes": 2, "links": [{"from": 0, "to": 1}]})"},
                        {"broken.json", "{}"},
                        {"./list", "3 1 0 2"}});

Result<Site> asked(SiteRequest const& request, int ranks) {
    return site_of(request, ranks, TwoProfiles(), files);
}

std::string error_of(SiteRequest const& request, int ranks) {
    auto const site = asked(request, ranks);
    return site ? "none" : site.error().message;
}

} // namespace

class SiteRequestTest : public QObject {
    Q_OBJECT

  private slots:
    void without_a_network_a_crossbar_is_assumed();
    void a_network_by_its_name_or_in_a_file();
    void placements_by_name_or_as_a_list();
    void machines_by_name();
    void errors_name_the_option_or_the_file();
};

void SiteRequestTest::without_a_network_a_crossbar_is_assumed() {
    Site const site = asked({}, 6).value();
    QVERIFY(site.assumed);
    QCOMPARE(site.network(), std::string("crossbar(6) (assumed)"));
    QVERIFY(!site.machine);
    QVERIFY(!site.mesh());
    Site const named = asked({.topology = "crossbar(6)"}, 6).value();
    QVERIFY(!named.assumed);
    QCOMPARE(named.network(), std::string("crossbar(6)"));
}

void SiteRequestTest::a_network_by_its_name_or_in_a_file() {
    Site const mesh = asked({.topology = "mesh(2,3)"}, 5).value();
    QCOMPARE(mesh.topology->nodes(), 6);
    QCOMPARE(mesh.mesh()->columns, 3);
    QCOMPARE(mesh.placement.node, (std::vector<int>{0, 1, 2, 3, 4}));
    QCOMPARE(asked({.topology = "net.json"}, 2)->topology->name(), std::string("net.json"));
}

void SiteRequestTest::placements_by_name_or_as_a_list() {
    QCOMPARE(asked({.topology = "mesh(2,2)", .placement = "column-major"}, 4)->placement.node, (std::vector<int>{0, 2, 1, 3}));
    QCOMPARE(asked({.topology = "mesh(2,2)", .placement = "./list"}, 4)->placement.node, (std::vector<int>{3, 1, 0, 2}));
}

void SiteRequestTest::machines_by_name() {
    QCOMPARE(asked({.machine = "delta"}, 2)->machine_name(), std::string("the Delta"));
    QVERIFY(machine_of({}, TwoProfiles(), files).value() == nullptr);
}

void SiteRequestTest::errors_name_the_option_or_the_file() {
    QVERIFY(error_of({.topology = "mush(2)"}, 2).starts_with("--topology: "));
    QVERIFY(error_of({.topology = "nowhere.json"}, 2).starts_with("--topology: nowhere.json"));
    QVERIFY(error_of({.topology = "broken.json"}, 2).starts_with("broken.json: "));
    QCOMPARE(error_of({.topology = "mesh(2,2)"}, 8), std::string("8 ranks do not fit the 4 nodes of mesh(2,2)"));
    QVERIFY(error_of({.machine = "nobody"}, 2).starts_with("--machine: "));
    QVERIFY(error_of({.placement = "./nowhere"}, 2).find("./nowhere") != std::string::npos);
}

TEST_CLASS(SiteRequestTest)
#include "site_request_test.moc"
