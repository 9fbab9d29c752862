// The fourth step: the finding, the scale, where the users were, the run's figures, and the validity checks.

const doubtOf = lesson => lesson.reveal?.measured.doubt ?? '';

/** The first figure gets the star if no figure has one. A number and its unit stay on one line. */
function finding({reveal: {measured: {value, text, doubt}}}) {
  const marked = doubt && !text.includes('*') ? text.replace(/\d[\d,.]*(?= (ms|s|MiB)\b)/, '$&*') : text;
  const words = isKnown(value) ? marked : `The runs gave no answer: ${text}`;
  return `${words}.`.replace(/(\d\*?) (ms|s|MiB)\b/g, '$1\u00a0$2');
}

function verdict(lesson) {
  const judge = judgeOf(lesson.reveal);
  if (!isKnown(judge.value)) {
    return '';
  }
  if (!isVoted(lesson)) {
    return ownVerdict(lesson, judge);
  }
  return isChoice(lesson.asks) ? choiceVerdict(lesson.asks, lesson.reveal.votes, judge)
    : howFar(lesson, judge, 'The class said', ` (${voteRule(lesson)})`);
}

function arithmetic({reveal: {theory}}) {
  return make('dl', {class: 'arithmetic'}, make('dt', 'Theory'), make('dd', theory.text));
}

const findingInWords = ({text, invalidates}, label) =>
  `${label}${text}${invalidates ? ', so the figures are invalid' : ''}`;

const findingsOfAll = ({contenders, reveal: {results}}) => results.flatMap(result =>
  result.findings.map(each =>
    findingInWords(each, results.length > 1 ? `${labelOf(result, contenders)}: ` : '')));

function details(lesson) {
  const findings = findingsOfAll(lesson);
  return make('details', {class: 'findings', id: 'details'}, make('summary', 'All figures, and validity checks: ',
    findings.length === 0 ? 'all passed' : many(findings.length, 'remark')), resultsTable(lesson),
  make('ul', findings.map(each => make('li', each))));
}

/** Heading, name and format. */
const COLUMNS = [
  ['answered', 'THROUGHPUT', n => `${number(n)}/s`],
  ['p50', 'P50', millis],
  ['p99', 'P99', millis],
  ['CPU per request', 'cpuMicros', n => `${number(n)} µs`],
  ['OS threads', 'THREADS', count],
  ['virtual threads', 'VIRTUAL_THREADS', count],
  ['memory', 'RSS', n => `${number(n)} MiB`],
  ['heap', 'LIVE_HEAP', n => `${number(n)} MiB`],
  ['failed', 'failed', count],
];

/** An impossible figure is not shown, a doubtful one is hatched and has a star. */
function figureCell({impossible, doubt}, words) {
  const isShown = !impossible && words !== '–';
  const [kind, star] = isShown && doubt ? ['doubted', '*'] : ['', ''];
  return make('td', {class: kind, title: impossible || doubt || null}, isShown ? words : '–', star);
}

function resultsTable(lesson) {
  const {reveal: {results}} = lesson;
  const columns = COLUMNS.filter(([, name]) => results.some(result => isKnown(result[name])));
  const cell = (result, [, name, format]) =>
    figureCell(result, isKnown(result[name]) ? format(result[name]) : '–');
  const row = result => make('tr', make('th', {scope: 'row'}, labelOf(result, lesson.contenders)),
    columns.map(column => cell(result, column)));
  const heads = columns.map(([name]) => make('th', {scope: 'col'}, name));
  const mark = results.map(({impossible, doubt}) => impossible || doubt).find(words => words);
  return make('div', make('div', {class: 'wide'},
    make('table', {class: 'results', 'aria-label': 'The figures'},
      make('thead', make('tr', make('td'), heads)), make('tbody', results.map(row)))),
  make('p', {class: 'note'}, mark && `* in doubt: ${mark}. `,
    'Latencies are those of good answers. OS threads include those of the JVM’s compilers and collectors.'));
}

/** By Little's law, the users who wait for no answer in the window got none. */
function usersAnswered({inFlight}, users) {
  const n = Math.min(users, Math.round(inFlight));
  return n >= 0.95 * users ? users : n;
}

function measuredFigures(result, users) {
  const {impossible, doubt} = result, [kind, star] = doubt && !impossible ? ['doubted', '*'] : ['', ''];
  const mark = words => impossible || words === '–' ? '–' : `${words}${star}`;
  const isOfUsers = users > 0 && result.inFlight > 0;
  const answered = isOfUsers ? usersAnswered(result, users) : users, without = users - answered;
  const latency = without > 0 ? `mean latency, and no answer for ${many(without, 'user')}` : 'mean latency';
  return [figureOf('answered', mark(number(result.THROUGHPUT)), impossible ? '' : '/s', kind),
    isOfUsers && figureOf('answered', `${count(answered)} of ${many(users, 'user')}`),
    figureOf(latency, mark(millis(result.MEAN)), '', kind)];
}

function revealedPictures(lesson) {
  const {reveal: {results}, contenders} = lesson, pictures = picturesInOrder(lesson);
  const rows = results.map(result => {
    const users = usersOf(lesson)(result);
    return {label: labelOf(result, contenders), users, figures: measuredFigures(result, users),
      picture: pictures.find(({contender}) => contender === result.contender)};
  });
  if (lesson.about === 'RSS') {
    return memoryPicture(results.map(({RSS, doubt}, i) => ({label: rows[i].label, mib: RSS, doubt})));
  }
  return rows.length > 0 && placesPicture(rows, 'Where the requests were at the end of the measured window');
}

function revealStep(lesson) {
  const doubt = doubtOf(lesson), other = lesson.reveal.results.find(result => result.doubt)?.doubt;
  const again = attributes => startButton(lesson, 'Run again', attributes);
  const why = attributes => button('Why', () => goTo('why'), attributes);
  return make('div', {class: 'revealed'}, inRow(make('div', {class: 'headline'},
    make('p', {class: 'verdict'}, finding(lesson)),
    doubt && make('p', {class: 'doubt', id: 'doubt'},
      `* In doubt: ${doubt}. So theory judges, not the measurement. Run it again.`),
    make('p', {class: 'said'}, verdict(lesson), !doubt && other && ` * In doubt: ${other}.`)),
  doubt ? [again(GO), why({id: 'why'})] : why(GO)),
  make('div', {id: 'scale'}), arithmetic(lesson), make('div', {id: 'where'}),
  inRow(details(lesson), !doubt && again({id: 'again'})));
}

const LATE = 1.6;      // the line of theory ends so much later than the second that the question asks about

/** Theory's line begins at a request's own wait and reaches theory's answer in the second that is asked about. */
function latencyOverTime(lesson, answers, width) {
  const {setup: {at, waits}, reveal: {results, theory, measured}} = lesson;
  const own = sum(waits, wait => wait.millis), end = LATE * at;
  const law = {label: 'theory', points: [[0, own], [end, own + (1000 * theory.value - own) * end / at]]};
  const middle = results.flatMap(result => result.seconds)
    .find(([, value]) => Math.abs(value - 1000 * measured.value) < 0.5);
  const marks = answers.filter(({kind, value}) => kind !== 'theory' && isKnown(value)).map(answer =>
    ({...answer, at: answer.kind === 'measured' && middle ? middle[0] : at, value: 1000 * answer.value}));
  const series = results.map(result => ({points: result.seconds,
    label: `${labelOf(result, lesson.contenders)}${result.doubt ? '*' : ''}`}));
  return timeChart(series, {width, law, marks});
}

/** The charts need the width of their place, so the step must already be in the page. */
function drawReveal(lesson) {
  const place = byId('scale'), width = place?.clientWidth;
  if (width > 0 && lesson.reveal) {
    const {asks, prediction, reveal: revealed} = lesson;
    const answers = answersOf({...revealed, prediction}, isVoted(lesson) ? 'The class' : 'You');
    renew(place, [prediction, revealed, width], () => lesson.setup.at > 0
      ? latencyOverTime(lesson, answers, width) : drawAnswers(asks, answers, revealed.votes, width));
    renew(byId('where'), [revealed, picturesInOrder(lesson).map(({samples, ...rest}) => rest)],
      () => revealedPictures(lesson));
  }
}
