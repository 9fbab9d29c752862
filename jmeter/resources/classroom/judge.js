// Writes figures, reads predictions, and says how far off they are.
function number(n) {
  if (!isKnown(n)) {
    return '–';
  }
  const fraction = Math.abs(n) >= 10 ? 1 : 2;
  return decimals(n, Math.abs(n) >= 100 ? 0 : fraction);
}

function millis(n) {
  if (!isKnown(n)) {
    return '–';
  }
  return n >= 10000 ? `${decimals(n / 1000, 1)} s` : `${decimals(n, n < 10 ? 1 : 0)} ms`;
}

const withUnit = (n, unit) => isKnown(n) && unit ? `${number(n)} ${unit}` : number(n);
const isChoice = ({choices}) => choices.length > 0;
const valueInWords = ({asks}, value) =>
  isChoice(asks) ? asks.choices[value] ?? '–' : withUnit(value, asks.unit);
const seconds = n => n < 120 ? `${Math.max(0, Math.round(n))} s` : `${Math.floor(n / 60)} min`;

/** 1,000 and 1 000 are a thousand. NaN if the words are not a number, or are ambiguous like 1,5. */
function readNumber(words) {
  const plain = words.trim().replace(/[\s_](?=\d{3}(\D|$))/g, '');
  const whole = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^-?\d+(\.\d*)?$/.test(whole) ? Number(whole) : NaN;
}

/** Returns '' if the value is a valid prediction. */
function whyNot(value, {least, most, unit}) {
  if (Number.isNaN(value)) {
    return 'Write a number with a point, such as 0.5, 190 or 1,000.';
  }
  return value >= least && value <= most ? ''
    : `Write a number from ${number(least)} to ${withUnit(most, unit)}.`;
}

/** What votes are judged by. A doubtful measurement judges nobody: then it is theory. */
const judgeOf = ({theory, measured}) => measured?.doubt
  ? {value: theory.value, says: 'as theory says', than: 'than theory', by: ' by theory', name: 'theory'}
  : {value: measured?.value, says: 'as measured', than: 'than measured', by: '', name: 'the measurement'};

const twoDigits = n => decimals(n, n >= 10 ? 0 : 1);

function howFarOff(value, judge) {
  if (!isKnown(value) || !isKnown(judge.value) || judge.value <= 0 || value < 0) {
    return '';
  }
  if (value === judge.value) {
    return judge.says;
  }
  const ratio = value / judge.value, isMore = ratio > 1, times = isMore ? ratio : 1 / ratio;
  const too = `too ${isMore ? 'high' : 'low'}${judge.by}`;
  const part = `${twoDigits(100 * Math.abs(ratio - 1))} %`;
  if (Math.abs(ratio - 1) < 0.005) {
    return `less than 0.5 % off${judge.by}`;
  }
  if (times < 1.1) {
    return `${part} ${isMore ? 'more' : 'less'} ${judge.than}`;
  }
  if (times < 1.5) {
    return `${part} ${too}`;
  }
  return isKnown(times) ? `${twoDigits(times)} times ${too}` : too;
}
