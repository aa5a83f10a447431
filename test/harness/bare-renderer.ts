/** A page renderer without a build: its pages name no scripts, and fonts only where they are given. */
import { createPageRenderer } from '../../renderer/pages.tsx';

type Assets = Parameters<typeof createPageRenderer>[0];

/** @param assets what the pages name after all */
export const createBareRenderer = (assets: Partial<Assets> = {}): ReturnType<typeof createPageRenderer> =>
  createPageRenderer({
    boot: '',
    hold: '',
    code: '',
    fetch: [],
    routed: [],
    allViews: [],
    overlay: [],
    behaviours: '',
    tracking: '',
    fonts: {},
    traces: null,
    ...assets,
  });
