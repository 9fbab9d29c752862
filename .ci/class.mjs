// A class, driven in Chromium as a teacher and a student would: one lesson from question to reveal with a vote from
// another browser, a second tab, a reload in the middle of a run, free play with an experiment that compare accepts, a
// page of another origin that tries to start a run, and an end in the middle of a run that leaves nothing behind.
//   node .ci/class.mjs      needs Node 20, Chromium, and what run.sh needs, JMeter too; exit code 1 if a check fails
import { Browser } from './browser.mjs';
import { Classroom } from './class/classroom.mjs';
import { ends } from './class/end.mjs';
import { isRefused } from './class/hostile.mjs';
import { opens, predicts, reveals, runs } from './class/lesson.mjs';
import { playsFreely } from './class/play.mjs';
import { showsItsStates } from './class/states.mjs';
import { comesIn, isToldThatTheVoteIsClosed, isToldWhatCameOut, votes } from './class/vote.mjs';
import { check, failed } from './page/services.mjs';

async function lesson(classroom, teacher, tab, student) {
  await opens(teacher, tab, classroom);
  await comesIn(student, classroom);
  await predicts(teacher, classroom);
  await votes(teacher, student);
  await isRefused(classroom);
  await runs(teacher, tab);
  await isToldThatTheVoteIsClosed(student);
  await reveals(teacher, tab, classroom);
  await isToldWhatCameOut(student);
}

/** Whatever comes of it, the browsers are closed. */
async function inBrowsers(addresses, look) {
  const browsers = [];
  try {
    for (const address of addresses) {
      browsers.push(await Browser.open(address, { width: 1280, height: 720 }));
    }
    await look(...browsers);
  } finally {
    await Promise.all(browsers.map(browser => browser.close()));
  }
}

const classroom = await Classroom.start();
try {
  await showsItsStates(classroom);
  await inBrowsers([classroom.page, classroom.page, classroom.room], async (teacher, tab, student) => {
    await lesson(classroom, teacher, tab, student);
    await playsFreely(teacher, classroom);
    const red = [teacher, tab, student].flatMap(({ problems }) => problems);
    check(red.length === 0, `nothing red in the consoles ${red.join('; ')}`);
    await ends(teacher, classroom);
  });
} finally {
  await classroom.stop();
}
process.exit(failed() ? 1 : 0);
