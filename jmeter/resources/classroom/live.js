// The live figures. The page asks for them only while it shows pictures.
const LIVE_MILLIS = 1000;
let live = {of: '', pictures: []};
let watched = '';

const picturesOf = of => live.of === of ? live.pictures : [];

async function renewLive(lesson) {
  const [newer, lanes] = await Promise.all([fetchJson('/live'),
    lesson?.lanes && !threadsView.paused && fetchJson('/lanes')]);
  if (newer) {
    live = newer;
    rememberLives(live.pictures);
    drawLive();
  }
  if (newer && lanes?.answers && newer.of === watched) {
    takeLanes({...lanes, of: watched}, picturesInOrder(lesson), lesson.contenders);
  }
}

async function followLive() {
  let asked = '';
  for (;;) {
    await seen();
    const isOn = state?.busy === watched;
    const wanted = `${watched} ${state?.version} ${threadsView.paused}`;
    if (watched && awaySince === null && (isOn || asked !== wanted)) {
      asked = wanted;
      await renewLive(state.lessons.find(({id}) => watched === lessonName(id)));
    }
    await after(LIVE_MILLIS);
  }
}

function watch(of) {
  watched = of;
}
