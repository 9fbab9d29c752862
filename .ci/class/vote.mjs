import { check } from '../page/services.mjs';
import { key, textOf, waitFor, waitForText, write } from './classroom.mjs';
import { saysHowFarOff } from './lesson.mjs';

export async function joins(student, classroom) {
  await write(student, '#code', classroom.code);
  await key(student, 'Enter');
  await student.until('the student has joined', `document.querySelector('#join').hidden`);
  check(true, 'a student joins with the code');
}

export async function votes(teacher, student) {
  for (const vote of [300, 1000]) {
    await write(student, '#value', vote);
    await key(student, 'Enter');
    await waitForText(student, '#mine', vote.toLocaleString('en'));
  }
  await teacher.until('one of one has voted',
    `document.querySelector('.voters')?.textContent.match(/\\d+/g)?.join() === '1,1'`);
  check(true, 'a student votes and changes the vote; the teacher\'s page counts one vote');
}

export async function seesThatTheVoteIsClosed(student) {
  await student.until('the vote is closed', `!document.querySelector('#mine').classList.contains('open')`);
  const answers = await student.evaluate(`document.querySelectorAll('.bar.theory, .bar.measured, .arithmetic').length`);
  check(answers === 0,
    `when the run begins, the vote is closed and the page does not show the answer: ${await textOf(student, '#mine')}`);
}

export async function seesTheResult(student) {
  await waitFor(student, '#answers .bar.theory');
  check(await student.evaluate(saysHowFarOff('#mine', 1000, 'shownLesson()')),
    `after the reveal, the student sees the result: ${await textOf(student, '#mine')}`);
  check(await student.evaluate(`document.querySelectorAll('#kept li').length`) === 1,
    'the student can save the result');
  const teachersPath = new URL('/state', await student.evaluate('location.href'));
  const { status } = await fetch(teachersPath);
  check(status === 404, `the students' port does not serve the teacher's paths: ${status}`);
}
