// The fifth step: the explanation.

const withCode = text => text.split('`').map((part, i) => i % 2 ? make('code', part) : part);

const breakable = words => words.split(/(?=\.[A-Za-z])/).map((part, i) => [i > 0 && make('wbr'), part]);

const lineOf = (words, before = '', attributes = {}) => make('div', {class: 'line', ...attributes,
  style: `--hang: ${before.length + words.search(/\S|$/) + 4}`},
before !== '' && make('i', before), breakable(words || ' '));

/** If `from` is 0, the file lacks the code, and `lines` says so. */
function codeOf({file, from, lines}) {
  const to = from + lines.length - 1, where = from > 0 ? `lines ${from} to ${to}` : '';
  const line = (words, i) => lineOf(words, from > 0 ? `${from + i}`.padStart(`${to}`.length) : '');
  return make('figure', {class: 'extract'}, make('figcaption', file, make('small', where)),
    make('pre', {tabindex: '0', 'aria-label': `${file} ${where}`}, lines.map(line)));
}

/** `at java.base/sun.nio.ch.EPoll.wait(EPoll.java:12)` becomes `EPoll.wait:12`. */
const shortFrame = words => words.replace(/at (?:\S*[./])?([^./(]+\.[^.(]+)\((?:[^:)]*:)?([^)]+)\)$/, '$1:$2');

/** Service one marks the lines of the request's own code. */
const isOwn = words => words.startsWith('-->');

function tracesOf({contenders, reveal: {results}}) {
  const traced = results.filter(({trace}) => trace?.length);
  const line = words => lineOf(shortFrame(words), '',
    {class: `line ${isOwn(words) ? 'own' : ''}`, title: words.trim()});
  const figure = result => {
    const title = `Stack trace: ${labelOf(result, contenders)}`;
    const own = `${many(result.trace.filter(isOwn).length, 'line')} of the request’s own code`;
    return make('figure', {class: 'extract'}, make('figcaption', title, make('small', own)),
      make('pre', {tabindex: '0', 'aria-label': title}, result.trace.map(line)));
  };
  return traced.length > 0
    && make('section', {class: 'traces', style: `--columns: ${traced.length}`}, traced.map(figure));
}

const lookList = look => look.length > 0
  && [make('h3', 'What to look at'), make('ul', look.map(one => make('li', withCode(one))))];

const exerciseOf = (title, text) => [make('h3', title), make('p', {class: 'exercise'}, withCode(text))];
const toWrite = ({number: n, text}) =>
  exerciseOf(`Write it: exercise ${n}`, `\`./run.sh exercise ${n}\`: ${text}`);

function whyStep(lesson) {
  const {text, code, look, exercise, write} = lesson.why;
  return make('div', {class: 'why-step'}, tracesOf(lesson),
    make('div', {class: 'words'}, text.map(paragraph => make('p', withCode(paragraph)))),
    make('div', {class: 'extracts'}, lesson.lanes && threadsPlace(lesson), code.map(codeOf),
      make('div', {class: 'words'}, lookList(look), exercise && exerciseOf('Exercise', exercise),
        write.map(toWrite))),
    inRow(nextButton(lesson, {})));
}

function nextButton({id: last}, attributes) {
  const next = state.lessons.find(({id}) => id === last + 1);
  return next ? button(`Next: ${next.id} ${next.title}`, () => show(lessonName(next.id)), attributes)
    : button('All predictions', () => show('predictions'), attributes);
}
