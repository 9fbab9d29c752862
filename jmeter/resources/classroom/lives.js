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
  .shown(SHOWN, (paused?.get(contender) ?? Infinity) - back);

const lastAnswerAt = ({last}) => last?.now ?? 0;
const mostBack = () => Math.max(0, ...[...kept.values()].map(each =>
  lastAnswerAt(each) - (each.answers[0]?.now ?? 0)));

const PARTS = {queued: QUEUE.name, behind: 'behind another request', read: 'reading or writing',
  own: OWN.name, wait: OWN_WAIT.name, written: 'reading or writing'};
const partWords = name => PARTS[name] ?? name;

function lifeBar(life, longest) {
  const part = ({name, from, to, thread}) => {
    const times = `${decimals(from, 1)} to ${decimals(to, 1)} ms`;
    const share = 100 * Math.max(0, to - from) / longest;
    return make('i', {class: `stage ${stageOf(name)}`,
      title: `${partWords(name)}: ${times}, ${thread ? laneWords(thread) : 'on no thread'}`,
      style: `left: ${100 * from / longest}%; width: ${share}%`});
  };
  const threads = [...new Set(life.parts.map(({thread}) => thread).filter(thread => thread).map(laneWords))];
  const failed = life.status >= 400;
  return make('li', {class: failed ? 'failed' : ''},
    make('span', {class: 'thread', title: threads.join(', ')}, threadsInWords(threads)),
    make('div', {class: 'life'}, life.parts.map(part)),
    make('b', failed && make('span', {class: 'bad'}, `${life.status} `), millis(life.total)));
}

/** "carriers 1, 2": the column has no room for the word twice, or for many. */
function threadsInWords(threads) {
  const [one = 'no thread'] = threads, words = one.replace(/ \d+$/, 's');
  if (threads.length < 2) {
    return one;
  }
  return threads.length > 3 ? `${count(threads.length)} ${words}`
    : `${words} ${threads.map(numberIn).sort((a, b) => a - b).join(', ')}`;
}

function livesOf(picture, label, longest) {
  const {lives, words} = shownLives(picture.contender);
  const {mounted, runnable, parked} = lastOf(picture.samples) ?? {};
  return make('section', {class: 'picture', 'aria-label': `${label}, single requests`}, make('h2', label,
    make('small', 'on the left: the threads that had the request')),
    isKnown(parked) && make('p', {class: 'threads'}, `virtual threads: ${count(mounted)} on a carrier, `
      + `${count(runnable)} waiting for a carrier (no bar shows how long), `
      + `${count(parked)} off their carriers, because they wait`),
    make('p', {class: 'threads'}, `requests: ${words}`),
    lives.length ? make('ol', {class: 'lives'}, lives.reverse().map(life => lifeBar(life, longest)))
      : make('p', 'No request has ended in this time.'));
}

function legendOfLives(pictures, longest) {
  const names = new Map(pictures.flatMap(({contender}) => shownLives(contender).lives)
    .flatMap(({parts}) => parts.map(({name}) => [partWords(name), name])));
  return names.size > 0 && make('p', {class: 'key'}, [...names].map(([words, name]) =>
    make('span', make('i', {class: `stage ${stageOf(name)}`}), words)),
  make('span', {class: 'axis'}, `full width: ${millis(longest)}`));
}

function drawLives(place, pictures, contenders) {
  const all = pictures.map(({contender, samples}) => [contender, lastOf(samples), shownLives(contender)]);
  const longest = Math.max(1, ...all.flatMap(([, , {lives}]) => lives).map(({total}) => total));
  place.style.setProperty('--columns', Math.max(1, contenders?.length ?? pictures.length));
  renew(place, [all],
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
  back = clamp(back + by, 0, mostBack());
  drawLive();
}

function togglePause() {
  paused === null ? pauseLives() : paused = null;
  drawLive();
}

function whereInTime() {
  if (paused === null) {
    return 'the latest requests';
  }
  return back === 0 ? 'paused' : `${count(back / 1000)} s before the pause`;
}

function livesControls() {
  const isLive = paused === null;
  return make('div', {class: 'controls'},
    button('◀ 1 s', () => stepLives(1000), {id: 'back', 'aria-label': 'one second back'}),
    button(isLive ? 'Pause' : 'Continue', togglePause, {id: 'pause'}),
    button('1 s ▶', () => stepLives(-1000),
      {id: 'on', 'aria-label': 'one second forward', disabled: isLive}),
    make('span', whereInTime()));
}
