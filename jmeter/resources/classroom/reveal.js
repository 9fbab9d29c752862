// The fourth step: the scale, the run's figures, and the validity checks.

function verdict(lesson) {
  const {reveal: {measured, votes}} = lesson;
  if (!isKnown(measured.value)) {
    return 'The runs gave no answer: ' + measured.text;
  }
  if (isVoted(lesson)) {
    return isChoice(lesson.asks) ? choiceVerdict(lesson.asks, votes, measured)
      : howFar(lesson, measured, 'The class', ` (${voteRule(lesson)})`);
  }
  return ownVerdict(lesson, measured);
}

const AGREES = 0.05;      // relative to theory

function doubt({reveal: {findings, theory, measured}}) {
  const worst = findings.find(({invalidates}) => invalidates);
  const agrees = Math.abs(measured.value - theory.value) <= AGREES * theory.value;
  return !worst || !isKnown(measured.value) ? ''
    : `While ${worst.contender ? `“${worst.contender}”` : 'this'} was measured, ${worst.text}. `
      + (agrees ? 'The answer agrees with theory anyway.' : 'Run it again.');
}

function findingInWords({contender, text, invalidates}) {
  return `${contender && contender + ': '}${text}${invalidates ? ', so the figures are invalid' : ''}`;
}

function arithmetic({reveal: {theory, measured}}) {
  return make('dl', {class: 'arithmetic'}, make('dt', {}, 'Theory'), make('dd', {}, theory.text),
    make('dt', {}, 'Measured'), make('dd', {}, measured.text));
}

function findingsOf({reveal: {findings}}) {
  return findings.length === 0 ? make('p', {class: 'hint'}, 'Validity checks: all passed.')
    : make('section', {class: 'findings'}, make('h3', {}, 'Validity checks that failed'),
      make('ul', {}, findings.map(finding => make('li', {}, findingInWords(finding)))));
}

const WITH_BARS = 2;
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

/** * invalid, as in reports. */
function markOf(label, findings) {
  return findings.some(({contender, invalidates}) => [label, ''].includes(contender) && invalidates) ? '*' : '';
}

function resultsTable({contenders, reveal: {results, findings}}) {
  const columns = COLUMNS.filter(([, value]) => results.some(result => isKnown(value(result))));
  const label = result => contenders.find(({name}) => name === result.contender)?.label ?? result.contender;
  const seen = new Set();
  const cell = (result, column) => {
    const [, value, format] = column, most = Math.max(...results.map(value)), known = isKnown(value(result));
    const share = known && results.length > 1 && COLUMNS.indexOf(column) < WITH_BARS ? 100 * value(result) / most : 0;
    const mark = known ? markOf(label(result), findings) : '';
    seen.add(mark);
    return make('td', {class: mark ? 'doubted' : ''}, known ? format(value(result)) : '–', mark, share
      ? make('i', {class: 'share', style: `--share: ${share}%`}) : null);
  };
  const table = make('div', {class: 'wide'}, make('table', {class: 'results'},
    make('thead', {}, make('tr', {}, make('td'), columns.map(([name]) => make('th', {scope: 'col'}, name)))),
    make('tbody', {}, results.map(result =>
      make('tr', {}, make('th', {scope: 'row'}, label(result)), columns.map(column => cell(result, column)))))));
  const legend = seen.has('*') ? '* invalid' : '';
  return make('div', {}, table, make('p', {class: 'note'},
    legend ? `${legend}: see the validity checks. ` : '',
    'Latencies are those of successful answers. OS threads: the platform threads that the live picture counts, ',
    'plus those of the JVM’s compilers and collectors. A few virtual threads belong to the JDK.'));
}

function revealStep(lesson) {
  const place = make('div', {id: 'scale'});
  const headline = make('div', {class: 'headline'}, make('p', {class: 'verdict'}, verdict(lesson)),
    doubt(lesson) ? make('p', {class: 'hint', id: 'doubt'}, doubt(lesson)) : null);
  const again = startButton(lesson, 'Run again', {id: 'again'}), isAnswered = isKnown(lesson.reveal.measured.value);
  return make('div', {class: 'revealed'}, make('div', {class: 'row'}, headline, isAnswered ? null : again,
    button('Why', () => goTo('why'), {class: 'primary', id: 'go'})), place, resultsTable(lesson), arithmetic(lesson),
  findingsOf(lesson), isAnswered ? make('div', {class: 'row'}, again) : null);
}

/** The scale needs the width of its place, so the step must already be in the page. */
function drawReveal(lesson) {
  const place = byId('scale');
  if (place && lesson.reveal) {
    const {asks, prediction, reveal: revealed} = lesson, {theory, measured, votes} = revealed;
    const answers = answersOf({prediction, theory, measured}, isVoted(lesson) ? 'The class' : 'You');
    renew(place, [prediction, revealed, place.clientWidth], () => drawAnswers(asks, answers, votes, place.clientWidth));
  }
}
