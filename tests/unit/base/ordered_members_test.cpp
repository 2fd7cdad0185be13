// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of JSON objects whose members keep their order.
#include "libcore/base/ordered_members.hpp"
#include "tests/suite/qt_suite.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>

using namespace tessera;

class OrderedMembersTest : public QObject {
    Q_OBJECT

  private slots:
    void members_stay_in_order();
    void a_name_twice_is_one_member();
    void many_members_are_found_changed_and_removed();
    void a_missing_member_is_told_by_name();
    void names_are_hardly_compared();
};

namespace {

using OrderedJson = nlohmann::basic_json<OrderedMembers>;

std::string name_of(int i) {
    return "name" + std::to_string(i);
}

/// A name that counts how often it is compared.
struct CountedName {
    std::string text;
    static inline int comparisons = 0;

    explicit(false) CountedName(std::string_view name) : text(name) {}
    explicit(false) operator std::string_view() const { return text; }
    friend bool operator==(CountedName const& a, std::string_view b) {
        ++comparisons;
        return a.text == b;
    }
};

int comparisons_of(int members) {
    CountedName::comparisons = 0;
    OrderedMembers<CountedName, int> object;
    for (int i = 0; i < members; ++i) object[std::string_view(name_of(i))] = i;
    for (int i = 0; i < members; ++i)
        if (std::as_const(object).at(std::string_view(name_of(i))) != i) return -1;
    return CountedName::comparisons;
}

} // namespace

void OrderedMembersTest::members_stay_in_order() {
    std::string text = "{";
    for (int i = 200; i-- > 0;) text += '"' + name_of(i) + "\":" + std::to_string(i) + (i > 0 ? "," : "}");
    QCOMPARE(OrderedJson::parse(text).dump(), text);
    OrderedJson const json{{"z", 1}, {"a", {{"y", 2}, {"b", 3}}}};
    QCOMPARE(json.dump(), std::string(R"({"z":1,"a":{"y":2,"b":3}})"));
    OrderedJson copy = json;
    copy["a"]["c"] = 4;
    QVERIFY(copy != json);
    QVERIFY(json < copy);
    copy["a"].erase("c");
    QVERIFY(copy == json);
}

void OrderedMembersTest::a_name_twice_is_one_member() {
    QCOMPARE(OrderedJson::parse(R"({"a":1,"b":2,"a":3})").dump(), std::string(R"({"a":3,"b":2})"));
}

/// Beside a std::map and a list of names.
void OrderedMembersTest::many_members_are_found_changed_and_removed() {
    std::mt19937 random(5);
    OrderedJson json = OrderedJson::object();
    std::map<std::string, int> expected;
    std::vector<std::string> order;
    for (int step = 0; step < 4000; ++step) {
        std::string const name = name_of(static_cast<int>(random() % 300));
        if (random() % 4 == 0) {
            QCOMPARE(json.erase(name), expected.erase(name));
            std::erase(order, name);
        } else {
            if (expected.insert_or_assign(name, step).second) order.push_back(name);
            json[name] = step;
        }
        std::string const other = name_of(static_cast<int>(random() % 300));
        QCOMPARE(json.contains(other), expected.contains(other));
        if (expected.contains(other)) QCOMPARE(std::as_const(json).at(other).get<int>(), expected.at(other));
    }
    std::vector<std::string> names;
    for (auto const& [name, value] : json.items()) {
        names.push_back(name);
        QCOMPARE(value.get<int>(), expected.at(name));
    }
    QCOMPARE(names, order);
}

void OrderedMembersTest::a_missing_member_is_told_by_name() {
    OrderedJson json = OrderedJson::object();
    for (int i = 0; i < 40; ++i) json[name_of(i)] = i;
    try {
        static_cast<void>(json.at("shape"));
        QFAIL("found");
    } catch (OrderedJson::out_of_range const& missing) {
        QVERIFY(std::string(missing.what()).find("'shape'") != std::string::npos);
    }
}

/// With nlohmann::ordered_map four times as many members take sixteen times as many comparisons: 16 million for 4000.
void OrderedMembersTest::names_are_hardly_compared() {
    QVERIFY(comparisons_of(1000) > 0);
    QVERIFY(comparisons_of(4000) < 4000 * 4);
}

TEST_CLASS(OrderedMembersTest)
#include "ordered_members_test.moc"
