/** The builds of `vite.config.ts`. */

/** The scripts of `renderer/boot/` that pages inline. Each is a file of `dist/inlined`, which the server reads as it is. */
export const inlinedScripts = ['boot', 'hold', 'preload', 'shuffle', 'overlays', 'glance'] as const;

/** The folders of `dist` with the builds that have libraries, and their licences. */
export const libraryBuilds = ['client', 'studio', 'dev', 'server', 'pdf'] as const;

/** What a server needs. */
export const serverBuilds = [...inlinedScripts, ...libraryBuilds] as const;
