import { Browser } from '../browser.mjs';
import { fitsEveryWindow } from './layout.mjs';
import { check, figure, Services, withPage } from './services.mjs';

const live = `document.querySelector('#live').textContent`;
const opacity = `Number(getComputedStyle(document.querySelector('.cards')).opacity)`;
const moving = `document.getAnimations().filter(animation => animation.playState === 'running').length`;
const lineHeight = kind => `(document.querySelector('[data-chart="throughput"] .line.${kind}')?.getBBox().height ?? 0)`;

async function failuresShowAsFailures(browser, services) {
  services.load(5);
  await browser.until('requests are answered', `Number(${figure('now.goodPerSecond')}) > 0`);
  check(await browser.evaluate(live) === 'live', 'service two runs: the page is live and reports no errors');
  services.endTwo();
  await browser.until('most answers are errors',
    `Number(${figure('now.failedPerSecond')}) > Number(${figure('now.goodPerSecond')})`);
  const words = await browser.evaluate(live);
  check(/^live, but (most answers are|every answer is an) errors?: 502 \(service two failed/.test(words),
    `service two dead: ${words}`);
  check(await browser.evaluate(`${lineHeight('bad')} > ${lineHeight('one')}`),
    'service two dead: the chart of throughput shows errors');
  const law = await browser.evaluate(`document.querySelector('#law').textContent`);
  check(law.includes('no prediction for them'), 'service two dead: the page predicts nothing for errors');
  check(await browser.evaluate(`document.querySelectorAll('b.bad').length`) === 2,
    'service two dead: throughput and response time are marked as bad');
}

async function endIsShown(browser, services) {
  check(await browser.evaluate(opacity) === 1, 'service one runs: the page is not dimmed');
  await browser.until('figures move', `${moving} > 0`);
  await services.stop();
  await browser.until('the page shows that service one is gone',
    `document.querySelector('#live').classList.contains('gone')`);
  await browser.until('the page says how long ago service one answered', `/\\([0-9]+ s ago\\)/.test(${live})`);
  check(/^service one has not answered since [0-9:]{8}; these are its last figures/.test(await browser.evaluate(live)),
    `service one dead: ${await browser.evaluate(live)}`);
  check(await browser.evaluate(`${opacity} < 1 && ${moving} === 0`),
    'service one dead: the page is dimmed, and nothing moves');
  const labels = await browser.evaluate(`[...document.querySelectorAll('figure text')].map(text => text.textContent)`);
  check(labels.length > 0 && !labels.includes('now'),
    'service one dead: no chart ends at "now"');
  await fitsEveryWindow(browser, 'service one dead');
}

async function restartIsShown(browser) {
  await browser.until('another mode is shown', `${figure('service.mode')} === 'pool'`);
  check(await browser.evaluate(`${opacity} === 1 && ${live} === 'live'`),
    'service one runs again, as a pool: the page is live');
}

export async function endsAreShown() {
  const first = await Services.start('loom');
  const open = ({ page }) => Browser.open(page);
  await withPage(first, open, async (browser, services) => {
    await failuresShowAsFailures(browser, services);
    await endIsShown(browser, services);
    const second = await Services.start('pool', { page: new URL(first.page).port });
    try {
      await restartIsShown(browser);
    } finally {
      await second.stop();
    }
    const gone = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/;      // requests to a dead service
    const others = browser.problems.filter(problem => !gone.test(problem));
    check(others.length === 0, `no error in the console except failed connections ${others.join('; ')}`);
  });
}
