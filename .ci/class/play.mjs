import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../page/services.mjs';
import { press, REPOSITORY, textOf, waitFor, write } from './classroom.mjs';

const LONGEST_RUN = 150;      // seconds, on a busy machine

async function choose(browser, id, value) {
  await waitFor(browser, `#${id}`);
  await browser.evaluate(`{
    const field = document.getElementById(${JSON.stringify(id)});
    field.value = ${JSON.stringify(value)};
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
}

function planOf(experiment) {
  const folder = mkdtempSync(join(tmpdir(), 'class-')), file = join(folder, 'free-play');
  try {
    writeFileSync(file, experiment);
    return execFileSync(join(REPOSITORY, 'run.sh'), ['compare', file, '--plan'], { encoding: 'utf8' });
  } catch (error) {
    return `compare refuses the experiment: ${error.stdout}${error.stderr}\n${experiment}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function playsFreely(teacher, classroom) {
  await press(teacher, '#places > button:nth-last-of-type(2)');
  await choose(teacher, 'mode', 'pool');
  await choose(teacher, 'path', '/rpc');
  await write(teacher, '#threads', 4);
  await write(teacher, '#users', 8);
  await press(teacher, '#go');
  await waitFor(teacher, '.rows tbody tr');
  await waitFor(teacher, '.point', LONGEST_RUN);
  await write(teacher, '#name-1', 'four threads');
  await teacher.evaluate('document.activeElement.blur()');
  const downloaded = async path => (await fetch(new URL(path, classroom.page))).text();
  await teacher.until('the row has its name', `state.play.rows[0].name === 'four threads'`);
  check(true, `free play: a run adds a row and a point: ${await textOf(teacher, '.rows tbody tr')}`);
  const links = await teacher.evaluate(
    `[...document.querySelectorAll('.downloads a')].map(link => new URL(link.href).pathname)`);
  const [csv, experiment] = await Promise.all(links.map(downloaded));
  check(csv.trim().split('\n').length === 2 && csv.includes('four threads'), 'free play: the row is in the CSV');
  const plan = planOf(experiment);
  check(/\/rpc +8 users +80\.0 requests\/s/.test(plan), `free play: compare accepts the experiment: ${plan}`);
}
