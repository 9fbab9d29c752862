'use strict';
// Finds, writes and rounds figures, for all pages.
const isKnown = Number.isFinite;
const clamp = (n, least, most) => Math.max(least, Math.min(most, n));
const sum = (all, value) => all.reduce((total, each) => total + value(each), 0);
const times = (n, each) => Array.from({length: n}, (_, i) => each(i));
const lastOf = all => all[all.length - 1];
const lookUp = (all, path) => path.split('.').reduce((value, name) => value?.[name], all);
const decimals = (n, most, least = 0) =>
  n.toLocaleString('en', {minimumFractionDigits: least, maximumFractionDigits: most});
const count = n => isKnown(n) ? decimals(n, 0) : '–';
const many = (n, one, several = `${one}s`) => `${count(n)} ${n === 1 ? one : several}`;
const singular = words => words.replace(/s$/, '');
const clock = at => new Date(at).toLocaleTimeString('en', {hourCycle: 'h23'});

/** To 1, 2, 5, 10, 20, 50 …, or with other leads. */
function roundUp(n, leads = [1, 2, 5, 10]) {
  const power = 10 ** Math.floor(Math.log10(n));
  return leads.map(lead => lead * power).find(round => round >= n);
}

/** The top of a chart. Half of it is round, too, and labels the middle line. */
const roundTop = n => roundUp(0.999 * Math.max(n, 1), [1, 2, 4, 6, 8, 10]);
