// A life: one sampled request, drawn as a bar.
const SHOWN = 8;
const kept = new Map();      // samples by contender
let keptOf = '';
let paused = null;      // by contender: the time of its last answer; null if not paused
let back = 0;      // milliseconds before the pause

function rememberLives(pictures) {
  if (keptOf !== live.of) {
    kept.clear();
    paused = null;
    keptOf = live.of;
  }
  pictures.forEach(({contender, samples}) => {
    kept.has(contender) || kept.set(contender, new Samples());
    samples.forEach(answer => kept.get(contender).add(answer));
  });
}

const shownLives = contender => (kept.get(contender) ?? new Samples())
  .shown(SHOWN, paused === null ? Infinity : (paused.get(contender) ?? Infinity) - back);

const lastAnswerAt = ({last}) => last?.now ?? 0;
const mostBack = () => Math.max(0, ...[...kept.values()].map(each => lastAnswerAt(each) - (each.answers[0]?.now ?? 0)));

const PARTS = {queued: QUEUE.name, behind: 'behind another request', read: 'reading or writing', own: OWN.name,
  wait: OWN_WAIT.name, written: 'reading or writing'};
const partWords = name => PARTS[name] ?? name;

function lifeBar(life, longest) {
  const part = ({name, from, to, thread}) => make('i', {class: `stage ${stageOf(name)}`,
    title: `${partWords(name)}: ${decimals(from, 1)} to ${decimals(to, 1)} ms${thread ? `, ${laneWords(thread)}` : ', on no thread'}`,
    style: `left: ${100 * from / longest}%; width: ${100 * Math.max(0, to - from) / longest}%`});
  const threads = [...new Set(life.parts.map(({thread}) => thread).filter(thread => thread).map(laneWords))];
  const failed = life.status >= 400;
  return make('li', {class: failed ? 'failed' : ''},
    make('span', {class: 'thread', title: threads.join(', ')}, threadsInWords(threads)),
    make('div', {class: 'life'}, life.parts.map(part)),
    make('b', {}, failed ? make('span', {class: 'bad'}, `${life.status} `) : null, millis(life.total)));
}

/** "carriers 1, 2": the column has no room for the word twice, or for many. */
function threadsInWords(threads) {
  const [one] = threads, word = (one ?? '').replace(/ \d+$/, '');
  return threads.length < 2 ? one ?? 'no thread' : threads.length > 3 ? `${count(threads.length)} ${word}s`
    : `${word}s ${threads.map(numberIn).sort((a, b) => a - b).join(', ')}`;
}

function livesOf(picture, label, longest) {
  const {lives, words} = shownLives(picture.contender);
  const {mounted, runnable, parked} = picture.virtualThreads;
  return make('section', {class: 'picture', 'aria-label': `${label}, single requests`}, make('h2', {}, label,
    make('small', {}, 'on the left: the threads that had the request')),
    isKnown(parked) ? make('p', {class: 'threads'}, `virtual threads: ${count(mounted)} on a carrier, ` +
      `${count(runnable)} waiting for a carrier (no bar shows how long), ${count(parked)} off their carriers, because ` +
      'they wait') : null,
    make('p', {class: 'threads'}, `requests: ${words}`),
    lives.length ? make('ol', {class: 'lives'}, lives.reverse().map(life => lifeBar(life, longest)))
      : make('p', {}, 'No request has ended in this time.'));
}

function legendOfLives(pictures, longest) {
  const names = new Map(pictures.flatMap(({contender}) => shownLives(contender).lives)
    .flatMap(({parts}) => parts.map(({name}) => [partWords(name), name])));
  return names.size === 0 ? null : make('p', {class: 'key'}, [...names].map(([words, name]) =>
    make('span', {}, make('i', {class: `stage ${stageOf(name)}`}), words)),
  make('span', {class: 'axis'}, `full width: ${millis(longest)}`));
}

function drawLives(place, pictures, contenders) {
  const longest = Math.max(1, ...pictures.flatMap(({contender}) => shownLives(contender).lives).map(({total}) => total));
  place.style.setProperty('--columns', Math.max(1, contenders?.length ?? pictures.length));
  renew(place, [pictures.map(({contender, virtualThreads}) => [contender, virtualThreads, shownLives(contender)])],
    () => [pictures.map(picture => livesOf(picture, labelOf(picture, contenders), longest)),
      legendOfLives(pictures, longest)]);
}

function pauseLives() {
  paused = new Map([...kept].map(([contender, samples]) => [contender, lastAnswerAt(samples)]));
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
    button(paused === null ? 'Pause' : 'Continue', togglePause, {id: 'pause'}),
    button('1 s ▶', () => stepLives(-1000), {id: 'on', 'aria-label': 'one second forward', disabled: paused === null}),
    make('span', {}, where));
}
