// SPDX-License-Identifier: BSD-3-Clause
// Tessera: values of which C++ types are elements of which arrays.
#include "libcore/io/value_type.hpp"
#include "tests/suite/qt_suite.hpp"

#include <complex>
#include <cstdint>

using namespace tessera;

class ValueTypeTest : public QObject {
    Q_OBJECT

  private slots:
    void numbersHaveTheTypeOfTheArray();
    void bytesAreTakenAsTheyAre();
    void mismatchesNameBothTypes();
};

namespace {

struct Particle {
    float mass;
    int number;
};

template <class T>
bool fits(char const* name, Index bytes) {
    return !value_mismatch({name, bytes}, ValueType::of<T>());
}

} // namespace

void ValueTypeTest::numbersHaveTheTypeOfTheArray() {
    QVERIFY(fits<double>("float64", 8));
    QVERIFY(!fits<float>("float64", 8));
    QVERIFY(!fits<std::int64_t>("float64", 8));
    QVERIFY(fits<std::complex<float>>("complex64", 8));
    QVERIFY(!fits<double>("complex64", 8));
    QVERIFY(fits<std::int32_t>("int32", 4));
    QVERIFY(!fits<std::uint32_t>("int32", 4));
    QVERIFY(fits<std::uint8_t>("bool", 1));
    QVERIFY(!fits<std::uint16_t>("bool", 1));
}

void ValueTypeTest::bytesAreTakenAsTheyAre() {
    QVERIFY(fits<std::byte>("float64", 8));
    QVERIFY(fits<Particle>("V8", 8));
    QVERIFY(!fits<Particle>("V24", 24));
    QVERIFY(fits<char>("S10", 10));
}

void ValueTypeTest::mismatchesNameBothTypes() {
    auto const mismatch = value_mismatch({"float64", 8}, ValueType::of<float>());
    QVERIFY(mismatch && mismatch->find("float64") != std::string::npos && mismatch->find("float32") != std::string::npos);
}

TEST_CLASS(ValueTypeTest)
#include "value_type_test.moc"
