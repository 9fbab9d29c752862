// The prediction, theory, the measurement and the votes share one scale.
const BINS = 24;

/** The prediction stretches the scale only if it is within this factor of theory and measurement. */
const MOST_STRETCH = 25;
const MOST_BY_VOTES = 1.5;

function covered(you, votes, values) {
  const each = votes.flatMap(({value, count: n}) => times(n, () => value));
  const core = values.length > 0 ? values : each.slice(0, each.length - Math.ceil(each.length / 20));
  const wide = [...core, ...you.filter(value => value <= MOST_STRETCH * Math.max(...core))];
  return [...wide, ...each.filter(value => value <= MOST_BY_VOTES * Math.max(...wide))];
}

/** `at` maps a value to a fraction of the width. */
function scaleFor(values) {
  const most = Math.max(...values), isAbove = most > 0;      // -Infinity if there are no values
  const step = roundUp(isAbove ? Math.max(most, 1e-9) / 6 : 1 / 6);
  const top = isAbove ? step * Math.ceil(most * 1.02 / step) : 1;
  const ticks = times(Math.round(top / step) + 1, i => i * step);
  return {ticks, bottom: 0, top, at: value => clamp(value / top, 0, 1)};
}

function histogramOf(votes, at) {
  const bins = times(BINS, () => 0);
  votes.forEach(({value, count: n}) => bins[Math.min(BINS - 1, Math.floor(BINS * at(value)))] += n);
  return bins;
}

const sumOf = votes => sum(votes, vote => vote.count);

function outside(votes, farthest, beyond, upTo) {
  const all = sumOf(votes), range = all > 1 ? `, ${upTo}` : ':';
  return all > 0 && `${many(all, 'vote')} ${beyond}${range} ${number(farthest.value)}`;
}

/** Text whose middle is at x. */
const middle = (x, y, words, kind = 'n') => draw('text', {class: kind, x, y, 'text-anchor': 'middle'}, words);

function drawOutside(votes, x, towards, {height}) {
  const size = 0.9 * rem() * towards;
  return votes.length > 0 && [
    draw('path', {class: 'votes beyond', d: `M${x} ${height}v${-1.2 * rem()}l${size} ${0.6 * rem()}z`}),
    middle(x + size / 2, height - 1.4 * rem(), sumOf(votes))];
}

function drawVotes(votes, {at, bottom, top}, {left, width, height, isNarrow}) {
  const below = votes.filter(({value}) => value < bottom), above = votes.filter(({value}) => value > top);
  const bins = histogramOf(votes.filter(({value}) => value >= bottom && value <= top), at);
  const words = [`The class’s ${many(sumOf(votes), 'vote')}`,
    outside(below, below[0], `below ${number(bottom)}`, 'down to'),
    outside(above, lastOf(above), `above ${number(top)}`, 'up to')].filter(part => part);
  const lines = isNarrow ? words : [words.join('; ')];
  const tallest = height - (1.1 * lines.length + 1.3) * rem();
  const bar = (n, i) => {
    const tall = tallest * n / Math.max(...bins), x = left + width * i / BINS, y = height - tall;
    return n > 0 && [draw('rect', {class: 'votes', x: x + 1, y, width: Math.max(0, width / BINS - 2),
      height: tall}), middle(x + width / BINS / 2, y - 4, n)];
  };
  return [lines.map((line, i) => draw('text', {class: 'n', x: left, y: (0.9 + 1.1 * i) * rem()}, line)),
    bins.map(bar), drawOutside(below, left - 2, -1, {height}), drawOutside(above, left + width + 2, 1, {height})];
}

const answersOf = ({prediction, theory, measured}, who) =>
  [{kind: 'you', name: who, value: prediction, isThere: isKnown(prediction)},
    {kind: 'theory', name: 'Theory', value: theory?.value, isThere: theory},
    {kind: 'measured', name: 'Measured', value: measured?.value, doubt: measured?.doubt,
      isThere: measured}].filter(answer => answer.isThere);

const judgeAmong = answers =>
  judgeOf(Object.fromEntries(answers.map(answer => [answer.kind, answer])));

function rowsOf({unit}, answers) {
  const judge = judgeAmong(answers);
  return answers.map(({kind, name, value, doubt}) => {
    const words = isKnown(value) ? `${withUnit(value, unit)}${doubt ? '*' : ''}` : 'unknown';
    const isJudged = kind !== 'measured' && kind !== judge.name;
    return {kind, name, value, isDoubted: Boolean(doubt), words, off: isJudged ? howFarOff(value, judge) : ''};
  });
}

/** An unknown value has no bar. A value beyond the scale ends in an arrow. */
function valueBar({value, isDoubted}, {at, top}, {left, width, y, height}) {
  if (!isKnown(value)) {
    return null;
  }
  const long = Math.max(2, width * at(value)), half = height / 2;
  return [draw('rect', {x: left, y, width: long, height, class: isDoubted ? 'hatched' : ''}),
    value > top && draw('path', {class: 'beyond', d: `M${left + width} ${y}l${height} ${half}l${-height} ${half}z`}),
    isDoubted && hatching(left, y, long, height)];
}

function hatching(x, y, width, height) {
  const lines = times(Math.floor(width / height * 2), i => x + i * height / 2);
  return draw('path', {class: 'hatch', d: lines.map(at => {
    const up = Math.min(height, x + width - at);
    return `M${at} ${y + height}l${up} ${-up}`;
  }).join('')});
}

/** In a wide window the words stand beside the bars, in a narrow one above them. */
function drawRow(row, scale, {edge, left, width, y, isNarrow}) {
  const {kind, name, words, off} = row, height = 0.95 * rem();
  const line = y + (isNarrow ? 1.3 : 1.05) * rem(), above = line + (off ? 1.75 : 0.45) * rem();
  const apart = isNarrow ? {x: edge, y: line + 1.3 * rem()} : {};
  return draw('g', {class: `bar ${kind}`},
    draw('text', {x: edge, y: line}, `${name}: `, draw('tspan', {class: 'value'}, words),
      off && draw('tspan', {class: 'off', ...apart}, isNarrow ? off : `, ${off}`)),
    valueBar(row, scale, {left, width, y: isNarrow ? above : y + 0.25 * rem(), height}));
}

const drawAnswers = (asks, answers, votes, width) =>
  isChoice(asks) ? drawChosen(asks, answers, votes) : drawScale(asks, answers, votes, width);

function drawScale(asks, answers, votes, whole) {
  const rows = rowsOf(asks, answers), edge = 1.2 * rem(), isNarrow = whole < 46 * rem();
  const longest = Math.max(...rows.map(({name, words, off}) => `${name}: ${words}, ${off}`.length));
  const left = edge + (isNarrow ? 0 : 0.6 * rem() * longest), width = whole - left - 2 * edge;
  const known = rows.filter(({value}) => isKnown(value)), valuesOf = all => all.map(({value}) => value);
  const scale = scaleFor(covered(valuesOf(known.filter(({kind}) => kind === 'you')), votes,
    valuesOf(known.filter(({kind}) => kind !== 'you'))));
  const [tallVotes, tallRow] = isNarrow ? [9, 4.6] : [4.4, 1.5], rowHeight = tallRow * rem();
  const height = votes.length ? tallVotes * rem() : 0, foot = height + rows.length * rowHeight + 0.3 * rem();
  const labelEvery = Math.ceil(4.5 * rem() * scale.ticks.length / width);      // room for a label such as 1,000,000
  const tick = (value, i) => {
    const x = left + width * scale.at(value);
    return [draw('path', {class: 'grid', d: `M${x} 0V${foot}`}),
      i % labelEvery === 0 && middle(x, foot + 1.1 * rem(), number(value), 'tick')];
  };
  return draw('svg', {class: 'scale', viewBox: `0 0 ${whole} ${foot + 1.5 * rem()}`, role: 'img',
    'aria-label': inWords(rows, sumOf(votes))}, scale.ticks.map(tick),
  votes.length > 0 && drawVotes(votes, scale, {left, width, height, isNarrow}),
  rows.map((row, i) => drawRow(row, scale, {edge, left, width, y: height + i * rowHeight, isNarrow})));
}

const withOff = (words, off) => off ? `${words}, ${off}` : words;
const inWords = (rows, voters) =>
  rows.map(({name, words, off}) => withOff(`${name}: ${words}`, off)).join('. ')
  + (voters ? `. Votes: ${voters}.` : '.');

function drawChosen({choices}, answers, votes) {
  const voted = i => votes.find(({value}) => value === i)?.count ?? 0, all = sumOf(votes);
  const {value: right} = judgeAmong(answers);
  const mark = ({kind, name, doubt}) => make('span', {class: `mark ${kind} ${doubt ? 'doubted' : ''}`},
    `${name.toLowerCase()}${doubt ? '*' : ''}`);
  const share = i => make('span', {class: 'voted'}, make('i', {style: `--share: ${100 * voted(i) / all}%`}),
    many(voted(i), 'vote'));
  const row = (words, i) => make('li', {class: i === right ? 'true' : ''}, make('span', words),
    make('span', {class: 'marks'}, answers.filter(({value}) => value === i).map(mark)), all > 0 && share(i));
  return make('ol', {class: 'chosen'}, choices.map(row));
}

function howFar(lesson, judge, whose, how = '') {
  const off = howFarOff(lesson.prediction, judge) || `${judge.name}: ${valueInWords(lesson, judge.value)}`;
  return `${whose} ${valueInWords(lesson, lesson.prediction)}${how}: ${off}.`;
}

function ownVerdict(lesson, judge) {
  if (!isChoice(lesson.asks)) {
    return howFar(lesson, judge, 'You said');
  }
  const matches = lesson.prediction === judge.value ? 'matches' : 'does not match';
  return `Your choice ${matches} ${judge.name}.`;
}
