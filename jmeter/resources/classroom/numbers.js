// Writes and reads numbers.
const isKnown = value => value !== null && value !== undefined && Number.isFinite(value);
const decimals = (n, most, least = 0) =>
  n.toLocaleString('en', {minimumFractionDigits: least, maximumFractionDigits: most});

function number(n) {
  return !isKnown(n) ? '–' : decimals(n, Math.abs(n) >= 100 ? 0 : Math.abs(n) >= 10 ? 1 : 2);
}

const count = n => isKnown(n) ? decimals(n, 0) : '–';
const millis = n => !isKnown(n) ? '–'
  : n >= 10000 ? `${decimals(n / 1000, 1)} s` : `${decimals(n, n < 10 ? 1 : 0)} ms`;
const isChoice = ({choices}) => choices.length > 0;
const valueInWords = ({asks}, value) => !isKnown(value) ? '–'
  : isChoice(asks) ? asks.choices[value] ?? '–' : withUnit(value, asks.unit);
const withUnit = (n, unit) => isKnown(n) ? `${number(n)}${unit ? ` ${unit}` : ''}` : '–';
const many = (n, one, several = `${one}s`) => `${count(n)} ${n === 1 ? one : several}`;
const seconds = n => n < 120 ? `${Math.max(0, Math.round(n))} s` : `${Math.floor(n / 60)} min`;
const clock = at => new Date(at).toLocaleTimeString('en', {hourCycle: 'h23'});

/** 1,000 and 1 000 are a thousand. NaN if the words are not a number, or are ambiguous like 1,5. */
function readNumber(words) {
  const plain = words.trim().replace(/[\s_](?=\d{3}(\D|$))/g, '');
  const whole = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^-?\d+(\.\d*)?$/.test(whole) ? Number(whole) : NaN;
}

/** Returns '' if the value is a valid prediction. */
function whyNot(value, {least, most, unit}) {
  return Number.isNaN(value) ? 'Write a number with a point, such as 0.5, 190 or 1,000.'
    : value < least || value > most ? `Write a number from ${number(least)} to ${withUnit(most, unit)}.` : '';
}

const twoDigits = n => decimals(n, n >= 10 ? 0 : 1);

/** What votes are judged by. A doubtful measurement judges nobody: then it is theory. */
const judgeOf = ({theory, measured}) => measured?.doubt
  ? {value: theory.value, says: 'as theory says', than: 'than theory', by: ' by theory', name: 'theory'}
  : {value: measured?.value, says: 'as measured', than: 'than measured', by: '', name: 'the measurement'};

function howFarOff(value, judge) {
  if (!isKnown(value) || !isKnown(judge.value) || judge.value <= 0 || value < 0) {
    return '';
  }
  const ratio = value / judge.value;
  if (Math.abs(ratio - 1) < 0.005) {
    return value === judge.value ? judge.says : `less than 0.5 % off${judge.by}`;
  }
  const high = ratio > 1 ? 'high' : 'low';
  const times = ratio > 1 ? ratio : judge.value / value;
  const part = `${twoDigits(100 * Math.abs(ratio - 1))} %`;
  return times < 1.1 ? `${part} ${ratio > 1 ? 'more' : 'less'} ${judge.than}`
    : times < 1.5 ? `${part} too ${high}${judge.by}`
    : `${Number.isFinite(times) ? `${twoDigits(times)} times ` : ''}too ${high}${judge.by}`;
}

/** To 1, 2, 4, 6 or 8 times a power of ten: half of that is round, too, and labels the middle line of a chart. */
function roundUp(n) {
  const power = 10 ** Math.floor(Math.log10(Math.max(n, 1)));
  return [1, 2, 4, 6, 8, 10].map(factor => factor * power).find(top => top >= n * 0.999);
}
