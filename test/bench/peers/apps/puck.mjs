/** Puck as documented for pages without server rendering: `Render` with a config and the page's data. */
import { Render } from '@puckeditor/core';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import './peer.css';
import { config, data } from './puck-page.mjs';

createRoot(document.getElementById('root')).render(h(Render, { config, data }));
