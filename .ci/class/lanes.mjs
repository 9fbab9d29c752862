import { aClickPicksARequest } from '../page/lanes.mjs';
import { check } from '../page/services.mjs';
import { press, textOf, waitFor, waitUntilMeasured } from './classroom.mjs';
import { fits } from './fits.mjs';

const LONGEST_RUN = 150;      // seconds, on a busy machine
const titles = `[...document.querySelectorAll('.lanes-part h3')].map(title => title.textContent)`;
const labels = `state.lessons[2].contenders.map(({label}) => label)`;
/** The title of recorded lanes says more than the run's label. */
const recorded = `${titles}.map((title, i) => title.startsWith(${labels}[i]) && title !== ${labels}[i])`;

/** The pool's recorded lanes stand above the live ones of virtual threads, and stay beside Why. */
export async function showsLanes(teacher) {
  await teacher.evaluate(`show('lesson 3')`);
  await teacher.until('lesson 3 is shown', `document.querySelector('h1')?.textContent.includes(state.lessons[2].title)`);
  await teacher.evaluate(`tell('/predict', {lesson: 3, value: 953})`);
  await teacher.evaluate(`tell('/run', {lesson: 3})`);
  await teacher.until('both have lanes, and one is live', `${recorded}.join() === 'true,false'
    && /\\d/.test(document.querySelectorAll('.lanes-words')[1].textContent)`,
    LONGEST_RUN);
  const [of, words] = await teacher.evaluate(`[${titles}, [...threadsView.parts.values()].map(({words}) => words.textContent)]`);
  check(/\b200\b.*\b9\d/.test(words[0]) && /\d/.test(words[1]), `lesson 3: the lanes of ${of.join(' and of ')}: ${words.join(' ')}`);
  await fits(teacher, 'the lanes');
  await waitUntilMeasured(teacher, 3, LONGEST_RUN);
  await aClickPicksARequest(teacher, 'threadsView', 'lesson 3');
  const tall = await teacher.evaluate(`document.querySelector('.lanes-parts').getBoundingClientRect().bottom / innerHeight`);
  check(tall < 1, `lesson 3: all lanes are on the screen (${tall.toFixed(2)} of its height)`);
  await press(teacher, '#go');
  await press(teacher, '#step-why');
  await waitFor(teacher, '.why-step .lanes canvas');
  await teacher.until('the lanes of both stay beside Why',
    `${recorded}.join() === 'true,true'`);
  const written = await teacher.evaluate(`[...document.querySelectorAll('.why-step .exercise code')].map(code => code.textContent)`);
  check(written.includes('./run.sh exercise 2'), `lesson 3: Why ends with its programming exercise: ${written}`);
  check(true, `lesson 3: the lanes stay beside Why: ${await textOf(teacher, '.why-step .lanes h2')}`);
  await fits(teacher, 'the lanes beside Why');
}
