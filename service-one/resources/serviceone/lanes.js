// Lanes: who had which operating-system thread, and when. A slice is the time for which a request had the thread.
// Times are microseconds since the service's start.
const LANES = {wide: 12, narrow: 6, wideOfSeveral: 6, narrowOfSeveral: 3, keptMicros: 10e6, widest: 2e6, narrowest: 200, asksMillis: 500};
// Rounds down, so that 100 % means all.
const shareWords = n => n > 0 && n < 1e-4 ? '<0.01\u00a0%' : (100 * n).toLocaleString('en', {roundingMode: 'floor',
  maximumFractionDigits: n < 0.01 ? 2 : n < 0.1 || n > 0.99 ? 1 : 0}) + '\u00a0%';
const countWords = n => Math.round(n).toLocaleString('en');
const spanWords = micros => micros >= 1e6 ? `${+(micros / 1e6).toPrecision(3)} s`
  : micros >= 1e3 ? `${+(micros / 1e3).toPrecision(3)} ms` : `${+micros.toPrecision(3)} µs`;
const laneWords = name => name.replace(/^ForkJoinPool-1-worker-/, 'carrier ').replace(/^event-loop-/, 'event loop ')
  .replace(/^pool-/, 'thread ').replace(/-(\d+)$/, ' $1');
const numberIn = name => +(/\d+$/.exec(name) ?? [0])[0];
const plural = (n, word) => `${countWords(n)} ${word}${n === 1 ? '' : 's'}`;

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

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
    const fixed = virtual ? [] : Array.from({length: Math.min(threads, LANES.wide)}, (_, i) => prefix + (i + 1));
    return [...new Set([...fixed, ...this.slices.keys()])].sort((a, b) =>
      a.replace(/\d+$/, '').localeCompare(b.replace(/\d+$/, '')) || numberIn(a) - numberIn(b)).slice(0, most);
  }

  within(lane, from, to) {
    return [...this.slices.get(lane)?.values() ?? []].filter(slice => slice.to > from && slice.from < to)
      .sort((a, b) => a.from - b.from);
  }

  of(request) {
    return [...this.slices].flatMap(([lane, slices]) => [...slices.values()].filter(slice => slice.request === request)
      .map(slice => ({...slice, lane}))).sort((a, b) => a.from - b.from);
  }
}

/** Draws one lane. Slices narrower than a few pixels share a column, whose height is their share of its time. */
function drawLane(canvas, slices, view, gaps, picked) {
  const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext('2d'), style = getComputedStyle(canvas);
  const colour = name => style.getPropertyValue(name).trim();
  const x = micros => (micros - view.from) / view.span * width;
  pen.scale(ratio, ratio);
  pen.font = `${0.85 * parseFloat(getComputedStyle(document.documentElement).fontSize)}px ${style.fontFamily}`;
  pen.textBaseline = 'middle';
  gaps.forEach(([from, to]) => {
    pen.fillStyle = colour('--unrecorded');
    pen.fillRect(x(from), 0, Math.max(0, Math.min(width, x(to)) - Math.max(0, x(from))) + Math.max(0, -x(from)), height);
  });
  const columns = {true: new Float64Array(Math.ceil(width)), false: new Float64Array(Math.ceil(width))};
  let before = null;
  slices.forEach(slice => {
    const left = Math.max(0, x(slice.from)), right = Math.min(width, x(slice.to)), isPicked = slice.request === picked;
    if (right - left < 3 && !isPicked) {
      for (let i = Math.floor(left); i < right; i++) {
        columns[slice.waits][i] += Math.min(i + 1, right) - Math.max(i, left);
      }
      return;
    }
    pen.globalAlpha = picked === null || isPicked ? 1 : 0.45;
    pen.fillStyle = colour(isPicked ? slice.waits ? '--picked-waits' : '--picked' : slice.waits ? '--held' : '--runs');
    pen.fillRect(left, 0, Math.max(isPicked ? 3 : 1, right - left), height);
    if (before?.request !== slice.request && right - left > 8 && x(slice.from) > 0) {
      pen.fillStyle = colour('--ink');
      pen.fillRect(left, 0, 1.5, height);
    } else if (right - left > 8 && x(slice.from) > 0) {
      pen.fillStyle = colour('--card');
      pen.fillRect(left, 0, 1, height);
    }
    pen.fillStyle = colour(slice.waits ? '--ink' : '--card');
    pen.fillText(pen.measureText(slice.name).width < right - left - 8 ? slice.name : '', left + 5, height / 2 + 1);
    before = slice;
  });
  pen.globalAlpha = picked === null ? 1 : 0.45;
  [[true, '--held', 0], [false, '--runs', 2]].forEach(([waits, name, least]) => {
    pen.fillStyle = colour(name);
    columns[waits].forEach((share, i) => {
      const tall = share === 0 ? 0 : Math.max(least, Math.min(1, share) * height);
      pen.fillRect(i, height - tall, 1, tall);
    });
  });
}

function shares(slices, {from, span}) {
  const sum = waits => slices.filter(slice => slice.waits === waits).reduce((all, slice) =>
    all + Math.min(slice.to, from + span) - Math.max(slice.from, from), 0) / span;
  return {runs: sum(false), waits: sum(true), requests: new Set(slices.map(({request}) => request)).size};
}

const allTaken = n => n === 1 ? 'The only thread is taken' : n === 2 ? 'Both threads are taken'
  : `All ${countWords(n)} threads are taken`;

/** What the picture shows, in a sentence. */
function lanesWords({virtual, threadsAre, threads, busy, bounded, queued, inFlight}, runs, waits) {
  const one = threadsAre.replace(/s$/, ''), worksAlways = runs / (runs + waits) > 0.98;
  if (runs + waits === 0) {
    return bounded || inFlight === 0 ? 'No request had a thread in this time.'
      : `No request had a ${one} in this time: each of them waited.`;
  }
  if (bounded) {
    const more = queued ? ` ${plural(queued, 'more request')} wait${queued === 1 ? 's' : ''} in the queue.` : '';
    return (busy >= threads ? allTaken(threads) : `${countWords(busy)} of ${plural(threads, 'thread')} are taken`)
      + (worksAlways ? ', and work all the time.' : `, and wait for ${shareWords(waits / (runs + waits))} of that time.`) + more;
  }
  const they = plural(threads, virtual ? 'thread' : one) + (virtual ? `, the ${one}${threads === 1 ? '' : 's'},` : '');
  const s = threads === 1 ? 's' : '';
  return waits > 0.02 ? `A request keeps its ${one} while it waits: the ${one}s do nothing for ${shareWords(waits)} of the time.`
    : runs > 0.9 ? `${they} work${s} for ${shareWords(runs)} of the time: these requests do nothing but work.`
      : `${they} serve${s} ${plural(inFlight, 'request')} at once, and work${s} for ${shareWords(runs)} of the time: `
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
    this.title = element('h3');
    this.words = element('p', {className: 'lanes-words'});
    this.box = element('div', {className: 'lanes-rows', tabIndex: 0, onkeydown: event => view.key(event)});
    this.more = element('p', {className: 'lanes-more'});
    this.root = element('div', {className: 'lanes-part'}, this.title, this.words, this.box, this.more);
  }

  goOn() {
    this.end = this.recording.last?.now ?? 0;
  }

  pick(lane, micros) {
    const away = ({from, to}) => Math.max(from - micros, micros - to, 0), {span} = this.view;
    const near = this.recording.within(lane, micros - span / 40, micros + span / 40)
      .sort((a, b) => away(a) - away(b) || (a.to - a.from) - (b.to - b.from))[0];
    this.view.pick(this, near?.request ?? null);
  }

  row(lane) {
    if (!this.rows.has(lane)) {
      const canvas = element('canvas', {}), figures = element('span');
      canvas.onclick = event => this.pick(lane, this.end - this.view.span * (1 - event.offsetX / canvas.clientWidth));
      canvas.onwheel = event => {
        event.preventDefault();
        this.view.zoomTo(this.view.span * 1.25 ** Math.sign(event.deltaY), event.offsetX / canvas.clientWidth);
      };
      this.rows.set(lane, {canvas, figures, row: element('div', {className: 'lane'},
        element('b', {textContent: laneWords(lane), title: lane}), canvas, figures)});
    }
    return this.rows.get(lane);
  }

  draw(lanes, tall) {
    const {last} = this.recording, rows = lanes.map(lane => this.row(lane));
    if (rows.some(({row}, i) => row !== this.box.children[i]) || this.box.children.length !== rows.length) {
      this.box.replaceChildren(...rows.map(({row}) => row));
    }
    this.box.style.setProperty('--tall', tall);
    const view = {from: this.end - this.view.span, span: this.view.span};
    const each = lanes.map((lane, i) => {
      const slices = this.recording.within(lane, view.from, this.end), share = shares(slices, view);
      drawLane(rows[i].canvas, slices, view, this.recording.gaps, this.picked);
      rows[i].figures.textContent = `works ${shareWords(share.runs)}`
        + (share.waits > 0 ? `, waits ${shareWords(share.waits)}` : `, ${plural(share.requests, 'request')}`);
      return share;
    });
    const mean = figure => each.reduce((sum, share) => sum + share[figure], 0) / Math.max(1, each.length);
    this.words.textContent = lanesWords(last, mean('runs'), mean('waits'));
    const more = last.virtual ? this.recording.slices.size - lanes.length : last.threads - lanes.length;
    this.more.textContent = more > 0 ? `${countWords(more)} more, like these` : '';
  }

  pickedWords() {
    const slices = this.picked === null ? [] : this.recording.of(this.picked);
    if (!slices.length) {
      return 'Click a slice to see all slices of its request.';
    }
    const time = waits => slices.filter(slice => slice.waits === waits).reduce((sum, {from, to}) => sum + to - from, 0);
    const whole = slices[slices.length - 1].to - slices[0].from, held = time(true);
    const lanes = [...new Set(slices.map(({lane}) => laneWords(lane)))];
    return `Request ${this.picked} took ${spanWords(whole)}. It worked for ${spanWords(time(false))}`
      + (held ? `, and kept its thread waiting for ${spanWords(held)}` : ', and had no thread for the rest')
      + `: ${plural(slices.filter(({waits}) => !waits).length, 'slice')} of work on ${lanes.join(', ')}.`;
  }
}

/** Shows recordings in this element, at one time scale. */
class LanesView {
  parts = new Map();      // by name
  span = LANES.widest;
  paused = false;

  constructor(root) {
    this.root = root;
    this.pauseButton = element('button', {onclick: () => this.pause(!this.paused)});
    this.zoom = element('input', {type: 'range', min: 0, max: 100, value: 0, ariaLabel: 'zoom, from 2 s to 200 µs',
      oninput: () => this.zoomTo(LANES.widest * (LANES.narrowest / LANES.widest) ** (this.zoom.value / 100))});
    this.heading = element('h2', {textContent: 'Who has which thread'});
    this.shown = element('b');
    this.whole = element('button', {textContent: 'whole request', hidden: true, onclick: () => this.showWhole()});
    this.axis = element('div', {className: 'lanes-axis', ariaHidden: 'true'});
    this.box = element('div', {className: 'lanes-parts'});
    this.told = element('p', {className: 'lanes-told', role: 'status'});
    const button = (textContent, ariaLabel, onclick) => element('button', {textContent, ariaLabel, onclick});
    root.append(element('div', {className: 'lanes-head'}, this.heading,
      element('p', {}, this.pauseButton, button('‹', 'earlier', () => this.move(-this.span / 2)),
        button('›', 'later', () => this.move(this.span / 2)), button('−', 'zoom out', () => this.zoomTo(this.span * 2)),
        this.zoom, button('+', 'zoom in', () => this.zoomTo(this.span / 2)), this.shown, this.whole)),
    element('ul', {className: 'lanes-key'}, ...[['--runs', 'works on a request'],
      ['--held', 'has a request that waits: taken, but doing nothing'], ['--card', 'free'], ['--unrecorded', 'not recorded']]
      .map(([name, text]) => element('li', {}, element('i', {style: `background: var(${name})`}), text))),
    this.axis, this.box, this.told,
    element('details', {}, element('summary', {textContent: 'What is exact here, and what is not'}), element('p', {textContent: EXACT})));
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
    return slice ? Math.min(1, Math.max(0, ((slice.from + slice.to) / 2 - from) / this.span)) : 0.5;
  }

  /** A live picture of less than two seconds would be gone before anyone could read it. */
  zoomTo(span, at = this.focus()) {
    const before = this.span;
    this.span = Math.min(LANES.widest, Math.max(LANES.narrowest, span));
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
    const from = slices[0].from, to = slices[slices.length - 1].to;
    this.zoomTo((to - from) * 1.1);
    part.end = to + (this.span - (to - from)) / 2;
    this.draw();
  }

  key(event) {
    const does = {ArrowLeft: () => this.move(-this.span / 4), ArrowRight: () => this.move(this.span / 4),
      '+': () => this.zoomTo(this.span / 2), '-': () => this.zoomTo(this.span * 2), Escape: () => this.pick(null, null)}[event.key];
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
    const lanes = parts.map(({recording}) => recording.lanes(most)), rows = lanes.flat().length;
    const tall = `${Math.max(1.25, Math.min(4, (parts.length > 1 ? 13 : 16) / rows))}rem`;
    parts.forEach((part, i) => part.draw(lanes[i], tall));
    const picked = this.partPicked();
    this.whole.hidden = !picked;
    this.told.textContent = (picked ?? parts[0]).pickedWords();
    this.zoom.value = 100 * Math.log(this.span / LANES.widest) / Math.log(LANES.narrowest / LANES.widest);
    this.shown.textContent = spanWords(this.span);
    this.drawAxis();
  }

  drawAxis() {
    const wanted = this.span / Math.max(2, this.axis.clientWidth / 110), power = 10 ** Math.floor(Math.log10(wanted));
    const step = [1, 2, 5, 10].map(factor => factor * power).find(each => each >= wanted);
    this.axis.replaceChildren(...Array.from({length: Math.floor(this.span / step) + 1}, (_, i) => element('span',
      {textContent: i * step > 0 ? spanWords(i * step) : '0', style: `left: ${100 * i * step / this.span}%`
        + (i * step > 0.97 * this.span ? '; transform: translateX(-100%)' : '')})));
  }
}

/** Asks a running service, while the view is on the screen and goes on. */
async function followLanes(view, isShown) {
  if (isShown() && !view.paused && !document.hidden) {
    try {
      const after = view.parts.get('')?.recording.last?.now ?? 0;
      const answer = await fetch(`/lanes?after=${after}`, {signal: AbortSignal.timeout?.(5000)});
      answer.ok && view.add(await answer.json());
    } catch (e) {
      view.shown.textContent = 'The service does not answer.';
    }
  }
  setTimeout(() => followLanes(view, isShown), LANES.asksMillis);
}
