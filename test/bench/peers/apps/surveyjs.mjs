/** SurveyJS as documented: a model from JSON, one question a page, in its own theme. */
import 'survey-core/survey-core.css';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';
import { post } from './post.mjs';
import quiz from './quiz.json';

const model = new Model({
  showProgressBar: true,
  pageNextText: quiz.next,
  pagePrevText: quiz.previous,
  completeText: quiz.submit,
  pages: [
    ...quiz.questions.map(({ id, question, hint, options }) => ({
      elements: [
        {
          type: 'radiogroup',
          name: id,
          title: question,
          description: hint,
          isRequired: true,
          choices: options.map(({ value, label }) => ({ value, text: label })),
        },
      ],
    })),
    {
      title: quiz.formTitle,
      elements: quiz.fields.map(({ name, type, label, placeholder }) =>
        type === 'checkbox'
          ? { type: 'boolean', renderAs: 'checkbox', name, title: label, isRequired: true, defaultValue: true }
          : {
              type: 'text',
              name,
              title: label,
              placeholder,
              isRequired: true,
              inputType: type,
              ...(type === 'email' ? { validators: [{ type: 'email' }] } : {}),
            },
      ),
    },
  ],
});
model.onComplete.add(({ data }) => void post(data));
createRoot(document.getElementById('root')).render(h(Survey, { model }));
