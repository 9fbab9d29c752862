// What the card of Little's law says under a closed loop of /meetings, and when that has ended.
import { check } from './services.mjs';

const says = text => `document.querySelector('#law').textContent.includes(${JSON.stringify(text)})`;

export async function lawIsExplained(browser, mode) {
  await browser.until('the wait is the announced one', says('Each request waits 1.05 s, as announced.'));
  await browser.until('the loop is seen to be closed',
    says('A closed loop: connections send another request after each answer.'));
  check(true, `${mode}: the prediction is explained`);
}

export async function whatThereWasIsNotForgotten(browser, services, mode) {
  services.unload();
  await browser.until('it says that there is none lately', says('No request was answered in the last 10 s;'));
  check(true, `${mode}: without requests the page says what there was`);
}
