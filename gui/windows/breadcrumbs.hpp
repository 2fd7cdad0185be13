// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is selected, as one line: "A(15) . 2 -> 0 . step 2 . link 2-0".
#pragma once

#include "gui/session/command_text.hpp"
#include "gui/session/session.hpp"

#include <QHBoxLayout>
#include <QToolButton>
#include <QWidget>
#include <vector>

namespace tessera::gui {

/// Each part is a button, which brings the view where it is seen. A message leads to the step that it travels in, and to the first
/// link of its way.
class Breadcrumbs final : public QWidget {
    Q_OBJECT
  public:
    explicit Breadcrumbs(Session& session, QWidget* parent = nullptr);
    /// What stands on the buttons, from the left; of those that are shown.
    [[nodiscard]] QStringList words() const;
    [[nodiscard]] QToolButton* crumb(int place) { return buttons_[as_size(place)]; }

  signals:
    void wanted(tessera::gui::View view);

  private:
    /// One button: its words, the view that it brings, and what it selects besides.
    struct Crumb {
        QString words;
        View view = View::Ownership;
        std::optional<int> step = {};
        std::optional<int> link = {};
    };
    void show();
    void follow(Crumb const& crumb);
    [[nodiscard]] std::vector<Crumb> crumbs() const;
    void addWay(std::vector<Crumb>& all, Selection::Pair message) const;

    Session& session_;
    QHBoxLayout* row_;
    std::vector<QToolButton*> buttons_;
    std::vector<Crumb> shown_;
};

} // namespace tessera::gui
