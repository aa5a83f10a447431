'use client';

export { Steps } from '../steps.mjs';
