import { check } from '../page/services.mjs';

const WINDOWS = [[1280, 720], [1920, 1080], [390, 844], [640, 400]];      // the last is 1280x800 at 200 % zoom

export async function fits(browser, what) {
  const found = [];
  for (const [width, height] of WINDOWS) {
    await browser.resize(width, height);
    const wider = await browser.evaluate('document.documentElement.scrollWidth - innerWidth');
    found.push(...wider > 0 ? [`${width}x${height}: ${wider} px wider than the window`] : []);
  }
  await browser.resize(...WINDOWS[0]);
  check(found.length === 0, `${what}: fits the width of every window ${found.join('; ')}`);
}
