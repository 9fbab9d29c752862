// Fills in the figures once a second. An element's data-figure and data-format say what it shows.
const fixed = (n, digits) => decimals(n, digits, digits);
const tenths = n => fixed(n, n > 0 && n < 10 ? 1 : 0);

function withUnit(n, units, step) {
  let i = 0;
  while (n >= step && i < units.length - 1) { n /= step; i++; }
  const digits = n >= 10 || Number.isInteger(n * 10) ? 1 : 2;
  return `${fixed(n, i === 0 || n >= 100 || Number.isInteger(n) ? 0 : digits)} ${units[i]}`;
}

const formats = {
  count,
  rate: tenths,
  perSecond: n => `${tenths(n)}/s`,
  percent: n => `${tenths(n)} %`,
  time: n => n > 0 && n < 10 ? `${tenths(n)} ms` : withUnit(n, ['ms', 's'], 1000),
  seconds: n => formats.time(n * 1000),
  micros: n => withUnit(n, ['µs', 'ms'], 1000),
  bytes: n => withUnit(n, ['B', 'KB', 'MB', 'GB'], 1024),
};
const write = (value, format) => isKnown(value) && format ? formats[format](value) : value ?? '–';

function show(stats) {
  const {service} = stats;
  document.title = `service one · ${service.mode}`;
  select('[data-figure]').forEach(element => {
    element.textContent = write(lookUp(stats, element.dataset.figure), element.dataset.format);
  });
  select('[data-hidden-when-zero]').forEach(element => {
    element.hidden = !lookUp(stats, element.dataset.hiddenWhenZero);
  });
  showErrors(stats);
  explainLaw(stats);
  drawPage(stats);
}

let latest = null;

function drawPage(stats) {
  latest = stats;
  drawFlow(stats);
  if (livesAreShown()) {
    drawLives(stats);
  } else if (!lanesAreShown()) {
    drawCharts(stats);
  }
}
addEventListener('resize', () => latest && drawPage(latest));

// states: connecting, then live or gone; "failing" marks a live service with errors
let answeredAt = null;      // in milliseconds since 1970
let gone = false;

function showState(words, state) {
  gone = state === 'gone';
  document.body.classList.toggle('gone', gone);
  byId('live').className = `live ${state}`;
  say('live-words', words);
  showAge();
}

/** Runs every second, even while a request waits for its answer. */
function showAge() {
  const age = ageInWords(Math.round((Date.now() - answeredAt) / 1000));
  say('age', gone && answeredAt ? ` (${age} ago)` : '');
}

function ageInWords(seconds) {
  if (seconds < 120) {
    return `${seconds} s`;
  }
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

function showGone() {
  document.title = 'service one does not answer';
  showState(answeredAt ? `service one has not answered since ${clock(answeredAt)}; these are its last figures`
    : 'service one does not answer', 'gone');
  if (latest) {
    drawPage(latest);
  }
}

function showLive(stats) {
  answeredAt = Date.now();
  const failing = whatFails(stats);
  showState(failing ? `live, but ${failing}` : 'live', failing ? 'yes failing' : 'yes');
  show(stats);
}

async function refresh() {
  try {
    const stats = await fetchJson('/stats');
    if (stats?.service) {
      showLive(separateErrors(stats));
    } else {
      showGone();
    }
  } finally {
    setTimeout(refresh, 1000);
  }
}
addEventListener('DOMContentLoaded', refresh);
setInterval(showAge, 1000);
