import { Browser } from '../browser.mjs';
import { fitsEveryWindow } from './layout.mjs';
import { check, figure, Services, withPage } from './services.mjs';

const live = `document.querySelector('#live').textContent`;
const isLive = `document.querySelector('#live').className === 'live yes'`;
const opacity = `Number(getComputedStyle(document.querySelector('.cards')).opacity)`;
const moving = `document.getAnimations().filter(animation => animation.playState === 'running').length`;
const lineHeight = kind => `(document.querySelector('[data-chart="throughput"] .line.${kind}')?.getBBox().height ?? 0)`;

async function failuresShowAsFailures(browser, services) {
  services.load(5);
  await browser.until('requests are answered', `Number(${figure('now.goodPerSecond')}) > 0`);
  check(await browser.evaluate(isLive), 'service two runs: the page is live and reports no errors');
  services.endTwo();
  await browser.until('most answers are errors',
    `Number(${figure('now.failedPerSecond')}) > Number(${figure('now.goodPerSecond')})`);
  const words = await browser.evaluate(live);
  check(await browser.evaluate(`document.querySelector('#live').classList.contains('failing')
    && ${live}.includes('502 (' + MEANINGS[502] + ')')`), `service two dead: ${words}`);
  check(await browser.evaluate(`${lineHeight('bad')} > ${lineHeight('one')}`),
    'service two dead: the chart of throughput shows errors');
  check(await browser.evaluate(`document.querySelector('#law-words').textContent === noPrediction`), 'service two dead: the page predicts nothing for errors');
  check(await browser.evaluate(`document.querySelectorAll('b.bad').length`) === 2,
    'service two dead: throughput and response time are marked as bad');
}

async function endIsShown(browser, services) {
  check(await browser.evaluate(opacity) === 1, 'service one runs: the page is not dimmed');
  await browser.until('figures move', `${moving} > 0`);
  await services.stop();
  await browser.until('the page shows that service one is gone',
    `document.querySelector('#live').classList.contains('gone')`);
  await browser.until('the page says how long ago service one answered', `/[0-9]/.test(document.querySelector('#age').textContent)`);
  check(await browser.evaluate(`${live}.includes(clock(answeredAt))`),
    `service one dead: ${await browser.evaluate(live)}`);
  check(await browser.evaluate(`${opacity} < 1 && ${moving} === 0`),
    'service one dead: the page is dimmed, and nothing moves');
  const [ends, charts] = await browser.evaluate(`[[...document.querySelectorAll('figure text')]
    .filter(text => text.textContent === clock(answeredAt)).length, document.querySelectorAll('figure').length]`);
  check(charts === 5 && ends === charts, `service one dead: ${ends} of ${charts} charts end at its last answer`);
  await fitsEveryWindow(browser, 'service one dead');
}

async function restartIsShown(browser) {
  await browser.until('another mode is shown', `${figure('service.mode')} === 'pool'`);
  check(await browser.evaluate(`${opacity} === 1 && ${isLive}`),
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
