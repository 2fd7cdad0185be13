// SPDX-License-Identifier: BSD-3-Clause
// Tessera: classes of Qt Test as tests of a suite.
#pragma once

#include "tests/suite/suite.hpp"

#include <QCoreApplication>
#include <QTest>

/// What QTEST_APPLESS_MAIN is for a program of its own: runs the test functions of a class.
#define TEST_CLASS(Class)                                                                                                          \
    TEST_PROGRAM(int argc, char** argv) {                                                                                          \
        Class test;                                                                                                                \
        return QTest::qExec(&test, argc, argv);                                                                                    \
    }

/// The same with an application of this type, as QTEST_MAIN and QTEST_GUILESS_MAIN have it.
#define APPLICATION_TEST_CLASS(Application, Class)                                                                                 \
    TEST_PROGRAM(int argc, char** argv) {                                                                                          \
        Application const application(argc, argv);                                                                                 \
        QCoreApplication::setAttribute(Qt::AA_Use96Dpi);                                                                           \
        Class test;                                                                                                                \
        return QTest::qExec(&test, argc, argv);                                                                                    \
    }
