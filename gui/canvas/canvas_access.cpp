// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures for screen readers: a role, and a sentence that says what is shown.
#include "gui/canvas/canvas_access.hpp"

#include "gui/canvas/zoom_canvas.hpp"

#include <QAccessible>
#include <QAccessibleWidget>

namespace tessera::gui {
namespace {

class CanvasAccess final : public QAccessibleWidget {
  public:
    explicit CanvasAccess(ZoomCanvas* canvas) : QAccessibleWidget(canvas, QAccessible::Graphic), canvas_(canvas) {}

    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        QString const own = QAccessibleWidget::text(kind);
        return kind == QAccessible::Description && own.isEmpty() ? canvas_->sentence() : own;
    }

  private:
    ZoomCanvas* canvas_;
};

QAccessibleInterface* accessOf(QString const& /*className*/, QObject* object) {
    auto* const canvas = qobject_cast<ZoomCanvas*>(object);
    return canvas ? new CanvasAccess(canvas) : nullptr;
}

} // namespace

void describeCanvases() {
    static bool const installed = [] {
        QAccessible::installFactory(accessOf);
        return true;
    }();
    static_cast<void>(installed);
}

} // namespace tessera::gui
