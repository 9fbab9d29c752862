// Single requests as bars over time. The page asks for them only while the bars are visible.
const RUNNING = {read: 'reading', own: 'its own code', written: 'writing'};
const WAITING = {queued: 'in the queue', behind: 'behind another request'};
const WIDE = {path: 16, names: 23}, NARROW = {path: 9, names: 13};      // the most characters
const NARROW_ROWS = 12;      // on a page that scrolls
let samples = new Samples();
let samplesOf = null;      // the service's pid
let paused = false;
let back = 0;

const livesAreShown = () => location.hash === '#lives';
const lanesAreShown = () => location.hash === '#lanes';
const escaped = text => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
const shortened = (text, most) => escaped(text.length > most ? text.slice(0, most - 1) + '…' : text);
const percentOf = (n, all) => (100 * n / all).toFixed(3) + '%';
const millis = n => n < 10 ? `${fixed(n, 2)} ms` : formats.time(Math.round(n));
const waitsInOneself = ({name, thread}) => name === 'wait' || name in RUNNING && !thread;

function partClass(part) {
  if (waitsInOneself(part)) {
    return 'alone';
  }
  return part.name in RUNNING ? 'running' : part.name;
}

function partWords(part) {
  if (waitsInOneself(part)) {
    return part.thread ? 'waiting on its thread' : 'waiting without a thread';
  }
  return RUNNING[part.name] ?? WAITING[part.name] ?? `waiting for ${part.name}`;
}

function threadLines(parts) {
  const lines = [];
  parts.filter(({thread}) => thread).forEach(({thread: name, from, to}) => {
    const thread = laneWords(name), last = lastOf(lines);
    if (last?.thread === thread && last.to === from) {
      last.to = to;
    } else {
      lines.push({thread, from, to});
    }
  });
  return lines;
}

const place = ({from, to}, top) => `left:${percentOf(from, top)};width:${percentOf(to - from, top)}`;

function segment(part, top) {
  const thread = part.thread && `, ${escaped(laneWords(part.thread))}`;
  const words = `${partWords(part)}: ${millis(part.to - part.from)}${thread}`;
  return `<i class="${partClass(part)}" style="${place(part, top)}" title="${words}"></i>`;
}

/** Thread names that do not fit under their lines stand next to the bar, each once. */
function bar({parts, total, path, status}, top, width) {
  const lines = threadLines(parts).map(line =>
    ({...line, fits: width * (line.to - line.from) / top > 0.5 * rem() * (line.thread.length + 1)}));
  const names = lines.map(line =>
    `<u style="${place(line, top)}">${line.fits ? escaped(line.thread) : ''}</u>`);
  const others = new Set(lines.filter(({fits}) => !fits).map(({thread}) => thread));
  const most = innerWidth < 560 ? NARROW : WIDE;
  const failed = status >= 400, error = failed ? ` <b class="bad">${status}</b>` : '';
  const bar = parts.map(part => segment(part, top)).join('') + names.join('');
  const shownPath = shortened(path, failed ? most.path - 4 : most.path);
  return `<div class="life${failed ? ' failed' : ''}"><div class="bar">${bar}</div>`
    + `<p title="${escaped(path)}">${shownPath}${error} <b>${millis(total)}</b></p>`
    + `<p>${shortened([...others].join(', '), most.names)}</p></div>`;
}

function ticks(top, step, width) {
  const every = Math.ceil(4.5 * rem() / (width * step / top));
  const tick = i => `<span class="tick" style="left:${percentOf(i * step, top)}">`
    + `${i % every ? '' : formats.time(i * step)}</span>`;
  return times(Math.round(top / step) + 1, tick).join('');
}

function withoutBars() {
  if (!samples.last) {
    return '';
  }
  return paused ? 'no request had ended by then'
    : 'recording has begun: requests appear here when they end';
}

function drawBars() {
  const box = byId('bars'), rows = byId('bars-rows');
  const width = byId('bars-axis').clientWidth;
  const fitting = Math.floor(rows.clientHeight / (2.15 * rem()));
  const room = innerWidth >= 1000 ? Math.max(3, fitting) : NARROW_ROWS;
  const {lives, words} = samples.shown(room, shownUntil()), shown = lives.reverse();
  say('lives-every', samples.last === null ? '' : words);
  const longest = Math.max(1, ...shown.map(({total}) => total));
  const step = roundUp(0.999 * longest / 8), top = Math.ceil(longest / step * 0.999) * step;
  byId('bars-axis').innerHTML = shown.length ? ticks(top, step, width) : '';
  rows.innerHTML = shown.map(life => bar(life, top, width)).join('')
    || `<p class="none">${withoutBars()}</p>`;
  box.style.setProperty('--step', percentOf(step, top));
}

const shownUntil = () => paused ? samples.last.now - 1000 * back : Infinity;

function drawControls() {
  say('lives-pause', paused ? 'resume' : 'pause');
  byId('lives-at').value = -back;
  const before = back ? `${back} s before` : '';
  say('lives-when', paused ? clock(shownUntil()) + (before && `, ${before}`) : 'the latest');
}

function drawVirtualThreads({service}) {
  const {last} = samples, known = isKnown(last?.parked);
  byId('vthreads').hidden = !known;
  say('lives-words', service.life);
  say('lives-cores', many(service.cores, 'core'));
  if (!known) {
    return;
  }
  const all = last.mounted + last.runnable + last.parked;
  say('vthreads-all', count(all));
  select('#vthreads li').forEach(li => {
    const part = last[li.dataset.of];
    li.querySelector('b').textContent = count(part);
    li.querySelector('i').style.setProperty('--share', 100 * part / Math.max(1, all) + '%');
  });
}

function drawLives(stats) {
  drawControls();
  drawVirtualThreads(stats);
  drawBars();
}

function remember(answer) {
  if (samplesOf !== latest.service.pid) {
    samples = new Samples();
    samplesOf = latest.service.pid;
  }
  samples.add(answer);
}

/** Without an answer, the last bars stay. */
async function askForLives() {
  if (!livesAreShown() || !latest || paused || document.hidden) {
    return;
  }
  const after = samplesOf === latest.service.pid && samples.last ? samples.last.until : 0;
  const answer = await fetchJson(`/lives?after=${after}`);
  if (answer && !paused) {
    remember(answer);
    drawLives(latest);
  }
}

async function refreshLives() {
  try {
    await askForLives();
  } finally {
    setTimeout(refreshLives, 1000);
  }
}

function pauseAt(seconds) {
  if (samples.last) {
    paused = true;
    back = clamp(seconds, 0, KEPT_MILLIS / 1000);
    drawLives(latest);
  }
}

function resume() {
  [paused, back] = [false, 0];
  drawControls();
  askForLives();
}

function showView() {
  document.querySelector('.cards').hidden = livesAreShown() || lanesAreShown();
  byId('lanes').hidden = !lanesAreShown();
  document.querySelector('.lives').hidden = !livesAreShown();
  select('nav a').forEach(a =>
    a.toggleAttribute('aria-current', a.getAttribute('href') === (location.hash || '#')));
  if (latest) {
    drawPage(latest);
    askForLives();
  }
}

byId('lives-pause').addEventListener('click', () => paused ? resume() : pauseAt(0));
byId('lives-back').addEventListener('click', () => pauseAt(back + 1));
byId('lives-forth').addEventListener('click', () => pauseAt(back - 1));
byId('lives-at').addEventListener('input', event => pauseAt(-event.target.value));
addEventListener('hashchange', showView);
addEventListener('DOMContentLoaded', () => { showView(); refreshLives(); });
