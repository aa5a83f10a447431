/**
 * The browser's part of the page drawn by `puck-server.mjs`: its client component is hydrated. A framework with server
 * components adds its router and the payload of the page to this.
 */
import { createElement as h } from 'react';
import { hydrateRoot } from 'react-dom/client';
import './peer.css';
import quiz from './quiz.json';
import { Steps } from './steps.mjs';

hydrateRoot(document.querySelector('[data-quiz]'), h(Steps, { id: 'quiz', ...quiz }));
