/** The builds of `vite.config.ts`. */

/** The scripts of `renderer/boot/` that pages inline. */
export const inlinedScripts = ['boot', 'hold', 'shuffle', 'overlays', 'glance'] as const;

/** What a server needs. */
export const serverBuilds = ['client', ...inlinedScripts, 'studio', 'dev', 'server'] as const;
