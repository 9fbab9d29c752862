import { check } from '../page/services.mjs';
import { press, textOf, waitFor, write } from './classroom.mjs';

const LONGEST_RUN = 150;      // seconds, on a busy machine

async function choose(browser, id, value) {
  await waitFor(browser, `#${id}`);
  await browser.evaluate(`{
    const field = document.getElementById(${JSON.stringify(id)});
    field.value = ${JSON.stringify(value)};
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
}

export async function playsFreely(teacher) {
  await press(teacher, '#places > button:last-of-type');
  await choose(teacher, 'mode', 'pool');
  await choose(teacher, 'path', '/rpc');
  await write(teacher, '#threads', 4);
  await write(teacher, '#users', 8);
  await press(teacher, '#go');
  await waitFor(teacher, '.rows tbody tr');
  await waitFor(teacher, '.point', LONGEST_RUN);
  await write(teacher, '#name-1', 'four threads');
  await teacher.evaluate('document.activeElement.blur()');
  await teacher.until('the row has its name', `state.play.rows[0].name === 'four threads'`);
  check(true, `free play: a run adds a row and a point: ${await textOf(teacher, '.rows tbody tr')}`);
  const csv = await teacher.evaluate('csvOf(state.play.rows)');
  check(csv.split('\r\n').length === 2 && csv.includes('"four threads"'), 'free play: the row is in the CSV');
  const cells = await teacher.evaluate(`['=1', '+1', '-1', '@a', 'a"b', null, 2].map(csvCell)`);
  check(cells.join() === `"'=1","'+1","'-1","'@a","a""b",,2`, `free play: no name becomes a formula: ${cells}`);
}
