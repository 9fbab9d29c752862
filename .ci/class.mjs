// Holds a class in Chromium: a teacher with two tabs, and a student.
//   node .ci/class.mjs      needs Node 20, Chromium, JMeter, and what run.sh needs; exit code 1 if a check fails
import { Browser } from './browser.mjs';
import { Classroom } from './class/classroom.mjs';
import { ends } from './class/end.mjs';
import { hostilePageIsRefused } from './class/hostile.mjs';
import { showsLanes } from './class/lanes.mjs';
import { opens, predicts, reveals, runs } from './class/lesson.mjs';
import { playsFreely } from './class/play.mjs';
import { showsItsStates } from './class/states.mjs';
import { joins, seesThatTheVoteIsClosed, seesTheResult, votes } from './class/vote.mjs';
import { check, failed } from './page/services.mjs';

async function lesson(classroom, teacher, tab, student) {
  await opens(teacher, tab, classroom);
  await joins(student, classroom);
  await predicts(teacher, classroom);
  await votes(teacher, student);
  await hostilePageIsRefused(classroom);
  await runs(teacher, tab);
  await seesThatTheVoteIsClosed(student);
  await reveals(teacher, tab, classroom);
  await seesTheResult(student);
}

async function inBrowsers(addresses, look) {
  const browsers = [];
  try {
    for (const address of addresses) {
      browsers.push(await Browser.open(address, { width: 1280, height: 720, moving: false }));
    }
    await look(...browsers);
  } finally {
    await Promise.all(browsers.map(browser => browser.close()));
  }
}

const classroom = await Classroom.start();
try {
  await showsItsStates(classroom);
  await inBrowsers([classroom.page, classroom.page, classroom.votePage], async (teacher, tab, student) => {
    await lesson(classroom, teacher, tab, student);
    await showsLanes(teacher);
    await playsFreely(teacher);
    const problems = [teacher, tab, student].flatMap(browser => browser.problems);
    check(problems.length === 0, `no error in the consoles ${problems.join('; ')}`);
    await ends(teacher, classroom);
  });
} finally {
  await classroom.stop();
}
process.exit(failed() ? 1 : 0);
