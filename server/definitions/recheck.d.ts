/** The build of `recheck` without its native programs has no types of its own. */
declare module 'recheck/lib/browser.js' {
  const recheck: Pick<typeof import('recheck'), 'checkSync'>;
  export default recheck;
}
