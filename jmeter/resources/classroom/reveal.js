// The fourth step: the finding, the scale, where the users were, the run's figures, and the validity checks.

const doubtOf = lesson => lesson.reveal?.measured.doubt ?? '';

/** The first figure gets the star if no figure has one. A number and its unit stay on one line. */
function finding({reveal: {measured: {value, text, doubt}}}) {
  const marked = doubt && !text.includes('*') ? text.replace(/\d[\d,.]*(?= (ms|s|MiB)\b)/, '$&*') : text;
  const words = isKnown(value) ? marked : `The runs gave no answer: ${text}`;
  return `${words}.`.replace(/(\d\*?) (ms|s|MiB)\b/g, '$1\u00a0$2');
}

function verdict(lesson) {
  const {reveal: {votes}} = lesson, judge = judgeOf(lesson.reveal);
  if (!isKnown(judge.value)) {
    return '';
  }
  if (isVoted(lesson)) {
    return isChoice(lesson.asks) ? choiceVerdict(lesson.asks, votes, judge)
      : howFar(lesson, judge, 'The class said', ` (${voteRule(lesson)})`);
  }
  return ownVerdict(lesson, judge);
}

function arithmetic({reveal: {theory}}) {
  return make('dl', {class: 'arithmetic'}, make('dt', {}, 'Theory'), make('dd', {}, theory.text));
}

const findingInWords = ({contender, text, invalidates}) =>
  `${contender && contender + ': '}${text}${invalidates ? ', so the figures are invalid' : ''}`;

function details(lesson) {
  const {reveal: {findings}} = lesson;
  return make('details', {class: 'findings', id: 'details'}, make('summary', {}, 'All figures, and validity checks: ',
    findings.length === 0 ? 'all passed' : many(findings.length, 'remark')), resultsTable(lesson),
  make('ul', {}, findings.map(each => make('li', {}, findingInWords(each)))));
}

/** Heading, value and format. */
const COLUMNS = [
  ['answered', ({throughput}) => throughput, n => `${number(n)}/s`],
  ['p50', ({p50}) => p50, millis],
  ['p99', ({p99}) => p99, millis],
  ['CPU per request', ({cpuMicros}) => cpuMicros, n => `${number(n)} µs`],
  ['OS threads', ({platformThreads}) => platformThreads, count],
  ['virtual threads', ({virtualThreads}) => virtualThreads, count],
  ['memory', ({memoryMib}) => memoryMib, n => `${number(n)} MiB`],
  ['heap', ({heapMib}) => heapMib, n => `${number(n)} MiB`],
  ['failed', ({failed}) => failed, count],
];

/** An impossible figure is not shown, a doubtful one is hatched and has a star. */
function figureCell({impossible, doubt}, words) {
  const isShown = !impossible && words !== '–';
  return make('td', {class: isShown && doubt ? 'doubted' : '', title: impossible || doubt || null},
    isShown ? words : '–', isShown && doubt ? '*' : '');
}

const labelIn = ({contenders}, result) => contenders.find(({name}) => name === result.contender)?.label
  ?? result.contender;

function resultsTable(lesson) {
  const {reveal: {results}} = lesson;
  const columns = COLUMNS.filter(([, value]) => results.some(result => isKnown(value(result))));
  const cell = (result, [, value, format]) =>
    figureCell(result, isKnown(value(result)) ? format(value(result)) : '–');
  const marks = [...new Set(results.map(({impossible, doubt}) => impossible || doubt).filter(words => words))];
  return make('div', {}, make('div', {class: 'wide'}, make('table', {class: 'results', 'aria-label': 'The figures'},
    make('thead', {}, make('tr', {}, make('td'), columns.map(([name]) => make('th', {scope: 'col'}, name)))),
    make('tbody', {}, results.map(result => make('tr', {}, make('th', {scope: 'row'}, labelIn(lesson, result)),
      columns.map(column => cell(result, column))))))),
  make('p', {class: 'note'}, marks.length ? `* in doubt: ${marks[0]}. ` : '',
    'Latencies are those of good answers. OS threads include those of the JVM’s compilers and collectors.'));
}

/** By Little's law, the users who wait for no answer in the window got none. */
function usersAnswered({inFlight}, users) {
  const n = Math.min(users, Math.round(inFlight));
  return n >= 0.95 * users ? users : n;
}

function measuredFigures(result, users) {
  const mark = words => result.impossible ? '–' : `${words}${result.doubt && words !== '–' ? '*' : ''}`;
  const kind = result.doubt && !result.impossible ? 'doubted' : '';
  const isOfUsers = users > 0 && result.inFlight > 0, without = isOfUsers ? users - usersAnswered(result, users) : 0;
  return [figureOf('answered', mark(number(result.throughput)), result.impossible ? '' : '/s', kind),
    isOfUsers ? figureOf('answered', `${count(users - without)} of ${many(users, 'user')}`) : null,
    figureOf(without > 0 ? `mean latency, and no answer for ${many(without, 'user')}`
      : 'mean latency', mark(millis(result.meanMillis)), '', kind)];
}

function revealedPictures(lesson) {
  const pictures = picturesInOrder(lesson);
  const rows = lesson.reveal.results.map(result => {
    const users = usersOf(lesson)(result);
    return {label: labelIn(lesson, result), users, figures: measuredFigures(result, users),
      picture: pictures.find(({contender}) => contender === result.contender)};
  });
  return lesson.about === 'RSS' ? memoryPicture(lesson.reveal.results.map(result =>
    ({label: labelIn(lesson, result), mib: result.memoryMib, doubt: result.doubt})))
    : rows.length > 0 ? placesPicture(rows, 'Where the requests were at the end of the measured window') : null;
}

function revealStep(lesson) {
  const doubt = doubtOf(lesson), other = doubt ? '' : lesson.reveal.results.find(result => result.doubt)?.doubt;
  const again = attributes => startButton(lesson, 'Run again', attributes);
  return make('div', {class: 'revealed'}, make('div', {class: 'row'}, make('div', {class: 'headline'},
    make('p', {class: 'verdict'}, finding(lesson)),
    doubt ? make('p', {class: 'doubt', id: 'doubt'},
      `* In doubt: ${doubt}. So theory judges, not the measurement. Run it again.`) : null,
    make('p', {class: 'said'}, verdict(lesson), other ? ` * In doubt: ${other}.` : null)),
  doubt ? [again({id: 'go', class: 'primary'}), button('Why', () => goTo('why'), {id: 'why'})]
    : button('Why', () => goTo('why'), {class: 'primary', id: 'go'})),
  make('div', {id: 'scale'}), arithmetic(lesson), make('div', {id: 'where'}),
  make('div', {class: 'row'}, details(lesson), doubt ? null : again({id: 'again'})));
}

const LATE = 1.6;      // the line of theory ends so much later than the second that the question asks about

/** Theory's line begins at a request's own wait and reaches theory's answer in the second that is asked about. */
function latencyOverTime(lesson, answers, width) {
  const {setup: {at, waits}, reveal: {results}} = lesson, own = waits.reduce((sum, {millis: wait}) => sum + wait, 0);
  const theory = 1000 * lesson.reveal.theory.value, end = LATE * at;
  const law = {label: 'theory', points: [[0, own], [end, own + (theory - own) * end / at]]};
  const middle = results.flatMap(result => result.seconds)
    .find(([, value]) => Math.abs(value - 1000 * lesson.reveal.measured.value) < 0.5);
  const marks = answers.filter(({kind, value}) => kind !== 'theory' && isKnown(value)).map(answer =>
    ({...answer, at: answer.kind === 'measured' && middle ? middle[0] : at, value: 1000 * answer.value}));
  return timeChart(results.map(result => ({points: result.seconds,
    label: `${labelIn(lesson, result)}${result.doubt ? '*' : ''}`})), {width, law, marks});
}

/** The charts need the width of their place, so the step must already be in the page. */
function drawReveal(lesson) {
  const place = byId('scale');
  if (place?.clientWidth > 0 && lesson.reveal) {
    const {asks, prediction, reveal: revealed} = lesson, {theory, measured, votes} = revealed;
    const answers = answersOf({prediction, theory, measured}, isVoted(lesson) ? 'The class' : 'You');
    renew(place, [prediction, revealed, place.clientWidth], () => lesson.setup.at > 0
      ? latencyOverTime(lesson, answers, place.clientWidth) : drawAnswers(asks, answers, votes, place.clientWidth));
    renew(byId('where'), [revealed, picturesInOrder(lesson).map(({samples, ...rest}) => rest)],
      () => revealedPictures(lesson));
  }
}
