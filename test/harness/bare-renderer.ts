/** A page renderer without a build: its pages refer to no scripts, and to fonts only if they are given. */
import { createPageRenderer } from '../../renderer/pages.tsx';

type Assets = Parameters<typeof createPageRenderer>[0];

/** @param assets the assets that pages refer to */
export const createBareRenderer = (assets: Partial<Assets> = {}): ReturnType<typeof createPageRenderer> =>
  createPageRenderer({
    boot: '',
    bootSteps: '',
    hold: '',
    shuffle: '',
    words: { evaluate: '', written: '', mixed: '', masks: '', shown: '', glance: '', overlays: '' },
    shuffled: [],
    answers: [],
    code: '',
    fetch: [],
    routed: [],
    allViews: [],
    more: {
      any: [],
      rules: [],
      looks: [],
      amounts: [],
      phone: [],
      computed: [],
      ranking: [],
      matrix: [],
      signature: [],
      varied: [],
      search: [],
      rows: [],
      own: [],
    },
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
