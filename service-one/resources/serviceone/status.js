'use strict';
// Fills in the figures. Every element with data-figure names the figure it shows and how to write it.
const byId = id => document.getElementById(id);
const decimals = (n, digits) => n.toLocaleString('en', {minimumFractionDigits: digits, maximumFractionDigits: digits});
const unitOf = (n, units, step) => {
  let i = 0;
  while (n >= step && i < units.length - 1) { n /= step; i++; }
  return decimals(n, Number.isInteger(n) || i === 0 || n >= 100 ? 0 : n >= 10 || Number.isInteger(n * 10) ? 1 : 2) + ' ' + units[i];
};
const formats = {
  count: n => decimals(n, 0),
  rate: n => decimals(n, n > 0 && n < 10 ? 1 : 0),
  busy: n => decimals(n, Number.isInteger(n) ? 0 : 2),
  perSecond: n => formats.rate(n) + '/s',
  percent: n => decimals(n, n > 0 && n < 10 ? 1 : 0) + ' %',
  time: n => n > 0 && n < 10 ? decimals(n, 1) + ' ms' : unitOf(n, ['ms', 's'], 1000),
  seconds: n => formats.time(n * 1000),
  micros: n => unitOf(n, ['µs', 'ms'], 1000),
  bytes: n => unitOf(n, ['B', 'KB', 'MB', 'GB'], 1024),
};
const lookUp = (stats, path) => path.split('.').reduce((value, name) => value?.[name], stats);
const write = (value, format) => value === null || value === undefined ? '–' : format ? formats[format](value) : value;

/** Squares in rows, as the path of one thick line; n of them from the given index on. */
function squares(from, n, size, perRow) {
  let path = '';
  for (let i = from; i < from + n; i++) {
    path += `M${(i % perRow) * (size + 2)} ${Math.floor(i / perRow) * (size + 2) + size / 2}h${size}`;
  }
  return path;
}

/** Shows total cells of which some are busy; where there are too many to draw, each stands for several. */
function drawCells(svg, busy, total, size) {
  const width = svg.clientWidth || 300;
  const perRow = Math.max(1, Math.floor((width + 2) / (size + 2)));
  const each = Math.max(1, Math.ceil(total / (perRow * 12)));
  const cells = Math.ceil(total / each);
  const full = Math.min(cells, Math.ceil(busy / each));
  const paths = svg.querySelectorAll('path');
  paths.forEach(path => path.style.strokeWidth = size);
  paths[0].setAttribute('d', squares(paths.length > 1 ? full : 0, paths.length > 1 ? cells - full : cells, size, perRow));
  paths[1]?.setAttribute('d', squares(0, full, size, perRow));
  svg.style.height = Math.ceil(cells / perRow) * (size + 2) + 'px';
  return each;
}

/** Carriers and loops: a square each, filled as far as it was running. */
function drawRunning(svg, busy, total) {
  const size = 22, shown = Math.min(total, 24);
  const [idle, running] = svg.querySelectorAll('path');
  idle.style.strokeWidth = running.style.strokeWidth = size;
  idle.setAttribute('d', squares(0, shown, size, 12));
  const share = Math.min(1, busy / total);
  running.setAttribute('d', Array.from({length: shown}, (_, i) => `M${(i % 12) * (size + 2)} ${Math.floor(i / 12) * (size + 2) + size / 2}h${size * share}`).join(''));
  svg.style.height = Math.ceil(shown / 12) * (size + 2) + 'px';
}

function drawThreads({service, now}) {
  const pool = service.boundedByThreads;
  const note = byId('threads-note'), requests = byId('request-cells');
  byId('threads').classList.toggle('full', pool && now.threadsBusy >= now.threadsTotal);
  if (pool) {
    const each = drawCells(byId('thread-cells'), now.threadsBusy, now.threadsTotal, now.threadsTotal > 60 ? 9 : 18);
    note.textContent = each > 1 ? `a square for ${each} threads; one that only waits is busy too`
      : 'a thread that only waits for service two is busy too';
    requests.style.height = 0;
    return;
  }
  drawRunning(byId('thread-cells'), now.threadsBusy ?? 0, now.threadsTotal);
  const what = service.onVirtualThreads ? 'virtual threads' : 'connections';
  const many = service.onVirtualThreads ? now.virtualThreads ?? 0 : now.connections;
  const each = drawCells(requests, many, many, 4);
  note.textContent = `${formats.count(many)} ${what} need no thread while they wait` + (each > 1 ? ` (a dot for ${each})` : '');
}

function drawCalls({now}) {
  const most = Math.max(1, now.inFlight, ...Object.values(now.waiting));
  document.querySelectorAll('#calls li').forEach(li => {
    const waiting = now.waiting[li.querySelector('span').textContent];
    li.querySelector('i').style.setProperty('--share', 100 * waiting / most + '%');
  });
}

function show(stats) {
  const {service, total, now} = stats;
  document.title = `service one · ${service.mode}`;
  document.querySelectorAll('[data-figure]').forEach(element => {
    element.textContent = write(lookUp(stats, element.dataset.figure), element.dataset.format);
  });
  document.querySelectorAll('[data-hidden-when-zero]').forEach(element => {
    element.hidden = !lookUp(stats, element.dataset.hiddenWhenZero);
  });
  byId('failures').textContent = ': ' + Object.entries(total.failedByStatus).map(([status, n]) => `${formats.count(n)} × ${status}`).join(', ');
  byId('flow').classList.toggle('moving', now.throughput > 0);
  byId('queue').classList.toggle('full', now.queued > 0 && service.boundedByThreads);
  byId('queue-level').style.width = (now.queued ? Math.max(2, 100 * now.queued / service.queueLimit) : 0) + '%';
  drawThreads(stats);
  drawCalls(stats);
  explainLaw(stats);
}

async function refresh() {
  const live = byId('live');
  try {
    const response = await fetch('/stats', {signal: AbortSignal.timeout(3000)});
    const stats = await response.json();
    show(stats);
    drawCharts(stats);
    live.textContent = 'live';
    live.classList.add('yes');
  } catch (e) {
    live.textContent = 'service one does not answer';
    live.classList.remove('yes');
  }
  setTimeout(refresh, 1000);
}
addEventListener('DOMContentLoaded', refresh);
