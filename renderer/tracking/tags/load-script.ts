/** Fetches the script of a service. A page does not wait for it, and works without it. */
export function loadScript(address: string, report: (error: unknown) => void): void {
  const element = document.createElement('script');
  element.async = true;
  element.src = address;
  element.addEventListener('error', () => report(`${new URL(address).host} could not be reached.`));
  document.head.append(element);
}
