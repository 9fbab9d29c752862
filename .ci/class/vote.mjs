// A student's browser, on the room's page: comes in with the code, votes, and changes the vote until the reveal.
import { check } from '../page/services.mjs';
import { key, press, textOf, waitFor, waitForText, write } from './classroom.mjs';

export async function comesIn(student, classroom) {
  await write(student, '#code', classroom.code);
  await key(student, 'Enter');
  await student.until('the student is in', `document.querySelector('#join').hidden`);
  check(true, 'a student comes in with the room\'s code');
}

export async function votes(teacher, student) {
  await press(teacher, '#go');
  await waitFor(teacher, '.room');
  await press(teacher, '#open-vote');
  for (const vote of [300, 30]) {
    await student.until('the question is there', `!document.querySelector('#number').hidden`);
    await write(student, '#value', vote);
    await key(student, 'Enter');
    await waitForText(student, '#mine', `Your vote: ${vote}`);
  }
  await waitForText(teacher, '.voters', '1 vote so far');
  check(true, 'a vote is given and changed; the teacher\'s page says that one has voted');
}

export async function isToldOfTheVote(teacher, student) {
  await waitForText(student, '#mine', 'closed');
  const words = await textOf(student, 'main');
  check(!words.includes('20 requests/s'),
    `after the reveal the vote is closed, and says no answer: ${await textOf(student, '#mine')}`);
  const other = new URL('/state', await student.evaluate('location.href'));
  const { status } = await fetch(other);
  check(status === 404, `the room's port does not know the teacher's paths: ${status}`);
}
