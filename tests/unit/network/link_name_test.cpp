// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the names of links.
#include "libcore/network/link_name.hpp"

#include "tests/suite/qt_suite.hpp"

#include <set>

using namespace tessera;

class LinkNameTest : public QObject {
    Q_OBJECT

  private slots:
    void every_link_is_found_by_its_name_data();
    void every_link_is_found_by_its_name();
    void parallel_links_have_numbers();
    void what_is_no_link_is_told_with_what_there_is();
};

void LinkNameTest::every_link_is_found_by_its_name_data() {
    QTest::addColumn<QString>("name");
    for (char const* name : {"mesh(2,4)", "torus(2,2)", "torus(3,4)", "hypercube(4)", "cm5(20)", "fattree(3,2)", "crossbar(5)",
                             "bus(4)", "clusters(3,2,2)", "dragonfly(3,2,2)"})
        QTest::newRow(name) << QString(name);
}

void LinkNameTest::every_link_is_found_by_its_name() {
    QFETCH(QString, name);
    auto const topology = make_topology(name.toStdString());
    QVERIFY(topology);
    std::set<std::string> names;
    for (int link = 0; link < static_cast<int>((*topology)->links().size()); ++link) {
        std::string const called = link_name(**topology, link);
        QVERIFY2(names.insert(called).second, called.c_str());
        auto const found = link_named(**topology, called);
        QVERIFY2(found, called.c_str());
        QCOMPARE(*found, link);
    }
}

void LinkNameTest::parallel_links_have_numbers() {
    auto const graph = topology_from_json(R"({"schema": "tessera.graph/1", "nodes": 2, "switches": 0, "links": [
        {"from": 0, "to": 1, "width": 1, "capacity": 1.0}, {"from": 0, "to": 1, "width": 1, "capacity": 1.0}]})",
                                          "twins");
    QVERIFY2(graph, graph ? "" : graph.error().message.c_str());
    std::set<std::string> names;
    for (int link = 0; link < static_cast<int>((*graph)->links().size()); ++link) names.insert(link_name(**graph, link));
    QCOMPARE(names, (std::set<std::string>{"0-1", "0-1/2", "1-0", "1-0/2"}));
    for (std::string const& name : names) QCOMPARE(link_name(**graph, link_named(**graph, name).value()), name);
}

void LinkNameTest::what_is_no_link_is_told_with_what_there_is() {
    auto const mesh = make_topology("mesh(2,4)").value();
    QCOMPARE(link_named(*mesh, "0-7").error().message, std::string("mesh(2,4) has no link '0-7'; from 0 there are 0-4, 0-1"));
    QCOMPARE(link_named(*mesh, "a").error().message,
             std::string("mesh(2,4) has no link 'a'; a link is named from one end to the other, such as 0-4"));
    auto const crossbar = make_topology("crossbar(20)").value();
    QVERIFY(link_named(*crossbar, "switch-21").error().message.ends_with(" and 12 more"));
}

TEST_CLASS(LinkNameTest)
#include "link_name_test.moc"
