// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what TRY does with values and with errors.
#include "libcore/base/try.hpp"
#include "tests/suite/qt_suite.hpp"

#include <memory>

using namespace tessera;

namespace {

/// Counts its copies and moves, and the objects that are alive.
struct Counted {
    static inline int copies = 0;
    static inline int moves = 0;
    static inline int alive = 0;

    explicit Counted(int given) : value(given) { ++alive; }
    Counted(Counted const& other) : value(other.value) {
        ++copies;
        ++alive;
    }
    Counted(Counted&& other) noexcept : value(other.value) {
        ++moves;
        ++alive;
    }
    Counted& operator=(Counted const&) = delete;
    Counted& operator=(Counted&&) = delete;
    ~Counted() { --alive; }

    int value;
};

Result<Counted> counted(int value) {
    return Result<Counted>(tl::in_place, value);
}

Error const placed_error{"unknown format 'cycle'",
                         SourceLocation{"fft.hpf", 4, 20, 5, "!hpf$ distribute T(cycle)"},
                         ErrorSubject{ErrorSubject::Part::Format, 1},
                         {"cyclic"},
                         true};

Result<Counted> refused_count() {
    return tl::unexpected(placed_error);
}

Result<void> refused() {
    return tl::unexpected(placed_error);
}

Result<std::unique_ptr<int>> owned(int value) {
    return std::make_unique<int>(value);
}

Result<std::vector<int>> numbers(int count) {
    if (count < 0) return fail("too few");
    return std::vector<int>(static_cast<std::size_t>(count), 1);
}

} // namespace

class TryTest : public QObject {
    Q_OBJECT

  private slots:
    void init() { Counted::copies = Counted::moves = Counted::alive = 0; }
    void aValueIsMovedOnce();
    void aNamedResultIsCopied();
    void anErrorArrivesUnchanged();
    void anErrorEndsTheFunction();
    void aVoidResultIsAStatement();
    void aValueMayBeMoveOnly();
    void callsMayBeNested();
    void aLambdaReturnsItsOwnError();
    void aLoopKeepsTheValueAlive();
    void anErrorDestroysTheOtherArguments();
};

void TryTest::aValueIsMovedOnce() {
    auto const value_of = []() -> Result<int> {
        auto const value = TRY(counted(3));
        return value.value;
    };
    QCOMPARE(value_of().value(), 3);
    QCOMPARE(Counted::moves, 1);
    QCOMPARE(Counted::copies, 0);
    QCOMPARE(Counted::alive, 0);
}

void TryTest::aNamedResultIsCopied() {
    Result<std::vector<int>> const kept = numbers(2);
    auto const size = [&]() -> Result<std::size_t> { return TRY(kept).size(); };
    QCOMPARE(size().value(), std::size_t{2});
    QCOMPARE(kept->size(), std::size_t{2});
}

void TryTest::anErrorArrivesUnchanged() {
    auto const passed_on = []() -> Result<int> { return TRY(refused_count()).value; };
    auto const result = passed_on();
    QVERIFY(!result);
    QCOMPARE(to_string(result.error()), to_string(placed_error));
    QVERIFY(result.error().where && result.error().where->line == 4);
    QVERIFY(result.error().subject && result.error().subject->axis == 1);
    QCOMPARE(result.error().fixes, std::vector<std::string>{"cyclic"});
    QVERIFY(result.error().stopped);
}

void TryTest::anErrorEndsTheFunction() {
    bool continued = false;
    auto const work = [&]() -> Result<void> {
        Counted const before(1);
        TRY(refused_count());
        continued = true;
        return {};
    };
    QVERIFY(!work());
    QVERIFY(!continued);
    QCOMPARE(Counted::alive, 0);
}

void TryTest::aVoidResultIsAStatement() {
    auto const checked = [](bool good) -> Result<int> {
        if (good)
            TRY(Result<void>());
        else
            TRY(refused());
        return 1;
    };
    QCOMPARE(checked(true).value(), 1);
    QVERIFY(!checked(false));
}

void TryTest::aValueMayBeMoveOnly() {
    auto const passed_on = []() -> Result<std::unique_ptr<int const>> {
        auto value = TRY(owned(5));
        return value;
    };
    QCOMPARE(**passed_on(), 5);
    auto const shared = []() -> Result<std::shared_ptr<int>> { return std::shared_ptr<int>(TRY(owned(6))); };
    QCOMPARE(**shared(), 6);
}

void TryTest::callsMayBeNested() {
    auto const size = [](int first) -> Result<std::size_t> {
        return TRY(numbers(static_cast<int>(TRY(numbers(first)).size() + TRY(numbers(1)).size()))).size();
    };
    QCOMPARE(size(2).value(), std::size_t{3});
    QVERIFY(!size(-1));
}

void TryTest::aLambdaReturnsItsOwnError() {
    auto const outer = [](int count) -> Result<std::string> {
        auto const inner = [&]() -> Result<std::size_t> { return TRY(numbers(count)).size(); };
        return inner() ? "good" : "refused within";
    };
    QCOMPARE(outer(1).value(), std::string{"good"});
    QCOMPARE(outer(-1).value(), std::string{"refused within"});
}

void TryTest::aLoopKeepsTheValueAlive() {
    auto const sum = []() -> Result<int> {
        int total = 0;
        for (int const number : TRY(numbers(4))) total += number;
        return total;
    };
    QCOMPARE(sum().value(), 4);
}

void TryTest::anErrorDestroysTheOtherArguments() {
    auto const add = [](Counted const& one, Counted const& other) { return one.value + other.value; };
    auto const sum = [&]() -> Result<int> { return add(Counted(1), TRY(refused_count())); };
    QVERIFY(!sum());
    QCOMPARE(Counted::alive, 0);
}

TEST_CLASS(TryTest)
#include "try_test.moc"
