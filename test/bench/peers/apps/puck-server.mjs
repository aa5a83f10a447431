/** Puck's `Render` for server components, drawn to HTML when the page is built. */
import { Render } from '@puckeditor/core/rsc';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { config, data } from './puck-page.mjs';

export const html = renderToString(h(Render, { config, data }));
