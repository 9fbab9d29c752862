import { aClickPicksARequest } from '../page/lanes.mjs';
import { check } from '../page/services.mjs';
import { press, textOf, waitFor, waitForText } from './classroom.mjs';
import { fits } from './fits.mjs';

const LONGEST_RUN = 150;      // seconds, on a busy machine
const titles = `[...document.querySelectorAll('.lanes-part h3')].map(title => title.textContent)`;

/** The pool's recorded lanes stand above the live ones of virtual threads, and stay beside Why. */
export async function showsLanes(teacher) {
  await teacher.evaluate(`show('lesson 3')`);
  await waitForText(teacher, 'h1', 'A virtual thread each');
  await teacher.evaluate(`tell('/predict', {lesson: 3, value: 953})`);
  await teacher.evaluate(`tell('/run', {lesson: 3})`);
  await teacher.until('both have lanes, and one is live', `${titles}.length === 2 && !${titles}[1].includes('recorded')
    && / serve \\d/.test(document.querySelectorAll('.lanes-words')[1].textContent)`,
    LONGEST_RUN);
  const [of, words] = await teacher.evaluate(`[${titles}, [...threadsView.parts.values()].map(({words}) => words.textContent)]`);
  check(of[0] === 'pool of 200, recorded' && /^All 200 threads are taken, and wait for 9/.test(words[0])
    && / carriers?, /.test(words[1]), `lesson 3: the lanes of ${of.join(' and of ')}: ${words.join(' ')}`);
  await fits(teacher, 'the lanes');
  await waitForText(teacher, '#go', 'Reveal', LONGEST_RUN);
  await aClickPicksARequest(teacher, 'threadsView', 'lesson 3');
  const tall = await teacher.evaluate(`document.querySelector('.lanes-parts').getBoundingClientRect().bottom / innerHeight`);
  check(tall < 1, `lesson 3: all lanes are on the screen (${tall.toFixed(2)} of its height)`);
  await press(teacher, '#go');
  await press(teacher, '#step-why');
  await waitFor(teacher, '.why-step .lanes canvas');
  await teacher.until('the lanes of both stay beside Why',
    `${titles}.filter(title => title.endsWith(', recorded')).length === 2`);
  check(true, `lesson 3: the lanes stay beside Why: ${await textOf(teacher, '.why-step .lanes h2')}`);
  await fits(teacher, 'the lanes beside Why');
}
