/**
 * The quiz's script as written by hand, for our page without its own scripts: steps, progress, titles, focus,
 * history, errors, the saved answers, and the form.
 */
const quiz = JSON.parse(document.getElementById('quiz').textContent);
const { questions } = quiz;
const stage = document.querySelector('.stage__screen');
const form = stage.querySelector('[data-question]');
const group = form.querySelector('fieldset');
const [previous, next] = form.querySelectorAll('button');
const labels = [...form.querySelectorAll('label')];
const bar = stage.querySelector('[role=progressbar]');
const said = document.querySelector('#toasts [role=status]');
const screen = [...stage.childNodes];
const answers = questions.map(() => null);
let step = 0;

const fieldOf = ({ name, type, label, placeholder }) =>
  `<p class="field"><label>${label}<input name="${name}" type="${type}" placeholder="${placeholder ?? ''}"${type === 'checkbox' ? ' checked' : ''}></label></p>`;

const showForm = () => {
  stage.innerHTML = `<section class="section"><div class="section__body"><form data-form novalidate><h1 tabindex="-1">${quiz.formTitle}</h1>${quiz.fields.map(fieldOf).join('')}<button class="button button--emphasis_strong">${quiz.submit}</button></form></div></section>`;
  stage.querySelector('h1').focus();
  stage.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    const wrong = quiz.fields.find(({ name }) => !values[name]);
    if (wrong) {
      said.textContent = wrong.message;
      event.target.elements[wrong.name].focus();
      return;
    }
    fetch('/api/diagnostico/start', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answers, ...values }),
    });
  });
};

const show = (at) => {
  step = at;
  if (!form.isConnected) stage.replaceChildren(...screen);
  const { id, question, hint, options } = questions[at];
  const progress = `Pergunta ${at + 1} de ${questions.length}`;
  form.dataset.question = id;
  form.querySelector('h1').textContent = question;
  form.querySelector('p').textContent = hint;
  labels.forEach((label, index) => {
    const { value, label: text } = options[index];
    const input = label.firstElementChild;
    input.name = id;
    input.value = value;
    input.checked = answers[at] === value;
    label.lastElementChild.textContent = text;
  });
  previous.disabled = at === 0;
  next.textContent = at === questions.length - 1 ? quiz.finish : quiz.next;
  stage.querySelector('.progress__caption').textContent = progress;
  // The bar moves once the question is painted.
  requestAnimationFrame(() =>
    setTimeout(() => stage.querySelector('.progress__track')?.style.setProperty('--to', (step + 1) / questions.length)),
  );
  bar.setAttribute('aria-valuenow', ((at + 1) * 100) / questions.length);
  bar.setAttribute('aria-valuetext', progress);
  group.removeAttribute('aria-invalid');
  document.title = `${progress} · ${document.body.dataset.title}`;
  scrollTo(0, 0);
  group.focus({ preventScroll: true });
};

const go = (at) => {
  history.pushState({ step: at }, '', at === questions.length ? '/identificacao' : '/quiz');
  if (at === questions.length) showForm();
  else show(at);
};

form.addEventListener('change', ({ target }) => {
  answers[step] = Number(target.value);
  group.removeAttribute('aria-invalid');
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const checked = form.querySelector(':checked');
  if (checked) {
    answers[step] = Number(checked.value);
    go(step + 1);
  } else {
    group.setAttribute('aria-invalid', 'true');
    said.textContent = quiz.required;
    labels[0].firstElementChild.focus();
  }
});
previous.addEventListener('click', (event) => {
  event.preventDefault();
  go(step - 1);
});
addEventListener('popstate', ({ state }) => show(state?.step ?? 0));
addEventListener('pagehide', () => sessionStorage.setItem('quiz', JSON.stringify({ step, answers })));
