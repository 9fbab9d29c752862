import { check } from '../page/services.mjs';
import { key, press, textOf, waitFor, waitForText, write } from './classroom.mjs';

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
    await waitForText(student, '#mine', `Your vote: ${vote.toLocaleString('en')}`);
  }
  await waitForText(teacher, '.voters', '1 of 1 has voted');
  check(true, 'a student votes and changes the vote; the teacher\'s page counts one vote');
}

export async function seesThatTheVoteIsClosed(student) {
  await waitForText(student, '#mine', 'closed');
  const words = await textOf(student, 'main');
  check(!words.includes('Theory') && !words.includes('Measured'),
    `when the run begins, the vote is closed and the page does not show the answer: ${await textOf(student, '#mine')}`);
}

export async function seesTheResult(student) {
  await waitForText(student, '#answers', 'Theory');
  check(/1,000.*times too high/.test(await textOf(student, '#mine')),
    `after the reveal, the student sees the result: ${await textOf(student, '#mine')}`);
  check(await student.evaluate(`document.querySelectorAll('#kept li').length`) === 1,
    'the student can save the result');
  const teachersPath = new URL('/state', await student.evaluate('location.href'));
  const { status } = await fetch(teachersPath);
  check(status === 404, `the students' port does not serve the teacher's paths: ${status}`);
}
