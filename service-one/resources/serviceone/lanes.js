// Lanes: who had which operating-system thread, and when. A slice is the time for which a request had the thread.
// Times are microseconds since the service's start.
const LANES = {wide: 12, narrow: 6, wideOfSeveral: 6, narrowOfSeveral: 3,
  keptMicros: 10e6, widest: 2e6, narrowest: 200, asksMillis: 500};

/** Rounds down, so that 100 % means all. */
function shareWords(n) {
  if (n > 0 && n < 1e-4) {
    return '<0.01\u00a0%';
  }
  const tenths = n < 0.1 || n > 0.99 ? 1 : 0, most = n < 0.01 ? 2 : tenths;
  return `${(100 * n).toLocaleString('en', {roundingMode: 'floor', maximumFractionDigits: most})}\u00a0%`;
}

function spanWords(micros) {
  const [size, unit] = [[1e6, 's'], [1e3, 'ms']].find(([least]) => micros >= least) ?? [1, 'µs'];
  return `${+(micros / size).toPrecision(3)} ${unit}`;
}

const laneWords = name => name.replace(/^ForkJoinPool-1-worker-/, 'carrier ')
  .replace(/^event-loop-/, 'event loop ').replace(/^pool-/, 'thread ').replace(/-(\d+)$/, ' $1');
const numberIn = name => +(/\d+$/.exec(name) ?? [0])[0];
const kindOf = name => name.replace(/\d+$/, '');
const byLane = (a, b) => kindOf(a).localeCompare(kindOf(b)) || numberIn(a) - numberIn(b);
const byBegin = (a, b) => a.from - b.from;

/** What the answers of /lanes have told. */
class Recording {
  slices = new Map();      // by lane, then by request and beginning
  gaps = [];      // when nothing was recorded
  last = null;

  add(answer) {
    if (this.last === null || answer.now < this.last.now) {
      Object.assign(this, {slices: new Map(), gaps: [[-Infinity, answer.since]], last: null});
    } else if (answer.since > this.last.now) {
      this.gaps.push([this.last.now, answer.since]);
    }
    this.slices.forEach(lane => lane.forEach((slice, key) => slice.open && lane.delete(key)));
    this.read(answer, answer.slices, false);
    this.read(answer, answer.open, true);
    this.last = answer;
    this.forgetBefore(answer.now - LANES.keptMicros);
  }

  forgetBefore(time) {
    this.slices.forEach((lane, name) => {
      lane.forEach((slice, key) => slice.to < time && lane.delete(key));
      lane.size || this.slices.delete(name);
    });
    const [[, begin], ...later] = this.gaps;
    this.gaps = [[-Infinity, Math.max(begin, time)], ...later.filter(([, to]) => to > time)];
  }

  read({lanes, kinds}, numbers, open) {
    for (let i = 0; i < numbers.length; i += 5) {
      const [request, lane, kind, from, length] = numbers.slice(i, i + 5), name = lanes[lane];
      this.slices.has(name) || this.slices.set(name, new Map());
      this.slices.get(name).set(`${request} ${from}`, {request, ...kinds[kind], from, to: from + length, open});
    }
  }

  /** A fixed number of threads has its lanes even while they are free. */
  lanes(most) {
    const {prefix, threads, virtual} = this.last;
    const fixed = virtual ? [] : times(Math.min(threads, LANES.wide), i => prefix + (i + 1));
    return [...new Set([...fixed, ...this.slices.keys()])].sort(byLane).slice(0, most);
  }

  within(lane, from, to) {
    return [...this.slices.get(lane)?.values() ?? []]
      .filter(slice => slice.to > from && slice.from < to).sort(byBegin);
  }

  of(request) {
    return [...this.slices].flatMap(([lane, slices]) => [...slices.values()]
      .filter(slice => slice.request === request)
      .map(slice => ({...slice, lane}))).sort(byBegin);
  }
}

const COLOUR = {true: '--held', false: '--runs'};
const PICKED = {true: '--picked-waits', false: '--picked'};
const FAINT = 0.45, SEPARATED = 8;

/** Draws one lane. Slices narrower than a few pixels share a column, whose height is their share of its time. */
function drawLane(canvas, slices, view, gaps, picked) {
  const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext('2d'), style = getComputedStyle(canvas);
  const x = micros => clamp((micros - view.from) / view.span * width, 0, width);
  const paint = (colour, ...box) => {
    pen.fillStyle = style.getPropertyValue(colour).trim();
    pen.fillRect(...box);
  };
  pen.scale(ratio, ratio);
  pen.font = `${0.85 * rem()}px ${style.fontFamily}`;
  pen.textBaseline = 'middle';
  gaps.forEach(([from, to]) => paint('--unrecorded', x(from), 0, x(to) - x(from), height));
  const columns = {true: new Float64Array(Math.ceil(width)), false: new Float64Array(Math.ceil(width))};
  let before = null;
  slices.forEach(slice => {
    const {request, waits, name} = slice, isPicked = request === picked;
    const left = x(slice.from), right = x(slice.to), wide = right - left;
    if (wide < 3 && !isPicked) {
      for (let i = Math.floor(left); i < right; i++) {
        columns[waits][i] += Math.min(i + 1, right) - Math.max(i, left);
      }
      return;
    }
    pen.globalAlpha = picked === null || isPicked ? 1 : FAINT;
    paint((isPicked ? PICKED : COLOUR)[waits], left, 0, Math.max(isPicked ? 3 : 1, wide), height);
    if (wide > SEPARATED && left > 0) {
      const isNext = before?.request === request;
      paint(isNext ? '--card' : '--ink', left, 0, isNext ? 1 : 1.5, height);
    }
    pen.fillStyle = style.getPropertyValue(waits ? '--ink' : '--card').trim();
    if (pen.measureText(name).width < wide - SEPARATED) {
      pen.fillText(name, left + 5, height / 2 + 1);
    }
    before = slice;
  });
  pen.globalAlpha = picked === null ? 1 : FAINT;
  [[true, 0], [false, 2]].forEach(([waits, least]) => columns[waits].forEach((share, i) => {
    const tall = share === 0 ? 0 : Math.max(least, Math.min(1, share) * height);
    paint(COLOUR[waits], i, height - tall, 1, tall);
  }));
}

function shares(slices, {from, span}) {
  const time = waits => sum(slices.filter(slice => slice.waits === waits),
    slice => Math.min(slice.to, from + span) - Math.max(slice.from, from)) / span;
  return {runs: time(false), waits: time(true), requests: new Set(slices.map(({request}) => request)).size};
}

function takenWords({threads, busy}) {
  if (busy < threads) {
    return `${count(busy)} of ${many(threads, 'thread')} are taken`;
  }
  return ['', 'The only thread is taken', 'Both threads are taken'][threads]
    ?? `All ${count(threads)} threads are taken`;
}

function poolWords(last, waits) {
  const {queued} = last, s = queued === 1 ? 's' : '';
  const words = takenWords(last) + (waits < 0.02 ? ', and work all the time.'
    : `, and wait for ${shareWords(waits)} of that time.`);
  return queued ? `${words} ${many(queued, 'more request')} wait${s} in the queue.` : words;
}

/** What the picture shows, in a sentence. */
function lanesWords(last, runs, waits) {
  const {virtual, threadsAre, threads, bounded, inFlight} = last, one = singular(threadsAre);
  if (runs + waits === 0) {
    return bounded || inFlight === 0 ? 'No request had a thread in this time.'
      : `No request had a ${one} in this time: each of them waited.`;
  }
  if (bounded) {
    return poolWords(last, waits / (runs + waits));
  }
  if (waits > 0.02) {
    return `A request keeps its ${one} while it waits: the ${one}s do nothing for ${shareWords(waits)} of the time.`;
  }
  const s = threads === 1 ? 's' : '', ones = threads === 1 ? one : `${one}s`;
  const they = virtual ? `${many(threads, 'thread')}, the ${ones},` : many(threads, one);
  return runs > 0.9 ? `${they} work${s} for ${shareWords(runs)} of the time: these requests do nothing but work.`
    : `${they} serve${s} ${many(inFlight, 'request')} at once, and work${s} for ${shareWords(runs)} of the time: `
      + 'one that waits is only in memory.';
}

const EXACT = `Exact: the moments when the service's code began and ended each wait, by its own clock, for each request
  that began after the recording. A slice on a carrier begins some microseconds late and ends as much early: leaving and
  getting a carrier counts as waiting. The JDK does not tell how long a virtual thread that could go on waited for a
  carrier, so this time is part of the gap. Inside a slice, nobody knows whether the operating system gave the core to
  another thread, or a lock made the thread wait. Zoomed out, a column's height is the share of its time.`;

/** One service's lanes. */
class LanesPart {
  recording = new Recording();
  end = 0;
  picked = null;      // a request
  rows = new Map();

  constructor(view) {
    this.view = view;
    this.title = make('h3');
    this.words = make('p', {class: 'lanes-words'});
    this.box = make('div', {class: 'lanes-rows', tabindex: 0, keydown: event => view.key(event)});
    this.more = make('p', {class: 'lanes-more'});
    this.root = make('div', {class: 'lanes-part'}, this.title, this.words, this.box, this.more);
  }

  goOn() {
    this.end = this.recording.last?.now ?? 0;
  }

  pick(lane, micros) {
    const away = ({from, to}) => Math.max(from - micros, micros - to, 0), {span} = this.view;
    const [near] = this.recording.within(lane, micros - span / 40, micros + span / 40)
      .sort((a, b) => away(a) - away(b) || (a.to - a.from) - (b.to - b.from));
    this.view.pick(this, near?.request ?? null);
  }

  row(lane) {
    if (!this.rows.has(lane)) {
      const canvas = make('canvas'), figures = make('span'), {view} = this;
      canvas.onclick = event =>
        this.pick(lane, this.end - view.span * (1 - event.offsetX / canvas.clientWidth));
      canvas.onwheel = event => {
        event.preventDefault();
        view.zoomTo(view.span * 1.25 ** Math.sign(event.deltaY), event.offsetX / canvas.clientWidth);
      };
      this.rows.set(lane, {canvas, figures, row: make('div', {class: 'lane'},
        make('b', {title: lane}, laneWords(lane)), canvas, figures)});
    }
    return this.rows.get(lane);
  }

  draw(lanes, tall) {
    const {last} = this.recording, rows = lanes.map(lane => this.row(lane)), {children} = this.box;
    if (rows.some(({row}, i) => row !== children[i]) || children.length !== rows.length) {
      this.box.replaceChildren(...rows.map(({row}) => row));
    }
    this.box.style.setProperty('--tall', tall);
    const view = {from: this.end - this.view.span, span: this.view.span};
    const each = lanes.map((lane, i) => {
      const slices = this.recording.within(lane, view.from, this.end), share = shares(slices, view);
      drawLane(rows[i].canvas, slices, view, this.recording.gaps, this.picked);
      rows[i].figures.textContent = `works ${shareWords(share.runs)}, `
        + (share.waits > 0 ? `waits ${shareWords(share.waits)}` : many(share.requests, 'request'));
      return share;
    });
    const mean = figure => sum(each, share => share[figure]) / Math.max(1, each.length);
    this.words.textContent = lanesWords(last, mean('runs'), mean('waits'));
    const more = (last.virtual ? this.recording.slices.size : last.threads) - lanes.length;
    this.more.textContent = more > 0 ? `${count(more)} more, like these` : '';
  }

  pickedWords() {
    const slices = this.picked === null ? [] : this.recording.of(this.picked);
    if (!slices.length) {
      return 'Click a slice to see all slices of its request.';
    }
    const length = ({from, to}) => to - from, work = slices.filter(({waits}) => !waits);
    const held = sum(slices.filter(({waits}) => waits), length);
    const whole = lastOf(slices).to - slices[0].from;
    const lanes = [...new Set(slices.map(({lane}) => laneWords(lane)))];
    return `Request ${this.picked} took ${spanWords(whole)}. It worked for ${spanWords(sum(work, length))}`
      + (held ? `, and kept its thread waiting for ${spanWords(held)}` : ', and had no thread for the rest')
      + `: ${many(work.length, 'slice')} of work on ${lanes.join(', ')}.`;
  }
}

const KEY = [['--runs', 'works on a request'], ['--held', 'has a request that waits: taken, but doing nothing'],
  ['--card', 'free'], ['--unrecorded', 'not recorded']];

/** Shows recordings in this element, at one time scale. */
class LanesView {
  parts = new Map();      // by name
  span = LANES.widest;
  paused = false;

  constructor(root) {
    this.root = root;
    this.pauseButton = button('', () => this.pause(!this.paused));
    this.zoom = make('input', {type: 'range', min: 0, max: 100, value: 0,
      'aria-label': 'zoom, from 2 s to 200 µs', input: () => this.zoomBySlider()});
    this.heading = make('h2', 'Who has which thread');
    this.shown = make('b');
    this.whole = button('whole request', () => this.showWhole(), {hidden: true});
    this.axis = make('div', {class: 'lanes-axis', 'aria-hidden': 'true'});
    this.box = make('div', {class: 'lanes-parts'});
    this.told = make('p', {class: 'lanes-told', role: 'status'});
    const step = (sign, name, click) => button(sign, click, {'aria-label': name});
    fill(root, [make('div', {class: 'lanes-head'}, this.heading, make('p', this.pauseButton,
      step('‹', 'earlier', () => this.move(-this.span / 2)),
      step('›', 'later', () => this.move(this.span / 2)),
      step('−', 'zoom out', () => this.zoomTo(this.span * 2)), this.zoom,
      step('+', 'zoom in', () => this.zoomTo(this.span / 2)), this.shown, this.whole)),
    make('ul', {class: 'lanes-key'}, KEY.map(([name, words]) =>
      make('li', make('i', {style: `background: var(${name})`}), words))),
    this.axis, this.box, this.told,
    make('details', make('summary', 'What is exact here, and what is not'), make('p', EXACT))]);
    addEventListener('resize', () => this.draw());
  }

  add(answer, name = '') {
    if (!this.parts.has(name)) {
      this.parts.set(name, new LanesPart(this));
      this.box.append(this.parts.get(name).root);
    }
    const part = this.parts.get(name);
    part.recording.add(answer);
    if (!this.paused) {
      part.goOn();
      this.draw();
    }
  }

  /** @param title stands above the lanes */
  name(name, title) {
    const part = this.parts.get(name);
    if (part) {
      part.title.textContent = title;
    }
  }

  clear() {
    this.parts.clear();
    this.box.replaceChildren();
    Object.assign(this, {paused: false, span: LANES.widest});
  }

  each(does) {
    this.parts.forEach(does);
    this.draw();
  }

  pause(paused) {
    this.paused = paused;
    this.each(part => paused || part.goOn());
  }

  /** Where a picked request has a thread, from 0 to 1, or the middle. */
  focus() {
    const part = this.partPicked(), from = part && part.end - this.span;
    const slice = part?.recording.of(part.picked).find(each => each.to > from && each.from < part.end);
    return slice ? clamp(((slice.from + slice.to) / 2 - from) / this.span, 0, 1) : 0.5;
  }

  zoomBySlider() {
    this.zoomTo(LANES.widest * (LANES.narrowest / LANES.widest) ** (this.zoom.value / 100));
  }

  /** A live picture of less than two seconds would be gone before anyone could read it. */
  zoomTo(span, at = this.focus()) {
    const before = this.span;
    this.span = clamp(span, LANES.narrowest, LANES.widest);
    this.paused ||= this.span < LANES.widest;
    this.each(part => part.end += (this.span - before) * (1 - at));
  }

  move(by) {
    this.paused = true;
    this.each(part => part.end = Math.min(part.recording.last?.now ?? 0, part.end + by));
  }

  pick(picked, request) {
    this.paused ||= request !== null;
    this.each(part => part.picked = part === picked ? request : null);
  }

  partPicked() {
    return [...this.parts.values()].find(({picked}) => picked !== null);
  }

  showWhole() {
    const part = this.partPicked(), slices = part.recording.of(part.picked);
    const {from} = slices[0], {to} = lastOf(slices);
    this.zoomTo((to - from) * 1.1);
    part.end = to + (this.span - (to - from)) / 2;
    this.draw();
  }

  key(event) {
    const does = {
      ArrowLeft: () => this.move(-this.span / 4), ArrowRight: () => this.move(this.span / 4),
      '+': () => this.zoomTo(this.span / 2), '-': () => this.zoomTo(this.span * 2),
      Escape: () => this.pick(null, null),
    }[event.key];
    if (does) {
      event.preventDefault();
      event.stopPropagation();
      does();
    }
  }

  draw() {
    this.pauseButton.textContent = this.paused ? 'go on' : 'pause';
    const parts = [...this.parts.values()].filter(({recording}) => recording.last !== null);
    if (parts.length === 0 || !this.box.clientWidth) {
      return;
    }
    const most = LANES[(innerWidth < 560 ? 'narrow' : 'wide') + (parts.length > 1 ? 'OfSeveral' : '')];
    const lanes = parts.map(({recording}) => recording.lanes(most));
    const tall = `${clamp((parts.length > 1 ? 13 : 16) / lanes.flat().length, 1.25, 4)}rem`;
    parts.forEach((part, i) => part.draw(lanes[i], tall));
    const picked = this.partPicked();
    this.whole.hidden = !picked;
    this.told.textContent = (picked ?? parts[0]).pickedWords();
    const {widest, narrowest} = LANES;
    this.zoom.value = 100 * Math.log(this.span / widest) / Math.log(narrowest / widest);
    this.shown.textContent = spanWords(this.span);
    this.drawAxis();
  }

  drawAxis() {
    const step = roundUp(this.span / Math.max(2, this.axis.clientWidth / 110));
    const tick = i => {
      const end = i * step > 0.97 * this.span ? '; transform: translateX(-100%)' : '';
      return make('span', {style: `left: ${100 * i * step / this.span}%${end}`},
        i > 0 ? spanWords(i * step) : '0');
    };
    this.axis.replaceChildren(...times(Math.floor(this.span / step) + 1, tick));
  }
}

/** Asks a running service, while the view is on the screen and goes on. */
async function followLanes(view, isShown) {
  if (isShown() && !view.paused && !document.hidden) {
    const answer = await fetchJson(`/lanes?after=${view.parts.get('')?.recording.last?.now ?? 0}`);
    if (answer) {
      view.add(answer);
    } else {
      view.shown.textContent = 'The service does not answer.';
    }
  }
  setTimeout(() => followLanes(view, isShown), LANES.asksMillis);
}
