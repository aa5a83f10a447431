/** A page renderer without a build: its pages refer to no scripts, and to fonts only if they are given. */
import { createPageRenderer } from '../../renderer/pages.tsx';

type Assets = Parameters<typeof createPageRenderer>[0];

/** @param assets the assets that pages refer to */
export const createBareRenderer = (assets: Partial<Assets> = {}): ReturnType<typeof createPageRenderer> =>
  createPageRenderer({
    inlined: { boot: '', hold: '', preload: '', shuffle: '', overlays: '', glance: '' },
    shuffled: [],
    answers: [],
    code: '',
    fetch: [],
    react: [],
    allViews: [],
    moreViews: {},
    more: [],
    rules: [],
    controls: {},
    functions: [],
    overlay: [],
    behaviours: '',
    consent: '',
    guard: '',
    tracking: '',
    carry: '',
    attribution: '',
    tags: '',
    adapters: { gtm: '', ga4: '', googleAds: '', tiktok: '', linkedin: '' },
    fonts: {},
    traces: null,
    ...assets,
  });
