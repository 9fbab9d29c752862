import { fitsEveryWindow } from './layout.mjs';
import { check, figure } from './services.mjs';

const rows = `document.querySelectorAll('.life').length`;
const bars = `document.querySelector('#bars-rows').innerHTML`;
const when = `document.querySelector('#lives-when').textContent`;
const click = id => `document.querySelector('#${id}').click()`;
const namesUnder = `[...document.querySelectorAll('.life u')].map(u => u.textContent).filter(name => name)`;
const namesBeside = `[...document.querySelectorAll('.life p:last-child')].map(p => p.textContent).filter(name => name)`;
const waiting = `[...document.querySelectorAll('.life .meetings')].map(part => part.title)`;
const POOL_THREAD = /^pool-\d+$/;
const LOOP_OR_CARRIERS = { async: /^event-loop-\d+$/, loom: /^carrier \d+(, carrier \d+)*(, .*…)?$/ };

async function barsNameThreads(browser, mode) {
  const [threads, others, waits] = await browser.evaluate(`[${namesUnder}, ${namesBeside}, ${waiting}]`);
  const named = mode === 'pool'
    ? threads.length > 0 && threads.every(name => POOL_THREAD.test(name))
      && waits.every(words => POOL_THREAD.test(words.split(', ')[1]))
    : others.length > 0 && [...threads, ...others].every(names => LOOP_OR_CARRIERS[mode].test(names))
      && waits.every(words => /^waiting for meetings: [0-9.]+ ms$/.test(words));
  check(named, `${mode}: bars name the threads on which a request ran: ${threads[0] ?? others[0]}; ${waits[0]}`);
}

async function pauseStopsTheBars(browser, mode) {
  await browser.evaluate(click('lives-pause'));
  const before = await browser.evaluate(bars);
  const completed = await browser.evaluate(figure('total.completed'));
  await browser.until('the figures still change', `Number(${figure('total.completed')}) > ${completed} + 40`);
  check(await browser.evaluate(bars) === before, `${mode}: paused, the bars stand still`);
  await browser.evaluate(click('lives-back'));
  check(await browser.evaluate(bars) !== before && / 1 s before$/.test(await browser.evaluate(when)),
    `${mode}: one second back, there are other bars: ${await browser.evaluate(when)}`);
  await browser.evaluate(click('lives-forth'));
  check(await browser.evaluate(bars) === before, `${mode}: one second forward, the same bars again`);
  await browser.evaluate(click('lives-pause'));
  await browser.until('the bars move again', `${bars} !== ${JSON.stringify(before)} && ${when} === 'the latest'`);
}

export async function singleRequestsAreShown(browser, mode) {
  await browser.evaluate(`location.hash = '#lives'`);
  await browser.until('bars are drawn', `${rows} >= 3`);
  await barsNameThreads(browser, mode);
  const all = await browser.evaluate(`document.querySelector('#vthreads-all').textContent`);
  const right = mode === 'loom' ? Number(all) >= 40 : all === '';      // 40 clients; the browser may keep a connection, too
  check(right, `${mode}: virtual threads: ${all || 'not shown'}`);
  await pauseStopsTheBars(browser, mode);
  await fitsEveryWindow(browser, `${mode}, single requests`);
  await browser.evaluate(`location.hash = ''`);
}
