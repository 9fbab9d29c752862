// The predictions and results of all revealed lessons.

function predictionsList(lessons, who) {
  const row = (name, words) => [make('dt', {}, name), make('dd', {}, words)];
  const entry = ({id, title, asks, prediction, theory, measured}) => {
    const off = isKnown(prediction) && !isChoice(asks) ? howFarOff(prediction, judgeOf({theory, measured})) : '';
    return make('li', {}, make('h3', {}, make('b', {}, id), ` ${title}`), make('dl', {},
      row(who, isKnown(prediction) ? `${valueInWords({asks}, prediction)}${off ? `, ${off}` : ''}` : 'no prediction'),
      row('Theory', valueInWords({asks}, theory.value)),
      row('Measured', !isKnown(measured.value) ? 'no answer'
        : `${valueInWords({asks}, measured.value)}${measured.doubt ? ', in doubt' : ''}`)));
  };
  return make('ol', {class: 'predictions'}, lessons.map(entry));
}

const KEPT_TITLE = 'My predictions and what was measured';
const KEPT_STYLE = 'body{font:16px/1.4 sans-serif;max-width:40rem;margin:1rem auto;padding:0 1rem}'
  + 'ol{list-style:none;padding:0}h3{margin:1rem 0 .2rem}dl{display:grid;grid-template-columns:6rem 1fr;margin:0}'
  + 'dd{margin:0}';

function keepPredictions(lessons, who, title) {
  const page = '<!doctype html><html lang="en"><meta charset="utf-8">'
    + `<meta name="viewport" content="width=device-width"><title>${title}</title><style>${KEPT_STYLE}</style><h1>${title}</h1>`
    + `<p>${new Date().toLocaleDateString('en', {dateStyle: 'long'})}</p>${predictionsList(lessons, who).outerHTML}`;
  save('predictions.html', 'text/html', page);
}

function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], {type}));
  make('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);      // a phone may first ask whether to save the file
}
