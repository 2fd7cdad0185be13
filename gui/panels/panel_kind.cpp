// SPDX-License-Identifier: BSD-3-Clause
// Tessera: helpers for the descriptions of panels.
#include "gui/panels/panel_kind.hpp"

#include "gui/models/text.hpp"

#include <fmt/format.h>

namespace tessera::gui {

Result<int> numberOption(QCommandLineParser const& given, char const* option, int otherwise, int least) {
    QString const name = QString::fromLatin1(option);
    if (!given.isSet(name)) return otherwise;
    bool isNumber = false;
    int const number = given.value(name).toInt(&isNumber);
    if (!isNumber || number < least)
        return fail(fmt::format("--{}: '{}' is not a number of {} or more", option, given.value(name).toStdString(), least));
    return number;
}

QString namedSentence(std::string_view name, std::string_view text) {
    return QStringLiteral("<b>%1</b>: %2").arg(asText(name).toHtmlEscaped(), asText(text).toHtmlEscaped());
}

} // namespace tessera::gui
