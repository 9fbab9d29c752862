// Where the users are: a bar for each run, all on one scale. The run and the reveal share this picture.
const CALLS = ['info', 'authenticate', 'authorize', 'meetings'];

function figureOf(name, value, unit = '', kind = '') {
  return make('div', {class: `figure ${kind}`}, make('b', value, unit ? make('small', unit) : null),
    make('span', name));
}

const QUEUE = {name: 'in the queue', stage: 'queued'};
const CARRIER = {name: 'waiting for a carrier', stage: 'queued'};
/** A request that no thread has read yet, or a client between two requests. */
const AWAY = {name: 'not read yet', stage: 'behind'};
const OWN = {name: 'in service one itself', stage: 'own'};
const OWN_WAIT = {name: 'waiting in service one itself', stage: 'wait'};
/** The services cannot tell the two apart, but a lesson can. */
const ownPlace = () =>
  shownLesson()?.setup.waits.some(({name}) => name === 'own') ? OWN_WAIT : OWN;

/** The places in a request's order, each with its number of users. */
function placesOf({now: {queued, inFlight, waiting}, samples}, users) {
  const {runnable} = lastOf(samples) ?? {};
  const calls = CALLS.map(name => ({name, stage: name, n: waiting?.[name] ?? 0}));
  const inCalls = sumOfPlaces(calls), all = users > 0 ? users : Infinity;
  // A thread that waits for a carrier may have a request in flight, and the numbers are read at different moments.
  const waits = clamp(runnable ?? queued, 0, all - inCalls);
  const own = clamp(inFlight - inCalls, 0, all - waits - inCalls);
  const away = users > 0 ? users - waits - inCalls - own : 0;
  return [{...AWAY, n: away}, {...isKnown(runnable) ? CARRIER : QUEUE, n: waits}, ...calls,
    {...ownPlace(), n: own}].filter(({n}) => n > 0);
}

const sumOfPlaces = places => sum(places, ({n}) => n);

function placesBar(places, most, label) {
  const part = ({name, stage, n}) => make('i', {class: `stage ${stage}`, style: `width: ${100 * n / most}%`,
    title: `${name}: ${count(n)}`}, count(n));
  const words = places.map(({name, n}) => `${count(n)} ${name}`).join(', ') || 'no request';
  return make('div', {class: 'places-bar', role: 'img', 'aria-label': `${label}: ${words}`}, places.map(part));
}

/** The queue and the wait for a carrier look the same, because they are the same: a wait for a thread. */
function placesKey(places) {
  const stages = new Set(places.map(({stage}) => stage));
  const namesOf = wanted => new Set(places.filter(({stage}) => stage === wanted).map(({name}) => name));
  return make('p', {class: 'key'}, [...stages].map(stage => make('span', {},
    make('i', {class: `stage ${stage}`}), [...namesOf(stage)].join(', or '))));
}

function placesAxis(most, isOfUsers) {
  const last = many(most, isOfUsers ? 'user' : 'request');
  return make('p', {class: 'places-axis', 'aria-hidden': 'true'},
    [count(0), count(most / 2), last].map(words => make('span', words)));
}

const ORDER = ['behind', 'queued', ...CALLS, 'wait', 'own'];

/**
 * Each row: a run's label, its picture or null, its users (0 in an open loop), and its figures. The heading is about
 * requests.
 */
function placesPicture(rows, heading) {
  const shown = rows.map(row =>
    ({...row, places: row.picture ? placesOf(row.picture, row.users) : []}));
  const isOfUsers = rows.every(({users}) => users > 0), all = shown.map(({places}) => sumOfPlaces(places));
  const most = isOfUsers ? Math.max(...rows.map(({users}) => users), ...all) : roundTop(Math.max(...all));
  const kinds = shown.flatMap(({places}) => places)
    .sort((a, b) => ORDER.indexOf(a.stage) - ORDER.indexOf(b.stage));
  const title = isOfUsers ? heading.replace('requests', 'users') : heading;
  return make('section', {class: 'places', 'aria-label': title},
    make('div', {class: 'place-head'}, make('h2', title), placesKey(kinds)),
    shown.map(({label, places, figures, note}) => make('div', {},
      make('div', {class: 'place-head'}, make('h3', label, note ? make('small', note) : null),
        make('div', {class: 'figures'}, figures)), placesBar(places, most, label))),
    placesAxis(most, isOfUsers));
}

const labelOf = ({contender}, contenders = []) =>
  contenders.find(({name}) => name === contender)?.label ?? contender;

function threadWords({mode, now: {threadsTotal, platformThreads, virtualThreads}}) {
  return modeOf(mode).virtual && isKnown(virtualThreads) ? [count(virtualThreads), 'virtual threads']
    : [count(platformThreads ?? threadsTotal), 'threads in the JVM'];
}

/** While users arrive, the law does not hold. */
function isSteady({history}) {
  const [before, now] = (history ?? []).slice(-2).map(([, perSecond]) => perSecond);
  return Math.min(before, now) > 0.5 * Math.max(before, now);
}

/** By Little's law. In an open loop it is the time that a request sent now takes. */
function waitOf(picture, users) {
  const {requestsPerSecond, now: {queued, inFlight}} = picture;
  const isLawful = requestsPerSecond > 0 && (users === 0 || isSteady(picture));
  return isLawful ? 1000 * (users || queued + inFlight) / requestsPerSecond : null;
}

function waitWords(users, hasErrors) {
  if (users > 0) {
    return 'until a client’s answer';
  }
  return hasErrors ? 'until the answer or failure' : 'until the answer, if sent now';
}

function liveFigures(picture, users, {hasErrors}) {
  const {requestsPerSecond, errorsPerSecond, memoryMib, now: {cpuPercent}} = picture;
  const good = isKnown(requestsPerSecond)
    ? Math.max(0, requestsPerSecond - (errorsPerSecond ?? 0)) : null;
  const [threads, kind] = threadWords(picture);
  return [figureOf('answered', number(good), '/s'),
    hasErrors && figureOf('failed', number(errorsPerSecond), '/s', errorsPerSecond > 0 ? 'bad' : ''),
    figureOf(waitWords(users, hasErrors), millis(waitOf(picture, users))),
    figureOf('of the CPU', count(cpuPercent), isKnown(cpuPercent) ? ' %' : ''), figureOf(kind, threads),
    isKnown(memoryMib) && figureOf('of memory', count(memoryMib), ' MiB')];
}

function memoryPicture(rows) {
  const title = 'Resident memory of service one';
  const most = roundTop(Math.max(10, ...rows.map(({mib}) => mib ?? 0)));
  const row = ({label, mib, doubt}) => make('div', {class: 'memory-row'}, make('span', label),
    make('i', {class: doubt ? 'doubted' : '', style: `--share: ${100 * (mib ?? 0) / most}%`}),
    make('b', isKnown(mib) ? `${count(mib)}${doubt ? '*' : ''} MiB` : '–'));
  return make('section', {class: 'places memory', 'aria-label': title}, make('h2', title), rows.map(row));
}

/** In seconds since the load's begin. */
function latencyHistory(picture, users) {
  const loaded = (picture.history ?? []).filter(([, perSecond, load]) => perSecond > 0 && load > 0);
  return loaded.map(([at, perSecond, load]) =>
    [at - loaded[0][0], 1000 * Math.min(users || Infinity, load) / perSecond]);
}

function drawPictures(place, pictures, {contenders, usersOf, about}) {
  const width = place.clientWidth;
  place.style.setProperty('--columns', 1);
  renew(place, [pictures.map(({samples, ...rest}) => rest), width], () => {
    if (pictures.length === 0 || width === 0) {
      return [];
    }
    const rows = pictures.map(picture => ({label: labelOf(picture, contenders), picture,
      users: usersOf(picture)}));
    return [about === 'RSS' && memoryPicture(rows.map(({label, picture}) => ({label, mib: picture.memoryMib}))),
      about === 'P50' && historyPicture(rows, width), livePicture(rows)];
  });
}

function historyPicture(rows, width) {
  const series = rows.map(({label, picture, users}) => ({label, points: latencyHistory(picture, users)}));
  return make('section', {class: 'places'}, make('h2', 'Latency over time'),
    timeChart(series, {width: width - 2 * rem(), height: 10 * rem()}));
}

function livePicture(rows) {
  const hasErrors = rows.some(({picture}) => picture.errorsPerSecond > 0);
  return placesPicture(rows.map(row => ({...row, figures: liveFigures(row.picture, row.users, {hasErrors}),
    note: row.picture.running ? `running for ${seconds(row.picture.seconds ?? 0)}`
      : 'ended; its last figures'})), 'Where the requests are');
}
