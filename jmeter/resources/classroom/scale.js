// The prediction, theory, the measurement and the votes share one scale.
const BINS = 24;

/** The prediction stretches the scale only if it is within this factor of theory and measurement. */
const MOST_STRETCH = 25;
const MOST_BY_VOTES = 1.5;

function covered(you, votes, values) {
  const each = votes.flatMap(({value, count: n}) => Array.from({length: n}, () => value));
  const core = values.length > 0 ? values : each.slice(0, each.length - Math.ceil(each.length / 20));
  const wide = [...core, ...you.filter(value => value <= MOST_STRETCH * Math.max(...core))];
  return [...wide, ...each.filter(value => value <= MOST_BY_VOTES * Math.max(...wide))];
}

/** `at` maps a value to a fraction of the width. */
function scaleFor(values) {
  const most = Math.max(...values);      // -Infinity if there are no values
  const step = tickStep(most > 0 ? most : 1), top = most > 0 ? step * Math.ceil(most * 1.02 / step) : 1;
  const ticks = Array.from({length: Math.round(top / step) + 1}, (_, i) => i * step);
  return {ticks, bottom: 0, top, at: value => within(value / top)};
}

const within = part => Math.max(0, Math.min(1, part));

function tickStep(most) {
  const rough = Math.max(most, 1e-9) / 6, power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= rough);
}

function histogramOf(votes, at) {
  const bins = Array.from({length: BINS}, () => 0);
  votes.forEach(({value, count: n}) => bins[Math.min(BINS - 1, Math.floor(BINS * at(value)))] += n);
  return bins;
}

const sumOf = votes => votes.reduce((all, {count: n}) => all + n, 0);

const outside = (votes, farthest, beyond, upTo) => votes.length === 0 ? ''
  : `${many(sumOf(votes), 'vote')} ${beyond}${sumOf(votes) > 1 ? `, ${upTo}` : ':'} ${number(farthest.value)}`;

function drawOutside(votes, x, towards, {height}) {
  const size = 0.9 * rem() * towards;
  return votes.length === 0 ? null : [
    draw('path', {class: 'votes beyond', d: `M${x} ${height}v${-1.2 * rem()}l${size} ${0.6 * rem()}z`}),
    draw('text', {class: 'n', x: x + size / 2, y: height - 1.4 * rem(), 'text-anchor': 'middle'}, sumOf(votes))];
}

function drawVotes(votes, {at, bottom, top}, {left, width, height, isNarrow}) {
  const below = votes.filter(({value}) => value < bottom), above = votes.filter(({value}) => value > top);
  const bins = histogramOf(votes.filter(({value}) => value >= bottom && value <= top), at), most = Math.max(1, ...bins);
  const words = [`The class’s ${many(sumOf(votes), 'vote')}`,
    outside(below, below[0], `below ${number(bottom)}`, 'down to'),
    outside(above, above[above.length - 1], `above ${number(top)}`, 'up to')].filter(part => part);
  const lines = isNarrow ? words : [words.join('; ')];
  const tallest = height - (1.1 * lines.length + 1.3) * rem();
  const bar = (n, i) => n === 0 ? null : [draw('rect', {class: 'votes', x: left + width * i / BINS + 1,
    y: height - tallest * n / most, width: Math.max(0, width / BINS - 2), height: tallest * n / most}),
    draw('text', {class: 'n', x: left + width * (i + 0.5) / BINS, y: height - tallest * n / most - 4,
      'text-anchor': 'middle'}, n)];
  return [lines.map((line, i) => draw('text', {class: 'n', x: left, y: (0.9 + 1.1 * i) * rem()}, line)),
    bins.map(bar), drawOutside(below, left - 2, -1, {height}), drawOutside(above, left + width + 2, 1, {height})];
}

const answersOf = ({prediction, theory, measured}, who) =>
  [{kind: 'you', name: who, value: prediction, isThere: isKnown(prediction)},
    {kind: 'theory', name: 'Theory', value: theory?.value, isThere: theory},
    {kind: 'measured', name: 'Measured', value: measured?.value, doubt: measured?.doubt,
      isThere: measured}].filter(({isThere}) => isThere);

const answerOf = (answers, wanted) => answers.find(({kind}) => kind === wanted);
const judgeAmong = answers => judgeOf({theory: answerOf(answers, 'theory'), measured: answerOf(answers, 'measured')});

function rowsOf(asks, answers) {
  const {doubt} = answerOf(answers, 'measured') ?? {}, judge = judgeAmong(answers);
  return answers.map(({kind, name, value}) => ({kind, name, value, isDoubted: kind === 'measured' && Boolean(doubt),
    off: kind === 'measured' || kind === judge.name ? '' : howFarOff(value, judge),
    words: isKnown(value) ? `${withUnit(value, asks.unit)}${kind === 'measured' && doubt ? '*' : ''}` : 'unknown'}));
}

/** An unknown value has no bar. A value beyond the scale ends in an arrow. */
function valueBar({kind, value, isDoubted}, {at, top}, {left, width, y, height}) {
  const end = isKnown(value) ? width * at(value) : 0, isBeyond = value > top;
  return !isKnown(value) ? null : [draw('rect', {x: left, y, width: Math.max(2, end), height,
    class: isDoubted ? 'hatched' : ''}), isBeyond ? draw('path', {class: 'beyond',
    d: `M${left + width} ${y}l${height} ${height / 2}l${-height} ${height / 2}z`}) : null,
  isDoubted ? hatching(left, y, Math.max(2, end), height) : null];
}

function hatching(x, y, width, height) {
  const lines = Array.from({length: Math.floor(width / height * 2)}, (_, i) => x + i * height / 2);
  return draw('path', {class: 'hatch', d: lines.map(at => {
    const up = Math.min(height, x + width - at);
    return `M${at} ${y + height}l${up} ${-up}`;
  }).join('')});
}

function drawRow(row, scale, {edge, left, width, y, isNarrow}) {
  const {kind, name, words, off} = row, height = 0.95 * rem();
  const line = y + (isNarrow ? 1.3 : 1.05) * rem();
  const barAt = isNarrow ? line + (off ? 1.75 : 0.45) * rem() : y + 0.25 * rem();
  const apart = isNarrow ? {x: edge, y: line + 1.3 * rem()} : {};
  return draw('g', {class: `bar ${kind}`},
    draw('text', {x: edge, y: line}, `${name}: `, draw('tspan', {class: 'value'}, words),
      off ? draw('tspan', {class: 'off', ...apart}, isNarrow ? off : `, ${off}`) : null),
    valueBar(row, scale, {left, width, y: barAt, height}));
}

const drawAnswers = (asks, answers, votes, width) =>
  isChoice(asks) ? drawChosen(asks, answers, votes) : drawScale(asks, answers, votes, width);

/** In a wide window the words stand beside the bars, in a narrow one above them. */
function drawScale(asks, answers, votes, whole) {
  const rows = rowsOf(asks, answers), edge = 1.2 * rem(), isNarrow = whole < 46 * rem();
  const longest = Math.max(...rows.map(({name, words, off}) => `${name}: ${words}, ${off}`.length));
  const left = isNarrow ? edge : edge + 0.6 * rem() * longest, width = whole - left - 2 * edge;
  const fixed = rows.filter(({kind}) => kind !== 'you').map(({value}) => value).filter(isKnown);
  const you = rows.filter(({kind, value}) => kind === 'you' && isKnown(value)).map(({value}) => value);
  const scale = scaleFor(covered(you, votes, fixed));
  const votesHeight = votes.length ? (isNarrow ? 9 : 4.4) * rem() : 0, rowHeight = (isNarrow ? 4.6 : 1.5) * rem();
  const foot = votesHeight + rows.length * rowHeight + 0.3 * rem();
  const labelEvery = Math.ceil(4.5 * rem() * scale.ticks.length / width);      // room for a label such as 1,000,000
  const tick = (value, i) => {
    const x = left + width * scale.at(value);
    return [draw('path', {class: 'grid', d: `M${x} 0V${foot}`}), i % labelEvery ? null
      : draw('text', {class: 'tick', x, y: foot + 1.1 * rem(), 'text-anchor': 'middle'}, number(value))];
  };
  return draw('svg', {class: 'scale', viewBox: `0 0 ${whole} ${foot + 1.5 * rem()}`, role: 'img',
    'aria-label': inWords(rows, sumOf(votes))}, scale.ticks.map(tick),
    votes.length ? drawVotes(votes, scale, {left, width, height: votesHeight, isNarrow}) : null,
    rows.map((row, i) => drawRow(row, scale, {edge, left, width, y: votesHeight + i * rowHeight, isNarrow})));
}

const inWords = (rows, voters) =>
  rows.map(({name, words, off}) => `${name}: ${words}${off ? `, ${off}` : ''}`).join('. ')
  + (voters ? `. Votes: ${voters}.` : '.');

function drawChosen({choices}, answers, votes) {
  const voted = i => votes.find(({value}) => value === i)?.count ?? 0, all = sumOf(votes);
  const marks = i => answers.filter(({value}) => value === i).map(({kind, name, doubt}) =>
    make('span', {class: `mark ${kind} ${doubt ? 'doubted' : ''}`}, `${name.toLowerCase()}${doubt ? '*' : ''}`));
  const share = i => make('span', {class: 'voted'}, make('i', {style: `--share: ${100 * voted(i) / all}%`}),
    many(voted(i), 'vote'));
  const isTrue = i => judgeAmong(answers).value === i;
  const row = (words, i) => make('li', {class: isTrue(i) ? 'true' : ''}, make('span', {}, words),
    make('span', {class: 'marks'}, marks(i)), all ? share(i) : null);
  return make('ol', {class: 'chosen'}, choices.map(row));
}

function howFar(lesson, judge, whose, how = '') {
  const off = howFarOff(lesson.prediction, judge) || `${judge.name}: ${valueInWords(lesson, judge.value)}`;
  return `${whose} ${valueInWords(lesson, lesson.prediction)}${how}: ${off}.`;
}

const ownVerdict = (lesson, judge) => !isChoice(lesson.asks) ? howFar(lesson, judge, 'You said')
  : `Your choice ${lesson.prediction === judge.value ? 'matches' : 'does not match'} ${judge.name}.`;
