/**
 * Requests the code of islands, without running it: the files that the document has not requested yet, because islands share most.
 * @param files addresses of modules and JSON files, separated by spaces
 */
export function requestFiles(files: string): void {
  for (const href of files.split(' ')) {
    if (document.querySelector(`[href="${href}"]`)) continue;
    const attributes = href.endsWith('.json')
      ? { rel: 'preload', as: 'fetch', crossOrigin: '', href }
      : { rel: 'modulepreload', href };
    document.head.append(Object.assign(document.createElement('link'), attributes));
  }
}
