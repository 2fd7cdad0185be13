// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what all pages of redistributions have in common: their looks, their parts and their script.
#include "libcore/report/detail/flow_page_frame.hpp"

namespace tessera::detail {

std::string_view const flow_page_style = R"html(body { max-width: 1240px; }
#bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; position: sticky; top: 0; background: #fff; padding: 8px 0; }
#time { flex: 1 1 240px; }
#told { min-width: 22em; }
#note { color: #5c646c; }
#picture, #chart { overflow-x: auto; }
svg { max-width: 100%; height: auto; display: block; }
button { padding: 4px 14px; }
)html";

std::string_view const flow_page_body = R"html(<div id="bar">
<button id="play" type="button">Play</button>
<button id="back" type="button" aria-label="one step back">&#8592;</button><button id="on" type="button" aria-label="one step on">&#8594;</button>
<input id="time" type="range" min="0" step="any" aria-label="time, in steps">
<span id="told" role="status"></span>
</div>
<div id="note"></div>
<div id="picture"></div>
<div id="chart"></div>
)html";

std::string_view const flow_page_script = R"html("use strict";
// Time is counted in steps. A flight is where it was before its first step, on its way during its steps, and arrived after them.
class Flight {
  constructor(row) {
    [this.from, this.to, this.begin, this.end] = row;
    this.source = row.slice(4, 8);
    this.target = row.slice(8, 12);
  }
  get stays() { return this.from === this.to; }
  isSeen(time) { return this.stays || time > this.begin; }
  isThere(time) { return this.stays || time >= this.end; }
  // Slow at both ends.
  place(time) {
    if (this.isThere(time)) return this.target;
    const share = (time - this.begin) / (this.end - this.begin);
    const eased = share * share * (3 - 2 * share);
    return this.source.map((here, i) => here + (this.target[i] - here) * eased);
  }
}
function stepAt(flow, time) { return Math.min(Math.floor(time), flow.steps.length - 1); }
function tellOf(flow, time) {
  if (time <= 0) return "Before, with the algorithm " + flow.algorithm;
  if (time >= flow.length) return "All has arrived, after " + flow.steps.length + " step" + (flow.steps.length === 1 ? "" : "s");
  return flow.steps[stepAt(flow, time)];
}
function rectIn(svg, place, looks) {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries(looks)) rect.setAttribute(name, value);
  put(rect, place);
  svg.append(rect);
  return rect;
}
function put(rect, place) {
  ["x", "y", "width", "height"].forEach((name, i) => rect.setAttribute(name, String(place[i])));
}
function start() {
  const part = (id) => document.getElementById(id);
  const flow = JSON.parse(part("flow").textContent);
  part("note").textContent = flow.note;
  part("picture").innerHTML = flow.picture;
  part("chart").innerHTML = flow.chart;
  const picture = part("picture").querySelector("svg");
  // What has not arrived is pale in the picture of what shall be.
  rectIn(picture, flow.target, { fill: "#ffffff", "fill-opacity": "0.85" });
  const flights = flow.flights.map((row) => new Flight(row));
  const rects = flights.map((flight) => rectIn(picture, flight.source, { fill: flow.colors[flight.from], stroke: "#212529", "stroke-width": "1" }));
  const frame = rectIn(part("chart").querySelector("svg"), [0, 0, 0, 0], { fill: "none", stroke: "#212529", "stroke-width": "3" });
  let time = 0;
  let playing = false;
  let last = 0;
  const show = () => {
    flights.forEach((flight, i) => {
      rects[i].style.display = flight.isSeen(time) ? "" : "none";
      if (!flight.isSeen(time)) return;
      put(rects[i], flight.place(time));
      rects[i].setAttribute("fill", flow.colors[flight.isThere(time) ? flight.to : flight.from]);
      rects[i].setAttribute("stroke-opacity", flight.isThere(time) ? "0.15" : "1");
    });
    put(frame, time > 0 && time < flow.length ? flow.columns[stepAt(flow, time)] : [0, 0, 0, 0]);
    part("time").value = String(time);
    part("told").textContent = tellOf(flow, time);
    part("play").textContent = playing ? "Pause" : "Play";
  };
  const go = (to) => { time = Math.max(0, Math.min(flow.length, to)); if (time >= flow.length) playing = false; show(); };
  // A step takes a second, the whole at most a minute.
  const speed = Math.max(1, flow.length / 60);
  const tick = (now) => {
    if (!playing) return;
    go(time + Math.min(now - last, 100) / 1000 * speed);
    last = now;
    requestAnimationFrame(tick);
  };
  const play = () => {
    playing = !playing;
    if (playing && time >= flow.length) time = 0;
    last = performance.now();
    show();
    if (playing) requestAnimationFrame(tick);
  };
  part("time").max = String(flow.length);
  part("time").addEventListener("input", () => { playing = false; go(Number(part("time").value)); });
  part("play").addEventListener("click", play);
  part("back").addEventListener("click", () => { playing = false; go(Math.ceil(time) - 1); });
  part("on").addEventListener("click", () => { playing = false; go(Math.floor(time) + 1); });
  show();
}
if (typeof document !== "undefined") start();
)html";

} // namespace tessera::detail
