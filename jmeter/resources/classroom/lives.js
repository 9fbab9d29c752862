// Bars of single requests: each request's parts in time, with the name of the thread that had it. The service tells the
// sampled requests of the last seconds; this page keeps those of two minutes, so that one can pause and step back.
const KEPT_MILLIS = 120000;
const MOST_KEPT = 2400;
const SHOWN = 8;      // at once
const kept = new Map();      // from a contender to its requests, the oldest first
let keptOf = '';      // of what they are, as live.of
let pausedAt = null;      // the time of the youngest that is shown; null while the latest are shown

function rememberLives(pictures) {
  if (keptOf !== live.of) {
    kept.clear();
    pausedAt = null;
    keptOf = live.of;
  }
  pictures.forEach(({contender, lives}) => {
    const before = kept.get(contender) ?? [], youngest = before.at(-1)?.at ?? 0;
    const all = [...before, ...(lives ?? []).filter(({at}) => at > youngest).sort((a, b) => a.at - b.at)];
    const end = all.at(-1)?.at ?? 0;
    kept.set(contender, all.filter(({at}) => at > end - KEPT_MILLIS).slice(-MOST_KEPT));
  });
}

/** The latest that had ended at the time that is shown. */
function shownLives(contender) {
  const all = kept.get(contender) ?? [];
  return (pausedAt === null ? all : all.filter(({at}) => at <= pausedAt)).slice(-SHOWN);
}

const youngestKept = () => Math.max(0, ...[...kept.values()].map(all => all.at(-1)?.at ?? 0));
const oldestKept = () => Math.min(...[...kept.values()].map(all => all[0]?.at ?? Infinity));

/** Each part a stretch of the bar; the names of stretches too short for one are in their titles and in the legend. */
function lifeBar(life, longest) {
  const part = ({name, from, to, thread}) => make('i', {class: `stage ${stageOf(name)}`,
    title: `${name}: ${decimals(from, 1)} to ${decimals(to, 1)} ms${thread ? `, ${thread}` : ', on no thread'}`,
    style: `left: ${100 * from / longest}%; width: ${100 * Math.max(0, to - from) / longest}%`},
    to - from > longest / 12 ? name : '');
  const threads = [...new Set(life.parts.map(({thread}) => thread).filter(thread => thread))];
  return make('li', {}, make('span', {class: 'thread'}, threads.join(', ') || 'no thread'),
    make('div', {class: 'life'}, life.parts.map(part)), make('b', {}, millis(life.total)));
}

function livesOf(picture, label, longest) {
  const lives = shownLives(picture.contender);
  const {mounted, runnable, parked} = picture;
  return make('section', {class: 'picture', 'aria-label': `${label}, single requests`}, make('h3', {}, label),
    isKnown(parked) ? make('p', {class: 'threads'}, `virtual threads: ${count(mounted)} mounted, ` +
      `${count(runnable)} waiting for a carrier, ${count(parked)} parked (the rest)`) : null,
    lives.length ? make('ol', {class: 'lives'}, lives.toReversed().map(life => lifeBar(life, longest)))
      : make('p', {}, 'No request was sampled yet.'));
}

function legendOfLives(pictures, longest) {
  const names = new Set(pictures.flatMap(({contender}) => shownLives(contender))
    .flatMap(({parts}) => parts.map(({name}) => name)));
  return make('p', {class: 'key'}, [...names].map(name =>
    make('span', {}, make('i', {class: `stage ${stageOf(name)}`}), name)),
  make('span', {class: 'axis'}, `a bar’s whole width: ${millis(longest)}`));
}

/** All contenders' bars are on one scale of time. */
function drawLives(place, pictures, contenders) {
  const longest = Math.max(1, ...pictures.flatMap(({contender}) => shownLives(contender)).map(({total}) => total));
  place.style.setProperty('--columns', Math.max(1, contenders?.length ?? pictures.length));
  renew(place, [pictures.map(({contender, mounted, parked}) => [contender, mounted, parked, shownLives(contender)])],
    () => [pictures.map(picture => livesOf(picture, labelOf(picture, contenders), longest)),
      legendOfLives(pictures, longest)]);
}

/** A second back or on; the oldest and the youngest that are kept are the ends. */
function stepLives(by) {
  const to = (pausedAt ?? youngestKept()) + by;
  pausedAt = Math.min(youngestKept(), Math.max(Math.min(oldestKept() + 1000, youngestKept()), to));
  drawLive();
}

function pauseLives() {
  pausedAt = pausedAt === null ? youngestKept() : null;
  drawLive();
}

function livesControls() {
  const back = (youngestKept() - (pausedAt ?? youngestKept())) / 1000;
  return make('div', {class: 'controls'}, button('◀ 1 s', () => stepLives(-1000), {'aria-label': 'one second back'}),
    button(pausedAt === null ? 'Pause' : 'Latest', pauseLives, {id: 'pause'}),
    button('1 s ▶', () => stepLives(1000), {'aria-label': 'one second on'}),
    make('span', {}, pausedAt === null ? 'the latest requests' : `${decimals(back, 0)} s before the latest`));
}
