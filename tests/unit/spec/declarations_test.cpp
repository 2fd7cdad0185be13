// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of declarations: element types, bounds, constants, expressions.
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

/// The array A of a text, distributed somehow.
ArraySpec array_of(std::string const& declarations, std::string const& formats = "(block)") {
    return parsed(declarations + "\n!hpf$ processors P(1)\n!hpf$ distribute A" + formats + " onto P\n").arrays.at(0).array;
}

} // namespace

class DeclarationsTest : public QObject {
    Q_OBJECT
  private slots:
    void element_types_data();
    void element_types();
    void bounds();
    void c_arrays();
    void several_entities();
    void dimension_statements();
    void expressions_data();
    void expressions();
    void constants();
    void other_program_units_may_reuse_names();
};

void DeclarationsTest::element_types_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::addColumn<qlonglong>("bytes");
    auto const row = [](char const* text, char const* name, qlonglong bytes) { QTest::newRow(text) << text << name << bytes; };
    row("real", "float32", 4);
    row("REAL*8", "float64", 8);
    row("real * 8", "float64", 8);
    row("real8", "float64", 8);
    row("real(8)", "float64", 8);
    row("real(kind=8)", "float64", 8);
    row("real(kind = 2*4)", "float64", 8);
    row("real(16)", "float128", 16);
    row("real64", "float64", 8);
    row("double precision", "float64", 8);
    row("double", "float64", 8);
    row("float", "float32", 4);
    row("float64", "float64", 8);
    row("half", "float16", 2);
    row("complex", "complex64", 8);
    row("complex*16", "complex128", 16);
    row("complex(8)", "complex128", 16);
    row("complex8", "complex64", 8);
    row("complex64", "complex64", 8);
    row("double complex", "complex128", 16);
    row("integer", "int32", 4);
    row("integer*8", "int64", 8);
    row("integer(1)", "int8", 1);
    row("int", "int32", 4);
    row("int32", "int32", 4);
    row("int8", "int8", 1);
    row("long", "int64", 8);
    row("long long", "int64", 8);
    row("long int", "int64", 8);
    row("short", "int16", 2);
    row("unsigned", "uint32", 4);
    row("unsigned char", "uint8", 1);
    row("unsigned long", "uint64", 8);
    row("uint16", "uint16", 2);
    row("byte", "int8", 1);
    row("logical", "logical32", 4);
    row("logical*8", "logical64", 8);
    row("logical(kind=2)", "logical16", 2);
    row("logical*1", "bool", 1);
    row("bool", "bool", 1);
    row("character", "S1", 1);
    row("character*10", "S10", 10);
    row("character(12)", "S12", 12);
    row("character(len=12)", "S12", 12);
    row("character(len=12,kind=1)", "S12", 12);
    row("character(kind=1,len=12)", "S12", 12);
    row("bytes(24)", "V24", 24);
    row("V24", "V24", 24);
}

void DeclarationsTest::element_types() {
    QFETCH(QString, text);
    QFETCH(QString, name);
    QFETCH(qlonglong, bytes);
    ElementType const expected{name.toStdString(), bytes};
    std::string const type = text.toStdString();
    QCOMPARE(array_of("!dist$ array " + type + " A(10)").type, expected);
    QCOMPARE(array_of(type + " A(10)").type, expected);
    QCOMPARE(array_of(type + ", dimension(10) :: A").type, expected);
    QCOMPARE(parsed({{type + " A(10)"}, "(block) onto P(2)", "", {}}).arrays[0].array.type, expected);
}

void DeclarationsTest::bounds() {
    ArraySpec const array = array_of("real A(0:99,-3:5,7)", "(block,*,*)");
    QCOMPARE(array.lower, (Extents{0, -3, 1}));
    QCOMPARE(array.extents, (Extents{100, 9, 7}));
    QCOMPARE(array.order, StorageOrder::Fortran);
    QCOMPARE(array_of("real A(5:1)").extents, Extents{0}); // Fortran's empty dimension
    QCOMPARE(array_of("real A(0)").extents, Extents{0});
}

void DeclarationsTest::c_arrays() {
    ArraySpec const array = array_of("double A[1024][512];", "(block,*)");
    QCOMPARE(array.lower, (Extents{0, 0}));
    QCOMPARE(array.extents, (Extents{1024, 512}));
    QCOMPARE(array.order, StorageOrder::C);
    QCOMPARE(array_of("!dist$ array float A[1:9]").lower, Extents{1});
    QCOMPARE(array_of("!dist$ array float A[1:9]").extents, Extents{8});
}

void DeclarationsTest::several_entities() {
    QCOMPARE(array_of("real, dimension(30) :: B, A(20), C").extents, Extents{20});
    QCOMPARE(array_of("real, dimension(30), allocatable :: B, A").extents, Extents{30});
    QCOMPARE(array_of("integer i; real*8 :: x(3), A(4)").type.name, std::string("float64"));
    QCOMPARE(array_of("real B(2), A*8(10)").type.name, std::string("float64"));
    QCOMPARE(array_of("real B(2), A(10)*8").type.name, std::string("float64"));
    QCOMPARE(array_of("character s*5, A(3)*7").type.name, std::string("S7"));
}

void DeclarationsTest::dimension_statements() {
    QCOMPARE(array_of("real*8 A\ndimension A(12)").type.name, std::string("float64"));
    QCOMPARE(array_of("real*8 A\ndimension A(12)").extents, Extents{12});
    QCOMPARE(array_of("dimension A(12)").type.name, std::string("float32")); // implicitly
    Job const job = parsed("dimension index(12)\n!hpf$ processors P(1)\n!hpf$ distribute index(block) onto P");
    QCOMPARE(job.arrays[0].array.type.name, std::string("int32"));
}

void DeclarationsTest::expressions_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qlonglong>("value");
    auto const row = [](char const* text, qlonglong value) { QTest::newRow(text) << text << value; };
    row("7", 7);
    row("2+3*4", 14);
    row("(2+3)*4", 20);
    row("10-3-2", 5);
    row("-3+10", 7);
    row("+3", 3);
    row("7/2", 3);
    row("(0-7)/2+10", 7); // Fortran truncates towards zero
    row("2**10", 1024);
    row("2**3**2", 512); // to the right
    row("9-2**2", 5);
    row("-2**2+10", 6); // the sign is weaker than the power
    row("2**(-1)+1", 1);
    row("2**-1+1", 1);
    row("(-1)**3+5", 4);
    row("n", 64);
    row("n/4*half", 512);
    row("1000000*1000000/1000000", 1000000);
}

void DeclarationsTest::expressions() {
    QFETCH(QString, text);
    QFETCH(qlonglong, value);
    std::string const constants = "integer, parameter :: n = 64, half = n/2\n";
    QCOMPARE(array_of(constants + "real A(" + text.toStdString() + ")").extents, Extents{value});
}

void DeclarationsTest::constants() {
    QCOMPARE(array_of("parameter (n=64, m=n*2)\nreal A(m)").extents, Extents{128});
    QCOMPARE(array_of("integer, parameter :: N = 3\nreal A(n)").extents, Extents{3}); // no case
    // Constants that are no integers are in nobody's way ...
    QCOMPARE(array_of("real, parameter :: pi = 3.14\nparameter (e = 2.7, k = 5)\nreal A(k)").extents, Extents{5});
    // ... until somebody needs them.
    QCOMPARE(error_of(parse_job("real, parameter :: pi = 3.14\n!hpf$ processors P(pi)", "f")),
             "f:2:20+2: 'pi' is not an integer constant");
    QCOMPARE(error_of(parse_job("!hpf$ processors P(2**63)", "f")), "f:1:20+5: the value does not fit 64 bits");
    QCOMPARE(error_of(parse_job("!hpf$ processors P(9223372036854775807+1)", "f")), "f:1:20+21: the value does not fit 64 bits");
    QCOMPARE(error_of(parse_job("!hpf$ processors P(0**(-1))", "f")), "f:1:20+7: zero to a negative power");
    std::string const deep(1000, '(');
    QVERIFY(error_of(parse_job("!hpf$ processors P(" + deep + "1", "f")).endsWith("too many parentheses"));
    std::string powers = "1";
    for (int i = 0; i < 1000; ++i) powers += "**1";
    QVERIFY(error_of(parse_job("!hpf$ processors P(" + powers + ")", "f")).endsWith("too many parentheses"));
}

void DeclarationsTest::other_program_units_may_reuse_names() {
    QCOMPARE(array_of("real A(10), x\nsubroutine s\ninteger x, y(3)\nend\nsubroutine t\nreal y(5)\nend").extents, Extents{10});
    QCOMPARE(array_of("subroutine s\nreal*8 A\nend\nsubroutine t\nreal A(10)\nend").type.name, std::string("float32"));
    QCOMPARE(array_of("integer P\nreal A(10)").extents, Extents{10}); // a scalar P besides the processors P
}

TEST_CLASS(DeclarationsTest)
#include "declarations_test.moc"
