/** The addresses that an edit adds, removes or moves. */
import type { Route } from '../definition.ts';
import { type EditConsequence, listedNames, type Versions } from './version.ts';

const ownerOf = ({ page, flow, step, overlay }: Route): string =>
  overlay !== undefined
    ? `The overlay ${overlay} of the page ${page}`
    : flow === null
      ? `The page ${page}`
      : `The step ${step} of ${flow}`;

function pathsByOwner(routes: Readonly<Record<string, Route>>): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const [path, route] of Object.entries(routes)) {
    const owner = ownerOf(route);
    owners.set(owner, [...(owners.get(owner) ?? []), path]);
  }
  return owners;
}

/** The addresses that differ. */
export function addressChanges({ before, after }: Versions): EditConsequence[] {
  const [old, now] = [pathsByOwner(before.site.routes), pathsByOwner(after.site.routes)];
  const kind = 'addresses';
  const texts: string[] = [];
  const fateOf = (paths: readonly string[]): string => {
    const lost = paths.filter((path) => after.site.routes[path] === undefined);
    return lost.length === 0 ? '' : ` ${listedNames(lost)} ${lost.length === 1 ? 'is' : 'are'} unknown from then on.`;
  };
  for (const owner of new Set([...old.keys(), ...now.keys()])) {
    const [had, has] = [old.get(owner) ?? [], now.get(owner) ?? []];
    const lost = had.filter((path) => !has.includes(path));
    const won = has.filter((path) => !had.includes(path));
    const first = had[0] === has[0] ? '' : ` Its first address is ${has[0]}, not ${had[0]}.`;
    if (had.length === 0) texts.push(`${owner} is new at ${listedNames(won)}.`);
    else if (has.length === 0) texts.push(`${owner} is no longer at ${listedNames(lost)}.${fateOf(lost)}`);
    else if (lost.length > 0 && won.length > 0)
      texts.push(`${owner} moves from ${listedNames(lost)} to ${listedNames(won)}.${fateOf(lost)}`);
    else if (won.length > 0) texts.push(`${owner} is also at ${listedNames(won)}.${first}`);
    else if (lost.length > 0) texts.push(`${owner} is no longer at ${listedNames(lost)}.${fateOf(lost)}${first}`);
    else if (first !== '') texts.push(`${owner} keeps its addresses.${first}`);
  }
  return texts.map((text) => ({ kind, text, at: null }));
}
