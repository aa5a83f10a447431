/** The builds of `vite.config.ts` that a server needs. */
export const serverBuilds = [
  'client',
  'boot',
  'boot-steps',
  'hold',
  'shuffle',
  'conditions',
  'written',
  'mixed',
  'overlays',
  'masks',
  'shown',
  'studio',
  'dev',
  'server',
] as const;
