// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of the core's texts to Qt.
#pragma once

#include <QString>
#include <string_view>

namespace tessera::gui {

[[nodiscard]] inline QString asText(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace tessera::gui
