import { check } from './services.mjs';

const says = text => `document.querySelector('#law').textContent.includes(${JSON.stringify(text)})`;

export async function lawIsExplained(browser, mode) {
  await browser.until('the page explains the wait', says('The configured delays make each request wait 1.05 s.'));
  await browser.until('the page notices the closed loop',
    says('A closed loop: connections send another request after each answer.'));
  check(true, `${mode}: the prediction is explained`);
}

export async function endOfRequestsIsShown(browser, services, mode) {
  services.unload();
  await browser.until('the page says that requests have ended', says('No request was answered in the last 10 s;'));
  check(true, `${mode}: after the last request, the page says that requests have ended`);
}
