// The second step: a number with its unit, or one of several choices. It can be changed until the run has begun.

async function predict(lesson, value) {
  if (await tell('/predict', {lesson: lesson.id, value})) {
    goTo(lesson.open ? 'prediction' : 'run');
  }
}

function numberForm(lesson) {
  const {asks, prediction} = lesson;
  const field = make('input', {id: 'guess', inputmode: 'decimal', autocomplete: 'off', required: true,
    'aria-describedby': 'guess-error', value: prediction === null ? '' : String(prediction)});
  const error = make('p', {id: 'guess-error', class: 'error', role: 'alert'});
  const submit = event => {
    event.preventDefault();
    const value = readNumber(field.value);
    error.textContent = whyNot(value, asks);
    error.textContent ? field.focus() : predict(lesson, value);
  };
  return make('form', {class: 'guess', submit, novalidate: true},
    make('label', {for: 'guess'}, 'Your prediction'),
    make('div', {class: 'field'}, field, make('span', {class: 'unit'}, asks.unit),
      make('button', {type: 'submit', class: 'primary'}, prediction === null ? 'Predict' : 'Change')), error);
}

function choiceForm(lesson) {
  const choice = (words, i) => button(words, () => predict(lesson, i), {class: 'choice',
    id: i === 0 ? 'guess' : `guess-${i}`, 'aria-pressed': String(lesson.prediction === i)});
  const {choices} = lesson.asks;
  return make('div', {class: 'choices', style: `--columns: ${choices.length % 3 ? 2 : 3}`, role: 'group',
    'aria-label': 'Your prediction'}, choices.map(choice));
}

const ownForm = lesson => isChoice(lesson.asks) ? choiceForm(lesson) : numberForm(lesson);

const isOpen = lesson => ['asked', 'predicted', 'failed'].includes(lesson.state);

/** Whose prediction it is, and what. */
const predictedWords = lesson => [isRooms(lesson) ? 'The room predicts ' : 'You predict ',
  make('b', {}, valueInWords(lesson, lesson.prediction)), isRooms(lesson) ? ` (${roomsWay(lesson)}). ` : '. '];

function predictionStep(lesson) {
  if (lesson.open || isRooms(lesson)) {
    return roomsStep(lesson);
  }
  if (!isOpen(lesson)) {
    return make('div', {class: 'told'}, make('p', {}, predictedWords(lesson), 'It is kept: the run has begun.'));
  }
  return make('div', {class: 'predicting'}, ownForm(lesson),
    lesson.prediction === null ? make('p', {class: 'hint'}, 'Nothing runs before there is a prediction.')
      : make('p', {class: 'hint'}, 'It can be changed until the run begins.'), drawSetup(lesson.setup));
}
