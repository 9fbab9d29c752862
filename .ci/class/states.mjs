// Shows states of the page that are hard to reach.
import { Browser } from '../browser.mjs';
import { check } from '../page/services.mjs';
import { textOf, waitFor } from './classroom.mjs';
import { fits } from './fits.mjs';

/** Detaches the page from the server. */
const DETACH = `
  window.taken = take;
  take = () => {};
  window.showState = (lesson, rest) => {
    const lessons = state.lessons.map(each => each.id === 2 ? {...each, ...lesson} : each);
    taken({...state, busy: '', problem: '', ...rest, show: 'lesson 2', version: state.version + 1, lessons});
  };`;

const NUMBER = { unit: 'requests/s', least: 0, most: 100000, choices: [] };
const CHOICE = { unit: '', least: 0, most: 2, choices: ['a pool', 'virtual threads', 'both the same'] };
const WHY = { text: ['Because.'], code: [], look: [], exercise: '' };

const revealed = (asks, prediction, theory, measured, votes = []) => ({ state: 'revealed', asks, prediction, why: WHY,
  open: false, voters: votes.reduce((all, { count }) => all + count, 0),
  reveal: { theory: { value: theory, text: 'the arithmetic' }, measured: { value: measured, text: 'what was seen', doubt: '' },
    votes, results: [] } });
const disturbed = (measured, prediction = 400, asks = NUMBER, theory = 953.3) => {
  const shown = revealed(asks, prediction, theory, measured);
  shown.reveal.measured.doubt = 'others used the CPU';
  return shown;
};
const predicted = { state: 'predicted', asks: NUMBER, prediction: 80, open: false };
const WIDE = [[0, 1], [20, 2], [400, 2], [1e6, 1]].map(([value, count]) => ({ value, count }));
const barWidths = `[...document.querySelectorAll('#scale .bar rect')].map(bar => bar.getBoundingClientRect().width)`;

/** An expression: the element's text has all these parts, which are numbers or come from the state. */
const says = (selector, ...parts) => `[${parts.join()}].every(part =>
  document.querySelector('${selector}').textContent.includes(part))`;
const count = selector => `document.querySelectorAll('${selector}').length`;

const ROOM = { url: 'http://10.8.0.2:8091/', code: 'CDFH', qr: ['101', '010', '101'], joined: 3, problem: '',
  wrongCodes: 0, places: [['192.168.100.200', 'wlp0s20f3'], ['10.8.0.2', 'nordlynx']].map(([host, networkInterface]) =>
    ({ url: `http://${host}:8091/`, networkInterface })) };

const STATES = [
  ['a run that failed, with its reason as text', [{ ...predicted, state: 'failed', failure: 'it <b>ended</b>' }, {}],
    `${says('#lesson-step .error', `'it <b>ended</b>'`)} && ${count('#lesson-step .error b')} === 0
      && !document.querySelector('#go').disabled`],
  ['nothing can run', [predicted, { problem: 'There is no JMeter.' }],
    `document.querySelector('#go').disabled && ${says('#notice', `'There is no JMeter.'`)}`],
  ['another lesson is running', [predicted, { busy: 'lesson 4' }],
    `document.querySelector('#go').disabled && ${says('.hint', `'4'`)}`],
  ['several addresses, of which the teacher chooses one', [{ ...predicted, state: 'asked', open: true }, { room: ROOM }],
    `document.querySelector('#address').value === 'http://10.8.0.2:8091/' && ${count('#address option')} === 2
      && ['.room', 'body'].every(outer => document.querySelector('#address').getBoundingClientRect().right
        <= document.querySelector(outer).getBoundingClientRect().right)`],
  ['a prediction that is too low', [revealed(NUMBER, 400, 953.3, 947.1), {}],
    `${says('.verdict', `'what was seen'`)} && ${says('.said', `'400'`, 'howFarOff(400, judgeOf({measured: {value: 947.1}}))')}`],
  ['votes beyond the scale',
    [revealed(NUMBER, 390, 953.3, 947.1, [{ value: 390, count: 60 }, { value: 5e4, count: 2 }]), {}],
    `${count('#scale rect.votes')} === 1 && ${count('#scale path.votes.beyond')} === 1
      && ${says('#scale', `'62'`, `'2'`, `'1,000'`, `'50,000'`)}`],
  ['votes far apart: those in the middle are drawn', [revealed(NUMBER, 210, 20, 18.8, WIDE), {}],
    `${count('#scale rect.votes')} === 2 && ${says('#scale', `'6'`, `'3'`, `'250'`, `'1,000,000'`)}
      && ${says('.said', `'210'`, `'6'`, 'howFarOff(210, judgeOf({measured: {value: 18.8}}))')}`],
  ['a prediction far off: the bars of theory and measurement can still be seen',
    [revealed(NUMBER, 100000, 20, 18.8), {}],
    `${barWidths}.every(width => width > 50 && width < innerWidth)
      && document.querySelector('#scale .beyond') !== null`],
  ['a measurement in doubt: the main button runs the lesson again', [disturbed(800), {}],
    `${says('#doubt', `'others used the CPU'`)} && ${count('#why')} === 1 && ${count('#again')} === 0
      && document.querySelector('#go').matches('.primary') && document.querySelector('.hatch') !== null`],
  ['a vote that is exactly theory is right, though a measurement in doubt is far off', [disturbed(851, 953.3), {}],
    `${says('.said', `'953'`, 'judgeOf({theory: {}, measured: {doubt: `x`}}).says')} && ${count('#scale .off')} === 1
      && !/[a-z] too (high|low)/.test(document.querySelector('.lesson').textContent)`],
  ['a choice is judged by theory if the measurement is in doubt', [disturbed(0, 2, CHOICE, 2), {}],
    `${count('.chosen .true .mark.theory')} === 1 && ${count('.chosen .true .mark.measured')} === 0
      && ${says('.said', 'judgeOf({theory: {}, measured: {doubt: `x`}}).name')}`],
  ['an impossible measurement has no bar', [disturbed(null), {}],
    `${barWidths}.length === 2 && ${count('#scale .bar.measured .value')} === 1
      && !/\\d/.test(document.querySelector('#scale .bar.measured .value').textContent)`],
  ['runs without an answer', [revealed(NUMBER, 400, 953.3, null), {}],
    `${says('.verdict', `'what was seen'`)} && document.querySelector('.verdict').textContent.length > 20
      && document.querySelector('.said').textContent === ''`],
  ['a choice, with votes', [revealed(CHOICE, 2, 2, 2, [{ value: 0, count: 4 }, { value: 2, count: 9 }]), {}],
    `${['you', 'theory', 'measured'].map(kind => `${count(`.chosen .true .mark.${kind}`)} === 1`).join(' && ')}
      && ${says('.chosen .true', `'both the same'`, `'9'`)} && ${says('.said', `'both the same'`, `'9'`, `'13'`)}`],
];

/** What people write, and the number that the page reads. */
const WRITTEN = { '190': 190, ' 1,000 ': 1000, '1 000': 1000, '0.5': 0.5, '1,000,000.5': 1000000.5, '-3': -3,
  '1,5': null, '12,34': null, '1000,000': null, '1e3': null, 'four': null, '': null };
/** Prediction, measurement, and the number in the page's words for the difference. */
const OFF = [[190, 190, ''], [400, 190, '2.1'], [171, 190, '10'], [180, 190, '5.3'], [19, 190, '10'], [0, 190, '']];

async function readsAndSays(browser) {
  const read = await browser.evaluate(`${JSON.stringify(Object.keys(WRITTEN))}.map(readNumber)
    .map(value => Number.isNaN(value) ? null : value)`);
  const misread = Object.keys(WRITTEN).filter((words, i) => read[i] !== WRITTEN[words]);
  check(misread.length === 0, `the page reads numbers as people write them ${misread}`);
  const words = await browser.evaluate(`${JSON.stringify(OFF)}.map(([value, measured]) => howFarOff(value, judgeOf({measured: {value: measured}})))`);
  check(words.every((each, i) => each && (each.match(/[\d.]+/)?.[0] ?? '') === OFF[i][2])
    && new Set(words.map(each => each.replace(/[\d.]+/, ''))).size === words.length,
  `the page says how far off a prediction is, each case in words of its own: ${words.join(', ')}`);
  const none = await browser.evaluate('[0, null].map(value => howFarOff(5, judgeOf({measured: {value}}))).join(``)');
  check(none === '', 'without a measurement, the page does not say how far off a prediction is');
}

export async function showsItsStates(classroom) {
  const browser = await Browser.open(classroom.page, { width: 1280, height: 720 });
  try {
    await waitFor(browser, '.entries');
    await readsAndSays(browser);
    await browser.evaluate(DETACH);
    for (const [what, given, holds] of STATES) {
      await browser.evaluate(`showState(...${JSON.stringify(given)})`);
      check(await browser.evaluate(holds), `${what}: ${(await textOf(browser, '#lesson-step')).slice(0, 80)}`);
      await fits(browser, what);
    }
    check(browser.problems.length === 0, `no error in the console ${browser.problems.join('; ')}`);
  } finally {
    await browser.close();
  }
}
