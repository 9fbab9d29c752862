// Bars of single requests: each request's parts in time, with the name of the thread that had it. The service tells the
// sampled requests of the last seconds; this page keeps those of two minutes, so that one can pause and step back.
const KEPT_MILLIS = 120000;
const MOST_KEPT = 2400;
const SHOWN = 8;      // at once
const kept = new Map();      // from a contender to its requests, the oldest first
let keptOf = '';      // of what they are, as live.of
let paused = null;      // from a contender to the youngest that it had then; null while the latest are shown
let back = 0;      // milliseconds before that, in each contender's own time: they may have run one after the other

function rememberLives(pictures) {
  if (keptOf !== live.of) {
    kept.clear();
    paused = null;
    keptOf = live.of;
  }
  pictures.forEach(({contender, lives}) => {
    const before = kept.get(contender) ?? [], after = youngest(before);
    const all = [...before, ...(lives ?? []).filter(({at}) => at > after).sort((a, b) => a.at - b.at)];
    const end = youngest(all);
    kept.set(contender, all.filter(({at}) => at > end - KEPT_MILLIS).slice(-MOST_KEPT));
  });
}

/** The latest that had ended at the time that is shown. */
function shownLives(contender) {
  const all = kept.get(contender) ?? [], until = (paused?.get(contender) ?? Infinity) - back;
  return (paused === null ? all : all.filter(({at}) => at <= until)).slice(-SHOWN);
}

const youngest = all => all.at(-1)?.at ?? 0;
/** How far back one can go: to the oldest of the contender of which most is kept. */
const mostBack = () => Math.max(0, ...[...kept.values()].map(all => youngest(all) - (all[0]?.at ?? 0)));

/** Each part a stretch of the bar; the names of stretches too short for one are in their titles and in the legend. */
function lifeBar(life, longest) {
  const part = ({name, from, to, thread}) => make('i', {class: `stage ${stageOf(name)}`,
    title: `${name}: ${decimals(from, 1)} to ${decimals(to, 1)} ms${thread ? `, ${thread}` : ', on no thread'}`,
    style: `left: ${100 * from / longest}%; width: ${100 * Math.max(0, to - from) / longest}%`},
    to - from > longest / 8 ? name : '');
  const threads = [...new Set(life.parts.map(({thread}) => thread).filter(thread => thread))];
  return make('li', {}, make('span', {class: 'thread'}, threads.join(', ') || 'no thread'),
    make('div', {class: 'life'}, life.parts.map(part)), make('b', {}, millis(life.total)));
}

function livesOf(picture, label, longest) {
  const lives = shownLives(picture.contender);
  const {mounted, runnable, parked} = picture.virtualThreads;
  return make('section', {class: 'picture', 'aria-label': `${label}, single requests`}, make('h3', {}, label),
    isKnown(parked) ? make('p', {class: 'threads'}, `virtual threads: ${count(mounted)} mounted, ` +
      `${count(runnable)} waiting for a carrier, ${count(parked)} parked (the rest)`) : null,
    lives.length ? make('ol', {class: 'lives'}, lives.toReversed().map(life => lifeBar(life, longest)))
      : make('p', {}, 'No request was sampled yet.'));
}

function legendOfLives(pictures, longest) {
  const names = new Set(pictures.flatMap(({contender}) => shownLives(contender))
    .flatMap(({parts}) => parts.map(({name}) => name)));
  return names.size === 0 ? null : make('p', {class: 'key'}, [...names].map(name =>
    make('span', {}, make('i', {class: `stage ${stageOf(name)}`}), name)),
  make('span', {class: 'axis'}, `a bar’s whole width: ${millis(longest)}`));
}

/** All contenders' bars are on one scale of time. */
function drawLives(place, pictures, contenders) {
  const longest = Math.max(1, ...pictures.flatMap(({contender}) => shownLives(contender)).map(({total}) => total));
  place.style.setProperty('--columns', Math.max(1, contenders?.length ?? pictures.length));
  renew(place, [pictures.map(({contender, virtualThreads}) => [contender, virtualThreads, shownLives(contender)])],
    () => [pictures.map(picture => livesOf(picture, labelOf(picture, contenders), longest)),
      legendOfLives(pictures, longest)]);
}

function pauseLives() {
  paused = new Map([...kept].map(([contender, all]) => [contender, youngest(all)]));
  back = 0;
}

function stepLives(by) {
  if (paused === null) {
    pauseLives();
  }
  back = Math.max(0, Math.min(mostBack(), back + by));
  drawLive();
}

function togglePause() {
  paused === null ? pauseLives() : paused = null;
  drawLive();
}

function livesControls() {
  const where = paused === null ? 'the latest requests'
    : back === 0 ? 'paused' : `${decimals(back / 1000, 0)} s before the pause`;
  return make('div', {class: 'controls'},
    button('◀ 1 s', () => stepLives(1000), {id: 'back', 'aria-label': 'one second back'}),
    button(paused === null ? 'Pause' : 'Go on', togglePause, {id: 'pause'}),
    button('1 s ▶', () => stepLives(-1000), {id: 'on', 'aria-label': 'one second on', disabled: paused === null}),
    make('span', {}, where));
}
