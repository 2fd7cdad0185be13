// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the registry of panels.
#include "gui/panels/panel_registry.hpp"

#include "gui/panels/comm_panel.hpp"
#include "gui/panels/cost_panel.hpp"
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/file_panel.hpp"
#include "gui/panels/insight_panel.hpp"
#include "gui/panels/memory_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/program_panel.hpp"
#include "gui/panels/region_panel.hpp"
#include "gui/panels/run_panel.hpp"
#include "gui/panels/schedule_panel.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <array>

namespace tessera::gui {
namespace {

constexpr std::array kinds{
    &EditorPanel::kind,  &OwnershipPanel::kind, &MessagesPanel::kind, &SchedulePanel::kind, &NetworkPanel::kind,
    &CostPanel::kind,    &FilePanel::kind,      &CommPanel::kind,     &RunPanel::kind,      &RegionPanel::kind,
    &ProgramPanel::kind, &InsightPanel::kind,   &MemoryPanel::kind,
};

} // namespace

std::span<View const> panelKinds() {
    return kinds;
}

QString viewName(View view) {
    return QString::fromLatin1(view->name);
}

View viewNamed(QString const& name) {
    auto const found =
        std::ranges::find_if(kinds, [&name](View each) { return each->isView() && name == QLatin1String(each->name); });
    return found == kinds.end() ? nullptr : *found;
}

QString commandText(View view, QString const& jobPath, ScheduleChoice const& choice, Selection const& selection,
                    ViewState const& viewed, DerivedPointer const& derived) {
    return view->command({jobPath.isEmpty() ? QStringLiteral("JOB.hpf") : jobPath, choice, selection, viewed, derived});
}

QString explanationOf(View view, Job const& job, std::string const& algorithm) {
    return view->about ? QCoreApplication::translate("ExplanationStrip", view->about) : view->explain(job, algorithm);
}

} // namespace tessera::gui
