/** The quiz as a component for Puck, which has no component for questions. */
import { createElement as h, useState } from 'react';
import { post } from './post.mjs';

const fieldsOf = (fields, values, setValues, errors) =>
  fields.map(({ name, type, label, placeholder, message }) => {
    const isBox = type === 'checkbox';
    const input = h('input', {
      name,
      type,
      placeholder,
      'aria-invalid': errors.includes(name) || undefined,
      ...(isBox ? { checked: values[name] ?? true } : { value: values[name] ?? '' }),
      onChange: ({ target }) => setValues({ ...values, [name]: isBox ? target.checked : target.value }),
    });
    return h(
      'div',
      { key: name },
      h('label', null, label, input),
      errors.includes(name) ? h('p', { role: 'alert' }, message) : null,
    );
  });

export function Steps({ questions, fields, formTitle, next, previous, finish, submit, required }) {
  const [step, setStep] = useState(0);
  const [answers, setAnswers] = useState([]);
  const [values, setValues] = useState({});
  const [errors, setErrors] = useState([]);
  const question = questions[step];
  const send = (event) => {
    event.preventDefault();
    if (question !== undefined) {
      const isEmpty = answers[step] === undefined;
      setErrors(isEmpty ? [question.id] : []);
      if (!isEmpty) setStep(step + 1);
      return;
    }
    const wrong = fields
      .filter(({ name, type }) => (type === 'checkbox' ? values[name] === false : !values[name]))
      .map(({ name }) => name);
    setErrors(wrong);
    if (wrong.length === 0) void post(answers, values);
  };
  return h(
    'form',
    { onSubmit: send, noValidate: true },
    question === undefined
      ? [h('h1', { key: 'title' }, formTitle), ...fieldsOf(fields, values, setValues, errors)]
      : [
          h('p', { key: 'step' }, `Pergunta ${step + 1} de ${questions.length}`),
          h('progress', { key: 'progress', max: questions.length, value: step + 1 }),
          h(
            'fieldset',
            { key: question.id },
            h('legend', null, question.question),
            h('p', null, question.hint),
            question.options.map(({ value, label }) =>
              h(
                'label',
                { key: value },
                h('input', {
                  type: 'radio',
                  name: question.id,
                  checked: answers[step] === value,
                  onChange: () => setAnswers(Object.assign([...answers], { [step]: value })),
                }),
                label,
              ),
            ),
            errors.length > 0 ? h('p', { role: 'alert' }, required) : null,
          ),
        ],
    step === 0
      ? null
      : h('button', { type: 'button', className: 'previous', onClick: () => setStep(step - 1) }, previous),
    h(
      'button',
      // Not a submit button: a press before the hydration would submit the form and load the page again.
      { type: 'button', className: 'next', onClick: send },
      question === undefined ? submit : step === questions.length - 1 ? finish : next,
    ),
  );
}
