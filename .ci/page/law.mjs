import { check } from './services.mjs';

/** Whether the page shows what one of its functions says of the latest figures. */
const says = words => `document.querySelector('#law-words').textContent.includes(${words}(latest).trim())`;

export async function lawIsExplained(browser, mode) {
  await browser.until('the page explains the wait', `latest.law.waitSeconds === 1.049 && ${says('waits')}`);
  await browser.until('the page notices the closed loop', `latest.law.closed && ${says('cause')}`);
  check(true, `${mode}: the prediction is explained`);
}

export async function endOfRequestsIsShown(browser, services, mode) {
  services.unload();
  await browser.until('the page says that requests have ended', `latest.now.throughput === 0 && ${says('withoutAnswers')}`);
  check(true, `${mode}: after the last request, the page says that requests have ended`);
}
