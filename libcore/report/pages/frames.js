function start() {
  const part = (id) => document.getElementById(id);
  const frames = JSON.parse(part("frames").textContent);
  const last = frames.pictures.length - 1;
  let shown = null;
  playedBy(part, {
    length: last,
    stops: frames.pictures.map((_, number) => number),
    perSecond: Math.max(1, last / 60), // a second each, all of them in a minute at most
    show: (time) => {
      const number = Math.min(Math.floor(time), last);
      if (shown !== number) part("picture").innerHTML = frames.pictures[number];
      shown = number;
      return frames.told[number];
    },
  });
}
if (typeof document !== "undefined") start();
