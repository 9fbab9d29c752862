// All predictions beside what was measured, to print or to save.
const keptTitle = () => state.room ? 'The class’s predictions and what was measured' : KEPT_TITLE;

function keptFrame() {
  return make('article', {class: 'kept'}, make('h1', keptTitle()), make('div', {id: 'kept'}),
    inRow(button('Go to free play', () => show('free play'), GO),
      button('Print', () => print()),
      button('Save as a file', () => keepPredictions(keptLessons(), keptWho(), keptTitle()))));
}

const keptWho = () => state.room ? 'Predicted' : 'You';
const keptLessons = () => state.lessons.filter(({reveal: revealed}) => revealed)
  .map(({reveal: {theory, measured}, ...lesson}) => ({...lesson, theory, measured}));

function drawKept() {
  const lessons = keptLessons();
  renew(byId('kept'), [lessons], () => lessons.length > 0 ? predictionsList(lessons, keptWho())
    : make('p', 'No lesson has been revealed yet.'));
  watch('');
}
