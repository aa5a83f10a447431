/**
 * The script of the quiz with typed questions as written by hand, for our page without its own scripts: steps, progress, titles,
 * focus, history, errors, the saved answers, and the form.
 */
const { views, titles } = JSON.parse(document.getElementById('quiz').textContent);
const stage = document.querySelector('.stage__screen');
const said = document.querySelector('#toasts [role=status]');

const screens = views.map((html, at) => {
  const drawn = document.createElement('div');
  drawn.innerHTML = html;
  const text = (selector) => drawn.querySelector(selector)?.textContent;
  return {
    html,
    title: text('h1'),
    fields: drawn.querySelector('.form__fields')?.innerHTML,
    foot: drawn.querySelector('.form__foot')?.innerHTML,
    caption: text('.progress__caption'),
    value: drawn.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'),
    tab: titles[at],
  };
});
const answers = screens.map(() => null);
let step = 0;

const check = () => {
  const saved = stage.querySelector(`[type=radio][value="${answers[step]}"]`);
  if (saved) saved.checked = true;
};

const show = (at) => {
  const isForm = screens[at].caption === undefined || screens[step].caption === undefined;
  step = at;
  const { html, title, fields, foot, caption, value, tab } = screens[at];
  const query = (selector) => stage.querySelector(selector);
  if (isForm) stage.innerHTML = html;
  else {
    query('h1').textContent = title;
    query('.form__fields').innerHTML = fields;
    query('.form__foot').innerHTML = foot;
    query('.progress__caption').textContent = caption;
    const bar = query('[role=progressbar]');
    bar.setAttribute('aria-valuenow', value);
    bar.setAttribute('aria-valuetext', caption);
    // The bar moves once the question is painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        const track = query('.progress__track');
        track?.style.setProperty('--from', track.style.getPropertyValue('--to'));
        track?.style.setProperty('--to', value / 100);
      }),
    );
  }
  check();
  document.title = tab;
  scrollTo(0, 0);
  query('h1').focus({ preventScroll: true });
};

const go = (at) => {
  history.pushState({ step: at }, '', location.pathname);
  show(at);
};

stage.addEventListener('change', ({ target }) => {
  if (target.type === 'radio') answers[step] = target.value;
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (answers[step] === null) {
    const [first] = event.target.querySelectorAll('[type=radio]');
    if (!first) return;
    said.textContent = first.closest('fieldset').querySelector('legend').textContent;
    first.focus();
  } else go(step + 1);
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('[data-send=back]')) return;
  event.preventDefault();
  go(step - 1);
});
addEventListener('popstate', ({ state }) => show(state?.step ?? 0));
addEventListener('pagehide', () => sessionStorage.setItem('quiz', JSON.stringify({ step, answers })));
