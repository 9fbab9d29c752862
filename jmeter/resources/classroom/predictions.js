// The predictions and results of all revealed lessons.

function predictionsList(lessons, who) {
  const row = (name, words) => [make('dt', name), make('dd', words)];
  const inWords = (lesson, value, otherwise, more) => isKnown(value)
    ? withOff(valueInWords(lesson, value), more) : otherwise;
  const entry = lesson => {
    const {id, title, asks, prediction, theory, measured} = lesson;
    const off = isChoice(asks) ? '' : howFarOff(prediction, judgeOf(lesson));
    return make('li', make('h3', make('b', id), ` ${title}`), make('dl', {},
      row(who, inWords(lesson, prediction, 'no prediction', off)),
      row('Theory', valueInWords(lesson, theory.value)),
      row('Measured', inWords(lesson, measured.value, 'no answer', measured.doubt && 'in doubt'))));
  };
  return make('ol', {class: 'predictions'}, lessons.map(entry));
}

const KEPT_TITLE = 'My predictions and what was measured';
const KEPT_STYLE = 'body{font:16px/1.4 sans-serif;max-width:40rem;margin:1rem auto;padding:0 1rem}'
  + 'ol{list-style:none;padding:0}h3{margin:1rem 0 .2rem}dl{display:grid;grid-template-columns:6rem 1fr;margin:0}'
  + 'dd{margin:0}';

function keepPredictions(lessons, who, title) {
  const page = '<!doctype html><html lang="en"><meta charset="utf-8">'
    + `<meta name="viewport" content="width=device-width"><title>${title}</title>`
    + `<style>${KEPT_STYLE}</style><h1>${title}</h1>`
    + `<p>${new Date().toLocaleDateString('en', {dateStyle: 'long'})}</p>${predictionsList(lessons, who).outerHTML}`;
  save('predictions.html', 'text/html', page);
}

function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], {type}));
  make('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);      // a phone may first ask whether to save the file
}
