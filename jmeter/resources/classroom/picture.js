// The live picture of service one during a run.
const HISTORY_SECONDS = 60;

function figureOf(name, value, unit = '', kind = '') {
  return make('div', {class: `figure ${kind}`}, make('b', {}, value, unit ? make('small', {}, unit) : null),
    make('span', {}, name));
}

function threadWords({mode, now: {threadsTotal, platformThreads, virtualThreads}}) {
  const platform = isKnown(platformThreads) ? many(platformThreads, 'platform thread') : '';
  const {number: how, virtual, serving} = modeOf(mode), [n, one] = virtual ? [virtualThreads, 'virtual thread']
    : [threadsTotal, serving.replace(/s$/, '')];
  const own = !isKnown(n) ? '' : how === 'FIXED' ? `${mode} of ${count(n)}` : many(n, one);
  return [own, platform].filter(words => words).join(' · ');
}

function waitingBars({now: {waiting, inFlight}}, calls) {
  const inCalls = Object.values(waiting ?? {}).reduce((sum, n) => sum + n, 0);
  // The numbers are read at different moments, so they may show more requests in calls than in flight.
  const all = Object.entries({...waiting, own: Math.max(0, inFlight - inCalls)});
  const most = Math.max(1, inFlight, ...all.map(([, n]) => n));
  const bar = ([name, n]) => make('li', {class: `stage ${stageOf(name)}`},
    make('span', {}, name === 'own' ? 'service one' : name),
    make('i', {style: `--share: ${100 * n / most}%`}), make('b', {}, count(n)));
  const shown = all.filter(([name, n]) => n > 0 || name === 'own' || !calls || calls.includes(name));
  return make('ol', {class: 'waiting-bars'}, shown.map(bar));
}

const latestOf = ({history}) => (history ?? []).slice(-HISTORY_SECONDS - 1);
const topOf = pictures => roundUp(Math.max(10, ...pictures.flatMap(latestOf).map(([, perSecond]) => perSecond ?? 0)));

function historyChart({history}, label, top, width, height) {
  const points = latestOf({history});
  const left = 3.4 * rem(), foot = 1.4 * rem(), above = 0.6 * rem();
  const last = points.at(-1)?.[0] ?? 0, from = Math.max(0, last - HISTORY_SECONDS), to = Math.max(10, last);
  const x = at => left + (width - left - 2) * (at - from) / (to - from);
  const y = value => height - foot - (height - foot - above) * value / top;
  const line = points.filter(([, perSecond]) => isKnown(perSecond))
    .map(([at, perSecond], i) => `${i ? 'L' : 'M'}${x(at).toFixed(1)} ${y(perSecond).toFixed(1)}`).join('');
  const grid = value => [draw('path', {class: 'grid', d: `M${left} ${y(value)}H${width}`}),
    draw('text', {x: left - 6, y: y(value), dy: '.35em', 'text-anchor': 'end'}, count(value))];
  const title = `${label}: requests answered per second, over the last minute`;
  return draw('svg', {class: 'history', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title},
    [0, top / 2, top].map(grid), draw('path', {class: 'line', d: line}),
    draw('text', {x: left, y: height - 2}, `${count(from)} s`),
    draw('text', {x: width - 2, y: height - 2, 'text-anchor': 'end'}, `${count(to)} s`));
}

const labelOf = ({contender}, contenders) => contenders?.find(({name}) => name === contender)?.label ?? contender;

/** With virtual threads there is no queue: requests wait for a carrier. */
function queueFigure({now: {queued}, virtualThreads: {runnable}}) {
  const waits = isKnown(runnable) ? runnable : queued;
  return figureOf(isKnown(runnable) ? 'waiting for a carrier' : 'in the queue', count(waits), '',
    waits > 0 ? 'full' : '');
}

function figuresOf(picture, {hasErrors}) {
  const {requestsPerSecond, errorsPerSecond, now: {inFlight, p50Millis, cpuPercent}} = picture;
  const successful = isKnown(requestsPerSecond) ? Math.max(0, requestsPerSecond - (errorsPerSecond ?? 0)) : null;
  return make('div', {class: 'figures'},
    queueFigure(picture), figureOf('being served', count(inFlight)),
    figureOf('successful', number(successful), '/s'),
    hasErrors ? figureOf('errors', number(errorsPerSecond), '/s', errorsPerSecond > 0 ? 'bad' : '') : null,
    figureOf('p50 in service one', successful > 0 ? millis(p50Millis) : '–'),
    figureOf('CPU', isKnown(cpuPercent) ? count(cpuPercent) : '–', ' %'));
}

function pictureOf(picture, label, view) {
  const {width, top} = view;
  const isSplit = width >= 26 * rem();
  const {running} = picture;
  return make('section', {class: `picture ${running ? 'running' : 'ended'}`, 'aria-label': label},
    make('h3', {}, label, make('small', {}, running ? `running for ${seconds(picture.seconds ?? 0)}`
      : 'ended; these are its last figures')),
    figuresOf(picture, view), make('p', {class: 'threads'}, threadWords(picture)),
    make('div', {class: isSplit ? 'split' : ''}, make('div', {}, isSplit ? make('h4', {}, 'where requests are') : null,
      waitingBars(picture, view.calls)),
      make('div', {}, make('h4', {}, `requests answered per second${view.hasErrors ? ', including errors' : ''}`),
        historyChart(picture, label, top, isSplit ? width / 2 : width, (isSplit ? 9 : 6) * rem()))));
}

function drawPictures(place, pictures, contenders, calls) {
  const columns = Math.max(1, contenders?.length ?? pictures.length);
  place.style.setProperty('--columns', columns);
  const narrow = innerWidth < 700;
  const width = Math.max(220, place.clientWidth / (narrow ? 1 : columns) - 3.2 * rem());
  const hasErrors = pictures.some(({errorsPerSecond}) => errorsPerSecond > 0);
  const view = {width, top: topOf(pictures), hasErrors, calls};
  renew(place, [pictures.map(({lives, ...rest}) => rest), width],
    () => pictures.map(picture => pictureOf(picture, labelOf(picture, contenders), view)));
}
