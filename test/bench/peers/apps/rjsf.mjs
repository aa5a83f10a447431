/** RJSF as documented for several steps: one schema per step, and the submit of a step shows the next one. */
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './peer.css';
import { post } from './post.mjs';
import quiz from './quiz.json';

const questions = quiz.questions.map(({ id, question, hint, options }) => ({
  schema: {
    type: 'object',
    required: [id],
    properties: {
      [id]: {
        type: 'integer',
        title: question,
        description: hint,
        oneOf: options.map(({ value, label }) => ({ const: value, title: label })),
      },
    },
  },
  uiSchema: { [id]: { 'ui:widget': 'radio' } },
}));

const form = {
  schema: {
    type: 'object',
    title: quiz.formTitle,
    required: quiz.fields.map(({ name }) => name),
    properties: Object.fromEntries(
      quiz.fields.map(({ name, type, label, placeholder }) => [
        name,
        type === 'checkbox'
          ? { type: 'boolean', title: label, const: true, default: true }
          : {
              type: 'string',
              title: label,
              examples: [placeholder],
              ...(type === 'email' ? { format: 'email' } : { minLength: 2 }),
            },
      ]),
    ),
  },
  uiSchema: {},
};
const steps = [...questions, form];

function Quiz() {
  const [step, setStep] = useState(0);
  const [data, setData] = useState({});
  const { schema, uiSchema } = steps[step];
  const isForm = step === questions.length;
  const label = isForm ? quiz.submit : step === questions.length - 1 ? quiz.finish : quiz.next;
  return h(
    'main',
    null,
    isForm ? null : h('p', null, `Pergunta ${step + 1} de ${questions.length}`),
    h(
      Form,
      {
        key: step,
        schema,
        uiSchema,
        formData: data,
        validator,
        showErrorList: false,
        onSubmit: ({ formData }) => {
          const all = { ...data, ...formData };
          setData(all);
          if (isForm) void post(all);
          else setStep(step + 1);
        },
      },
      step === 0
        ? null
        : h('button', { type: 'button', className: 'previous', onClick: () => setStep(step - 1) }, quiz.previous),
      h('button', { type: 'submit', className: 'next' }, label),
    ),
  );
}

createRoot(document.getElementById('root')).render(h(Quiz));
