/** The renderer of the package: its build has the engine once, for the server and for what draws pages. */
export const importRenderer = () => import('../renderer/pages.tsx');
