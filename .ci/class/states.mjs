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
    findings: [], votes, results: [] } });
const disturbed = measured => {
  const shown = revealed(NUMBER, 400, 953.3, measured);
  shown.reveal.measured.doubt = 'others used the CPU';
  return shown;
};
const predicted = { state: 'predicted', asks: NUMBER, prediction: 80, open: false };
const WIDE = [[0, 1], [20, 2], [400, 2], [1e6, 1]].map(([value, count]) => ({ value, count }));
const barWidths = `[...document.querySelectorAll('#scale .bar rect')].map(bar => bar.getBoundingClientRect().width)`;

const STATES = [
  ['a run that failed, with its reason as text', [{ ...predicted, state: 'failed', failure: 'it <b>ended</b>' }, {}],
    `document.querySelector('#lesson-step .error').textContent === 'There is no measurement: it <b>ended</b>'
      && document.querySelector('#go').textContent === 'Try again'`],
  ['nothing can run', [predicted, { problem: 'There is no JMeter.' }],
    `document.querySelector('#go').disabled
      && document.querySelector('#notice').textContent === 'Nothing can run: There is no JMeter.'`],
  ['another lesson is running', [predicted, { busy: 'lesson 4' }],
    `document.querySelector('#go').disabled
      && document.querySelector('.hint').textContent.startsWith('Lesson 4 is running')`],
  ['a prediction that is too low', [revealed(NUMBER, 400, 953.3, 947.1), {}],
    `document.querySelector('.verdict').textContent === 'what was seen.'
      && document.querySelector('.said').textContent === 'You said 400 requests/s: 2.4 times too low.'`],
  ['votes beyond the scale',
    [revealed(NUMBER, 390, 953.3, 947.1, [{ value: 390, count: 60 }, { value: 5e4, count: 2 }]), {}],
    `document.querySelectorAll('#scale rect.votes').length === 1
      && document.querySelector('#scale').textContent.includes('2 votes above 1,000, up to 50,000')`],
  ['votes far apart: those in the middle are drawn', [revealed(NUMBER, 210, 20, 18.8, WIDE), {}],
    `document.querySelectorAll('#scale rect.votes').length === 2
      && document.querySelector('#scale').textContent.includes('6 votes; 3 votes above 250, up to 1,000,000')
      && document.querySelector('.said').textContent
        === 'The class said 210 requests/s (median of 6 votes): 11 times too high.'`],
  ['a prediction far off: the bars of theory and measurement can still be seen',
    [revealed(NUMBER, 100000, 20, 18.8), {}],
    `${barWidths}.every(width => width > 50 && width < innerWidth)
      && document.querySelector('#scale .beyond') !== null`],
  ['a measurement in doubt', [disturbed(800), {}],
    `document.querySelector('#doubt').textContent === '* In doubt: others used the CPU. Run it again.'
      && document.querySelector('#go').textContent === 'Run again' && document.querySelector('.hatch') !== null`],
  ['an impossible measurement has no bar', [disturbed(null), {}],
    `${barWidths}.length === 2 && document.querySelector('#scale').textContent.includes('Measured: unknown')`],
  ['runs without an answer', [revealed(NUMBER, 400, 953.3, null), {}],
    `document.querySelector('.verdict').textContent === 'The runs gave no answer: what was seen.'`],
  ['a choice, with votes', [revealed(CHOICE, 2, 2, 2, [{ value: 0, count: 4 }, { value: 2, count: 9 }]), {}],
    `document.querySelector('.chosen .true').textContent === 'both the samethe classtheorymeasured9 votes'
      && document.querySelector('.said').textContent === 'The class: “both the same” (9 of 13 votes), as measured.'`],
];

/** What people write, and the number that the page reads. */
const WRITTEN = { '190': 190, ' 1,000 ': 1000, '1 000': 1000, '0.5': 0.5, '1,000,000.5': 1000000.5, '-3': -3,
  '1,5': null, '12,34': null, '1000,000': null, '1e3': null, 'four': null, '': null };
/** Prediction, measurement, and how the page describes the difference. */
const OFF = [[190, 190, 'as measured'], [400, 190, '2.1 times too high'], [171, 190, '10 % too low'],
  [180, 190, '5.3 % less than measured'], [19, 190, '10 times too low'], [0, 190, 'too low'],
  [5, 0, ''], [5, null, '']];

async function readsAndSays(browser) {
  const read = await browser.evaluate(`${JSON.stringify(Object.keys(WRITTEN))}.map(readNumber)
    .map(value => Number.isNaN(value) ? null : value)`);
  const misread = Object.keys(WRITTEN).filter((words, i) => read[i] !== WRITTEN[words]);
  check(misread.length === 0, `the page reads numbers as people write them ${misread}`);
  const words = await browser.evaluate(`${JSON.stringify(OFF)}.map(([value, measured]) => howFarOff(value, measured))`);
  check(words.every((each, i) => each === OFF[i][2]), `the page says how far off a prediction is: ${words.join(', ')}`);
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
