'use strict';
// Fills in the figures once a second. An element's data-figure and data-format say what it shows.
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
  perSecond: n => formats.rate(n) + '/s',
  percent: n => decimals(n, n > 0 && n < 10 ? 1 : 0) + ' %',
  time: n => n > 0 && n < 10 ? decimals(n, 1) + ' ms' : unitOf(n, ['ms', 's'], 1000),
  seconds: n => formats.time(n * 1000),
  micros: n => unitOf(n, ['µs', 'ms'], 1000),
  bytes: n => unitOf(n, ['B', 'KB', 'MB', 'GB'], 1024),
};
const isKnown = value => value !== null && value !== undefined;
const lookUp = (stats, path) => path.split('.').reduce((value, name) => value?.[name], stats);
const write = (value, format) => !isKnown(value) ? '–' : format ? formats[format](value) : value;
const clock = millis => new Date(millis).toLocaleTimeString('en', {hourCycle: 'h23'});

function show(stats) {
  const {service} = stats;
  document.title = `service one · ${service.mode}`;
  document.querySelectorAll('[data-figure]').forEach(element => {
    element.textContent = write(lookUp(stats, element.dataset.figure), element.dataset.format);
  });
  document.querySelectorAll('[data-hidden-when-zero]').forEach(element => {
    element.hidden = !lookUp(stats, element.dataset.hiddenWhenZero);
  });
  showErrors(stats);
  explainLaw(stats);
  draw(stats);
}

let latest = null;

function draw(stats) {
  latest = stats;
  drawFlow(stats);
  livesAreShown() ? drawLives(stats) : lanesAreShown() || drawCharts(stats);
}
addEventListener('resize', () => latest && draw(latest));

// states: connecting, then live or gone; "failing" marks a live service with errors
let answeredAt = null;      // in milliseconds since 1970
let gone = false;

function showState(words, state) {
  gone = state === 'gone';
  document.body.classList.toggle('gone', gone);
  byId('live').className = `live ${state}`;
  if (byId('live-words').textContent !== words) {      // otherwise a screen reader would repeat it
    byId('live-words').textContent = words;
  }
  showAge();
}

/** Runs every second, even while a request waits for its answer. */
function showAge() {
  const seconds = Math.round((Date.now() - answeredAt) / 1000);
  const age = seconds < 120 ? `${seconds} s`
    : seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
  byId('age').textContent = gone && answeredAt ? ` (${age} ago)` : '';
}

function showGone() {
  document.title = 'service one does not answer';
  showState(answeredAt ? `service one has not answered since ${clock(answeredAt)}; these are its last figures`
    : 'service one does not answer', 'gone');
  if (latest) {
    draw(latest);
  }
}

function showLive(stats) {
  answeredAt = Date.now();
  const failing = whatFails(stats);
  showState(failing ? `live, but ${failing}` : 'live', failing ? 'yes failing' : 'yes');
  show(stats);
}

async function ask() {
  try {
    const response = await fetch('/stats', {signal: AbortSignal.timeout?.(5000)});
    const stats = await response.json();
    return response.ok && stats.service ? separateErrors(stats) : null;
  } catch (e) {
    return null;      // no connection, no answer in time, or not JSON
  }
}

async function refresh() {
  try {
    const stats = await ask();
    stats ? showLive(stats) : showGone();
  } finally {
    setTimeout(refresh, 1000);
  }
}
addEventListener('DOMContentLoaded', refresh);
setInterval(showAge, 1000);
