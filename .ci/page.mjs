// Opens the status page in Chromium under load.
//   node .ci/page.mjs        needs Node 20, Chromium, and what run.sh needs; exit code 1 if a check fails
import { Browser, sleep } from './browser.mjs';
import { largeFiguresFit } from './page/extremes.mjs';
import { lanesAreShown } from './page/lanes.mjs';
import { endOfRequestsIsShown, lawIsExplained } from './page/law.mjs';
import { fitsEveryWindow } from './page/layout.mjs';
import { endsAreShown } from './page/life.mjs';
import { singleRequestsAreShown } from './page/lives.mjs';
import { check, failed, figure, MODES, Services, withPage } from './page/services.mjs';

const MOST_PAGE_MILLIS = 200;

async function figuresMove(browser, mode, services) {
  await browser.until('the page is live', `document.querySelector('#live')?.classList.contains('yes') ?? false`);
  const origin = await browser.evaluate('location.origin');
  check(origin === new URL(services.page).origin, `${mode}: service one redirects / to the page`);
  await fitsEveryWindow(browser, `${mode}, idle`);
  services.load(40);
  await browser.until('requests are answered', `Number(${figure('now.goodPerSecond')}) > 0`);
  const completed = await browser.evaluate(figure('total.completed'));
  await browser.until('the count of requests grows', `Number(${figure('total.completed')}) > ${completed}`);
  await browser.until('the page shows how many requests are in each call',
    `[...document.querySelectorAll('#calls li b')].some(b => Number(b.textContent) > 0)`);
  await browser.until('the charts are drawn', `document.querySelectorAll('figure .line.one[d^="M"]').length === 5`);
  check(await browser.evaluate(figure('service.mode')) === mode, `${mode}: figures move, charts are drawn`);
  await lawIsExplained(browser, mode);
  await fitsEveryWindow(browser, `${mode} under load`);
  await singleRequestsAreShown(browser, mode);
  await lanesAreShown(browser, mode);
  if (mode === 'async') {
    await endOfRequestsIsShown(browser, services, mode);
  }
  await largeFiguresFit(browser, mode);
  check(browser.problems.length === 0, `${mode}: no error in the console ${browser.problems.join('; ')}`);
}

async function modeIsShown(mode, dark) {
  const open = ({ url }) => Browser.open(url, { dark, moving: false });
  await withPage(await Services.start(mode), open, (browser, services) => figuresMove(browser, mode, services));
}

async function timed(url) {
  const start = performance.now();
  await (await fetch(url)).text();
  return performance.now() - start;
}

async function openWithFullQueue(services) {
  services.load(200);
  for (let i = 0; (await services.stats()).now.queued < 190; i++) {
    if (i > 100) {
      throw new Error('the queue does not fill');
    }
    await sleep(100);
  }
  const millis = [];
  for (let i = 0; i < 21; i++) {
    millis.push(await timed(services.page), await timed(new URL('/stats', services.page)));
  }
  millis.sort((a, b) => a - b);
  const median = millis[millis.length / 2];
  const most = millis.at(-1).toFixed(1);
  check(median <= MOST_PAGE_MILLIS,
    `exhausted pool: the page loads in ${median.toFixed(1)} ms (median; at most ${most} ms)`);
  return Browser.open(services.page);
}

async function exhaustedPoolIsShown() {
  await withPage(await Services.start('pool', { options: ['--threads', '1'] }), openWithFullQueue, async browser => {
    await browser.until('the page shows the queue', `Number(${figure('now.queued')}) >= 190`);
    check(browser.problems.length === 0, `exhausted pool: the page shows the queue ${browser.problems.join('; ')}`);
  });
}

/** Waits for all checks, and throws the first failure. */
async function inParallel(...checks) {
  const outcomes = await Promise.allSettled(checks);
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure) {
    throw failure.reason;
  }
}

await inParallel(...MODES.map((mode, i) => modeIsShown(mode, i % 2 === 0)), endsAreShown());
await exhaustedPoolIsShown();      // alone, because it measures how fast the page loads
process.exit(failed() ? 1 : 0);
