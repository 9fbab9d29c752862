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
  await pauseStopsTheBars(browser, mode);
  await fitsEveryWindow(browser, `${mode}, single requests`);
  await browser.evaluate(`location.hash = ''`);
}
