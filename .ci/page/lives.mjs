import { fitsEveryWindow } from './layout.mjs';
import { check, figure } from './services.mjs';

const rows = `document.querySelectorAll('.life').length`;
const bars = `document.querySelector('#bars-rows').innerHTML`;
const when = `document.querySelector('#lives-when').textContent`;
const click = id => `document.querySelector('#${id}').click()`;
const namesUnder = `[...document.querySelectorAll('.life u')].map(u => u.textContent).filter(name => name)`;
const namesBeside = `[...document.querySelectorAll('.life p:last-child')].map(p => p.textContent).filter(name => name)`;
const waiting = `[...document.querySelectorAll('.life .meetings')].map(part => part.title)`;
/** The threads by their names on the page. */
const threadNames = `Object.fromEntries(samples.answers.flatMap(({lives}) => lives).flatMap(({parts}) => parts).filter(({thread}) => thread)
  .map(({thread}) => [laneWords(thread), thread]))`;
const OWN_THREAD = /^(pool|ForkJoinPool-1-worker|worker)-\d+$/;
const threadKinds = `[latest.service.keepsPlatformThread, latest.service.onVirtualThreads]`;

/** A virtual thread has no carrier while it waits. */
async function barsNameThreads(browser, mode) {
  const [under, beside, waits, names] =
    await browser.evaluate(`[${namesUnder}, ${namesBeside}, ${waiting}, ${threadNames}]`);
  const [keepsThread, isVirtual] = await browser.evaluate(threadKinds);
  const threads = [...under, ...beside.flatMap(line => line.split(', '))].filter(name => !name.endsWith('…'));
  const kind = keepsThread || isVirtual ? OWN_THREAD : /^event-loop-\d+$/;
  const named = threads.length > 0 && threads.every(name => kind.test(names[name])) && waits.every(words =>
    /meetings: [0-9.]+ ms/.test(words) && (keepsThread ? OWN_THREAD.test(names[words.split(', ')[1]]) : !words.includes(', ')));
  check(named, `${mode}: bars name the threads on which a request ran: ${threads[0]}; ${waits[0]}`);
}

/** A fifth of the requests is slow, and they end in a rhythm that a fixed step would follow. */
const mixed = (ended, lives) => ({ now: 1000, since: 0, until: 1e6, ended, inFlight: 3,
  lives: Array.from({ length: lives }, (_, i) => ({ id: i, total: i % 5 === 4 ? 9000 : 5 })) });
const sampled = (answers, rows) => `(() => {
  const of = new Samples();
  ${JSON.stringify(answers)}.forEach(answer => of.add(answer));
  const {lives, words} = of.shown(${rows});
  return [lives.length, lives.filter(({total}) => total > 5).length, new Set(lives).size, words];
})()`;

async function rowsAreAnEvenSample(browser) {
  for (const rows of [8, 10, 13, 20]) {
    const [all, slow, different, words] = await browser.evaluate(sampled([mixed(3120, 40)], rows));
    check(all === rows && different === rows && slow >= rows / 10 && slow <= rows * 0.4 && /3,120/.test(words),
      `${slow} of ${rows} rows are slow requests, which are a fifth: ${words}`);
  }
  const few = { ...mixed(3, 3), since: 1e6, until: 2e6, now: 2000 };
  const [, , , words] = await browser.evaluate(sampled([mixed(4, 4), few], 12));
  check(/^all 7 .*2\.0 s/.test(words), `few requests are all shown, from several answers: ${words}`);
  const [all] = await browser.evaluate(sampled([mixed(3120, 40), { ...few, since: 1.5e6 }], 12));
  check(all === 3, 'requests from before a gap in the recording are not shown as the latest');
}

async function pauseStopsTheBars(browser, mode) {
  await browser.evaluate(click('lives-pause'));
  const before = await browser.evaluate(bars);
  const completed = await browser.evaluate(figure('total.completed'));
  await browser.until('the figures still change', `Number(${figure('total.completed')}) > ${completed} + 40`);
  check(await browser.evaluate(bars) === before, `${mode}: paused, the bars stand still`);
  await browser.evaluate(click('lives-back'));
  check(await browser.evaluate(bars) !== before && /, 1 s\b/.test(await browser.evaluate(when)),
    `${mode}: one second back, there are other bars: ${await browser.evaluate(when)}`);
  await browser.evaluate(click('lives-forth'));
  check(await browser.evaluate(bars) === before, `${mode}: one second forward, the same bars again`);
  await browser.evaluate(click('lives-pause'));
  await browser.until('the bars move again', `${bars} !== ${JSON.stringify(before)} && !paused`);
}

export async function singleRequestsAreShown(browser, mode) {
  await browser.evaluate(`location.hash = '#lives'`);
  await browser.until('bars are drawn', `${rows} >= 3`);
  await barsNameThreads(browser, mode);
  const all = await browser.evaluate(`document.querySelector('#vthreads-all').textContent`);
  const [, virtual] = await browser.evaluate(threadKinds);
  const right = virtual ? Number(all) >= 40 : all === '';      // 40 clients; the browser may keep a connection, too
  check(right, `${mode}: virtual threads: ${all || 'not shown'}`);
  await rowsAreAnEvenSample(browser);
  await pauseStopsTheBars(browser, mode);
  await fitsEveryWindow(browser, `${mode}, single requests`);
  await browser.evaluate(`location.hash = ''`);
}
