// A student's browser, on the room's page: comes in with the code, votes, and changes the vote until the run begins.
import { check } from '../page/services.mjs';
import { key, press, textOf, waitFor, waitForText, write } from './classroom.mjs';

export async function comesIn(student, classroom) {
  await write(student, '#code', classroom.code);
  await key(student, 'Enter');
  await student.until('the student is in', `document.querySelector('#join').hidden`);
  check(true, 'a student comes in with the room\'s code');
}

export async function votes(teacher, student) {
  for (const vote of [300, 1000]) {
    await write(student, '#value', vote);
    await key(student, 'Enter');
    await waitForText(student, '#mine', `Your vote: ${vote.toLocaleString('en')}`);
  }
  await waitForText(teacher, '.voters', '1 of 1 has voted');
  check(true, 'a vote is given and changed; the teacher\'s page says that one has voted');
}

export async function isToldThatTheVoteIsClosed(student) {
  await waitForText(student, '#mine', 'closed');
  const words = await textOf(student, 'main');
  check(!words.includes('Theory') && !words.includes('Measured'),
    `when the run begins the vote is closed, and nothing tells the answer: ${await textOf(student, '#mine')}`);
}

export async function isToldWhatCameOut(student) {
  await waitForText(student, '#answers', 'Theory');
  check(/1,000.*times too high/.test(await textOf(student, '#mine')),
    `after the reveal the student sees what came out: ${await textOf(student, '#mine')}`);
  check(await student.evaluate(`document.querySelectorAll('#kept li').length`) === 1, 'and has it to keep');
  const other = new URL('/state', await student.evaluate('location.href'));
  const { status } = await fetch(other);
  check(status === 404, `the room's port does not know the teacher's paths: ${status}`);
}
