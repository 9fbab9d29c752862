import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../page/services.mjs';
import { key, press, REPOSITORY, textOf, waitFor, waitForText, waitUntilMeasured, write } from './classroom.mjs';
import { fits } from './fits.mjs';

const LONGEST_RUN = 150;      // seconds, on a busy machine
/** The page's own function words the difference. */
export const saysHowFarOff = (selector, prediction, revealed) => `[number(${prediction}), howFarOff(${prediction}, judgeOf(${revealed}))]
  .every(part => part && document.querySelector('${selector}').textContent.includes(part))`;

const step = name => `.steps [aria-current][id="step-${name}"]`;

export async function opens(teacher, tab, classroom) {
  await waitFor(teacher, '.entries .entry');
  check(await teacher.evaluate(`document.querySelectorAll('.entry').length === state.lessons.length`),
    'every lesson is offered');
  await fits(teacher, 'the start');
  await key(teacher, 'ArrowRight');
  await key(teacher, 'Enter');
  await waitFor(teacher, step('question'));
  await waitForText(tab, 'h1', (await classroom.lesson(1)).title);
  check(true, 'the right arrow leads to the button of the first lesson, and Enter opens the lesson in both tabs');
  await fits(teacher, 'the question');
  const noLaterStepIsOpen = `['run', 'reveal', 'why'].every(name => document.getElementById('step-' + name).disabled)`;
  check(await teacher.evaluate(noLaterStepIsOpen), 'before a prediction, no later step is open');
  const { reveal, why } = await classroom.lesson(1);
  check(reveal === null && why === null, 'before the reveal, the server does not send the answer');
}

export async function predicts(teacher, classroom) {
  await press(teacher, '#go');
  await waitFor(teacher, '.room .qr');
  const disabled = await teacher.evaluate(`document.querySelector('#go').disabled`);
  check(disabled, 'the run cannot start without a vote or a prediction');
  await teacher.evaluate(`document.querySelector('details').open = true`);
  await write(teacher, '#guess', 'many');
  await key(teacher, 'Enter');
  await teacher.until('an error is shown', `document.querySelector('#guess-error').textContent !== ''`);
  check((await classroom.lesson(1)).state === 'asked', 'a prediction that is not a number is refused');
  await fits(teacher, 'the prediction');
  await write(teacher, '#guess', '2,000');
  await key(teacher, 'Enter');
  await waitForText(teacher, '.hint', '2,000');
  const { state, prediction } = await classroom.lesson(1);
  check(state === 'predicted' && prediction === 2000, 'the server keeps the prediction');
}

export async function runs(teacher, tab) {
  await press(teacher, '#go');
  await waitFor(teacher, '.progress');
  await waitFor(tab, '.progress');
  await waitFor(teacher, '#pictures .places', LONGEST_RUN);
  check(true, 'both tabs show the progress of the run, and the first tab shows the live picture, too');
  await fits(teacher, 'the run');
  await teacher.command('Page.reload', {});
  await waitFor(teacher, '.progress .left');
  await waitFor(teacher, '#pictures .places');
  check(true, 'after a reload in the middle of the run, the page shows the run again');
  await waitUntilMeasured(teacher, 1, LONGEST_RUN);
}

async function showsTheSourceCode(teacher) {
  const [file, number, shown] = await teacher.evaluate(`(() => {
    const extract = document.querySelector('.extracts .extract'), line = extract.querySelector('.line');
    return [extract.querySelector('figcaption').firstChild.textContent, Number(line.querySelector('i').textContent),
      line.lastChild.textContent.trim()];
  })()`);
  const source = readFileSync(join(REPOSITORY, file), 'utf8').split('\n')[number - 1].trim();
  check(source === shown, `the page shows line ${number} of ${file}: ${shown}`);
}

/** On a busy machine, a run may give no answer. The page then offers another run, as its main button if in doubt. */
async function runsAgainIfUnanswered(teacher, classroom) {
  for (let tries = 1; tries < 3 && (await classroom.lesson(1)).reveal.measured.value === null; tries++) {
    await press(teacher, '.revealed .row button:not(#why)');
    await waitFor(teacher, '.progress');
    await waitUntilMeasured(teacher, 1, LONGEST_RUN);
    await press(teacher, '#go');
    await waitFor(teacher, '#scale svg');
  }
}

export async function reveals(teacher, tab, classroom) {
  check((await classroom.lesson(1)).reveal === null,
    'after the run, but before the reveal, the server does not send the answer');
  await press(teacher, '#go');
  await waitFor(teacher, '#scale svg');
  await runsAgainIfUnanswered(teacher, classroom);
  await waitFor(tab, '#scale svg');
  const { theory, measured } = (await classroom.lesson(1)).reveal;
  check(theory.value === 20 && measured.value > 0, `theory: ${theory.text}; measured: ${measured.text}`);
  check(await teacher.evaluate(`document.querySelectorAll('#scale .bar').length`) === 3
    && await teacher.evaluate(saysHowFarOff('.said', 1000, 'shownLesson().reveal')),
  `prediction, theory and measurement are on one scale: ${await textOf(teacher, '.said')}`);
  check(await teacher.evaluate(`document.querySelectorAll('#scale .votes').length`) === 1,
    'the scale shows the vote, too');
  await teacher.evaluate(`document.querySelector('#details').open = true`);
  await fits(teacher, 'the reveal with its table');
  await press(teacher, '#step-why');
  await waitFor(teacher, step('why'));
  await showsTheSourceCode(teacher);
  await fits(teacher, 'Why');
  await key(teacher, 'ArrowRight');
  await new Promise(resolve => setTimeout(resolve, 500));      // a request to open the vote would have arrived by then
  const { show, lessons } = await classroom.state();
  check(show === 'lesson 1' && !lessons.some(({ open }) => open), 'the right arrow on the last step opens no vote');
}
