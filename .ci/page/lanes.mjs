import { fits } from '../class/fits.mjs';
import { check } from './services.mjs';

/** Clicks a slice of the last part of a view, and returns the lane's pixels that then have a picked request's colour. */
const click = view => `(() => {
  const part = [...${view}.parts.values()].at(-1), from = part.end - ${view}.span, middle = part.end - ${view}.span / 2;
  const inLane = name => part.recording.within(name, from, part.end).filter(slice => slice.from > from);
  const [lane, {canvas}] = [...part.rows].find(([name]) => inLane(name).length > 0);
  const {from: begin, to} = inLane(lane).toSorted((a, b) => Math.abs(a.from - middle) - Math.abs(b.from - middle))[0];
  const box = canvas.getBoundingClientRect(), x = box.left + box.width * ((begin + to) / 2 - from) / ${view}.span;
  canvas.dispatchEvent(new MouseEvent('click', {clientX: x, clientY: box.top + box.height / 2}));
  const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const bytes = ['--picked', '--picked-waits'].map(name => {
    pen.fillStyle = getComputedStyle(canvas).getPropertyValue(name);
    pen.fillRect(0, 0, 1, 1);
    return pen.getImageData(0, 0, 1, 1).data.join();
  });
  Object.assign(pen.canvas, {width: canvas.width, height: canvas.height});
  pen.drawImage(canvas, 0, 0);
  const {data} = pen.getImageData(0, 0, canvas.width, canvas.height);
  return Array.from({length: data.length / 4}, (_, i) => data.slice(4 * i, 4 * i + 4).join())
    .filter(pixel => bytes.includes(pixel)).length;
})()`;

const told = `document.querySelector('.lanes-told').textContent`;

/** Leaves the view live, without a picked request. */
export async function aClickPicksARequest(browser, view, what) {
  const pixels = await browser.evaluate(click(view));
  const [words, paused, request, ofRequest] = await browser.evaluate(
    `[${told}, ${view}.paused, ${view}.partPicked()?.picked, ${view}.partPicked()?.pickedWords()]`);
  check(pixels > 0 && paused && request > 0 && words === ofRequest && words.includes(request),
    `${what}: a click picks a request (${pixels} pixels), and pauses: ${words}`);
  await browser.evaluate(`${view}.zoomTo(200)`);
  const shown = await browser.evaluate(`[${view}.shown.textContent, document.querySelector('.lanes-axis').textContent]`);
  check(shown[0] === '200 µs', `${what}: zooms to ${shown.join(', axis: ')}`);
  await browser.evaluate(`${view}.pick(null, null), ${view}.zoomTo(2e6), ${view}.pause(false)`);
}

export async function lanesAreShown(browser, mode) {
  await browser.resize(1280, 800);
  await browser.evaluate(`location.hash = '#lanes'`);
  const part = `lanesView.parts.get('')`;
  await browser.until('slices are drawn', `[...${part}.recording.slices.values()].some(slices => slices.size > 10)`);
  const [lanes, words] = await browser.evaluate(`[document.querySelectorAll('.lane').length, ${part}.words.textContent]`);
  check(lanes > 0 && lanes <= 16, `${mode}: ${lanes} lanes: ${words}`);
  await aClickPicksARequest(browser, 'lanesView', mode);
  await fits(browser, `${mode}, lanes`);
  await browser.evaluate(`location.hash = ''`);
}
