import { execFileSync } from 'node:child_process';
import { check } from '../page/services.mjs';
import { press, textOf, waitFor } from './classroom.mjs';

function family(pid) {
  let children = [];
  try {
    children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).trim().split('\n').map(Number);
  } catch (error) {      // no children
  }
  return [pid, ...children.flatMap(family)];
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {      // no such process
    return false;
  }
}

export async function ends(teacher, classroom) {
  await press(teacher, '.numbers button');
  await waitFor(teacher, '.lesson');
  await press(teacher, '#step-run');
  await press(teacher, '#again');
  await teacher.until('service one runs', 'picturesOf(watched).some(({running}) => running)', 60);
  const started = family(classroom.process.pid);
  const code = await classroom.stop('SIGINT');
  check(code === 130, `Ctrl-C in the middle of a run: exit code ${code}`);
  const left = started.filter(isRunning);
  check(started.length > 3 && left.length === 0, `Ctrl-C: none of ${started.length} processes still runs ${left}`);
  await waitFor(teacher, '#link.away');
  const opacity = await teacher.evaluate(`Number(getComputedStyle(document.querySelector('#place')).opacity)`);
  check(opacity < 1, `Ctrl-C: the page is dimmed and says: ${await textOf(teacher, '#link')}`);
}
