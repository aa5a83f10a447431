/** Loads the functions of a site's own (`extensions/functions/`), for the expressions that call one. */
import { knownFunctions } from '../../engine/expressions/evaluate.ts';
import { implementationOf } from '../../engine/expressions/extension-function.ts';
import type { FunctionFile } from '../../schemas/extensions/extensions.js';

/** Fetches functions by the addresses of their modules. @throws TypeError on failure */
export async function fetchFunctions(addresses: Iterable<string>): Promise<void> {
  const loaded = [...addresses].map(async (address) => {
    const { default: file } = (await import(/* @vite-ignore */ address)) as { readonly default: FunctionFile };
    return [address, implementationOf(file)] as const;
  });
  Object.assign(knownFunctions, Object.fromEntries(await Promise.all(loaded)));
}

/** Fetches the functions that conditions of the page call. @param fetched is called on success */
export async function fetchPageFunctions(fetched: () => void): Promise<void> {
  const conditions = [...document.querySelectorAll<HTMLElement>('[data-when]')].map(({ dataset }) => dataset['when']);
  await fetchFunctions(new Set(conditions.join().match(/\/_f\/extensions\/[^"]+/g))).then(fetched, console.info);
}
