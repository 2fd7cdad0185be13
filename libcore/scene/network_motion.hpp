// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a network in motion: messages on their way over links, and what waits before them.
#pragma once

#include "libcore/network/site.hpp"
#include "libcore/network/step_motion.hpp"
#include "libcore/scene/network_ways.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// A dot of the picture: a part of a message. Between two legs, and before the first once it has left its sender's port, it waits.
struct MotionDot {
    std::size_t message = 0; ///< of StepMotion::messages()
    double leaves = 0;       ///< its sender's port, since the messages were started
    std::vector<ParcelLeg> legs;
    std::vector<std::size_t> ways;   ///< by leg: number in NetworkMotion::ways()
    std::vector<std::size_t> queues; ///< by leg: number in NetworkMotion::queues(), of what waits before it
};

/// Where the dots stand that wait at a vertex before a link: in rows of three, beside the way.
struct MotionQueue {
    int link = 0;
    ScenePoint begin{};
    ScenePoint along{}; ///< unit vector in the direction of the link
    /// Those that wait here: numbers of StepMotion::messages(), and of the link in their routes.
    std::vector<std::pair<std::size_t, std::size_t>> messages = {};
    [[nodiscard]] ScenePoint place(std::size_t number) const; ///< 0: the next to go
};
inline constexpr double motion_pitch = 7; ///< pixels between dots that wait
inline constexpr int motion_row = 3;

/// How a link looks that carries a share of what it can.
struct LinkLook {
    Color color;
    double width = 0; ///< pixels
};
[[nodiscard]] LinkLook look_of_link(double share);

/// What a dot of a step is, in a sentence.
[[nodiscard]] std::string dot_legend(StepMotion const& motion);

/// One step of a schedule, at any of its moments, in the pixels of a picture of the network.
class NetworkMotion {
  public:
    /// `picture`: of the network in motion (NetworkCaption::in_motion), which has no more links than are drawn. Cost: the hops of
    /// the messages.
    NetworkMotion(StepMotion motion, Schedule const& schedule, Site const& site, Scene const& picture);

    [[nodiscard]] StepMotion const& motion() const { return motion_; }
    [[nodiscard]] std::vector<MotionDot> const& dots() const { return dots_; }
    [[nodiscard]] std::vector<Way> const& ways() const { return ways_; }
    [[nodiscard]] std::vector<MotionQueue> const& queues() const { return queues_; }
    [[nodiscard]] Index dot_bytes() const { return dot_bytes_; } ///< the most that one stands for
    [[nodiscard]] Rank sender(MotionDot const& dot) const;
    /// Where the node is drawn that the rank of a position sits on.
    [[nodiscard]] SceneRect const& node(int position) const { return nodes_[as_size(position)]; }
    /// What moves, to be laid over the picture. `time`: since the step began, in seconds (bytes without rates). `marked`: links
    /// that stand out.
    [[nodiscard]] Scene at(double time, std::vector<int> const& marked = {}) const;
    /// The bytes that wait in a queue; `moved`: the time since the messages were started.
    [[nodiscard]] double bytes_waiting(std::size_t queue, double moved) const;

  private:
    void add_dots(std::size_t message, NetworkWays const& ways, Placement const& placement);
    [[nodiscard]] std::size_t queue_before(int link, Way const& way, int node);
    void add_links(Scene& scene, std::vector<LinkMoment> const& moments) const;
    void add_link(Scene& scene, int link, LinkLook const& look, std::string const& text) const;
    void add_shares(Scene& scene, double moved) const;
    void add_dots_at(Scene& scene, double moved) const;
    using WaitingDots = std::vector<std::pair<double, MotionDot const*>>; // when each goes on
    void add_waiting(Scene& scene, std::vector<WaitingDots>& waiting, double moved) const;
    [[nodiscard]] std::string link_text(int link, LinkMoment const& moment) const;

    StepMotion motion_;
    std::shared_ptr<Topology const> topology_;
    std::vector<Rank> ranks_; // by position
    Index dot_bytes_ = 1;
    std::vector<Way> links_;
    bool shared_ = false; // one link for all
    std::vector<SceneRect> vertices_;
    std::vector<SceneRect> nodes_; // by position
    std::vector<MotionDot> dots_;
    std::vector<Way> ways_;
    std::vector<MotionQueue> queues_;
};

} // namespace tessera
