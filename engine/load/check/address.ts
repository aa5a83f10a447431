import type { Template } from '../../../schemas/compiled.ts';
import { calendarPath } from '../../calendar/event.ts';
import { consentAnchor } from '../../consent/policy.ts';
import { anchorsOfRoute } from '../link/anchors.ts';
import type { Draft } from '../link/draft.ts';
import type { At, DataPath, Source } from '../source/source.ts';
import { examplePhone } from '../types/site-examples.ts';
import { factWithNumber, isMalformed } from './phones.ts';

export interface AddressPlace {
  readonly draft: Draft;
  readonly source: Source<unknown>;
  readonly path: DataPath;
  /** The part of the string, for a link inside a text. */
  readonly at?: At;
  readonly anchors: ReadonlySet<string>;
  /** Whether a control sends the visitor there, so that the host must be declared. */
  readonly leaves: boolean;
}

/** Checks the target of an address, as far as it is known at load time. */
export function checkAddress(address: Template, place: AddressPlace): void {
  const fixed = typeof address === 'string' ? address : typeof address[0] === 'string' ? address[0] : undefined;
  // An address that begins with an expression is known only at run time.
  if (fixed === undefined || (fixed === '' && typeof address !== 'string')) return;
  const whole = typeof address === 'string';
  const { draft, source } = place;
  const where = source.place(place.path, place.at);
  const malformed = () =>
    draft.report.add('link-malformed', source, where, { href: fixed === '' ? 'An empty text' : fixed });
  if (fixed.startsWith('#')) {
    if (whole && fixed !== `#${consentAnchor}`) checkAnchor(fixed.slice(1), place.anchors, place);
    return;
  }
  if (fixed.startsWith('/')) {
    if (fixed.startsWith('//')) {
      malformed();
      return;
    }
    const [, route = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(fixed) ?? [];
    if (!whole && rest === '') return;
    checkRoute(route, rest, place);
    return;
  }
  const [, host] = /^https:\/\/([^/?#]+)([/?#].*)?$/s.exec(fixed) ?? [];
  if (host !== undefined) {
    const complete = whole || fixed.length > `https://${host}`.length;
    if (/[\s@\\]/.test(host)) malformed();
    else if (place.leaves && complete && !(draft.site.data.allowedHosts ?? []).includes(host))
      draft.report.add('link-host-undeclared', source, where, { host });
    if ((draft.site.data.phoneHosts ?? []).includes(host)) {
      const [, number = '', end] = /^https:\/\/[^/]+\/?([^?#]*)([?#])?/s.exec(fixed) ?? [];
      checkPhone(host, number, whole || end !== undefined, place);
    }
    return;
  }
  // RFC 3966 allows - . ( ) in a number, but no space.
  if (/^tel:.*\s/s.test(fixed))
    draft.report.add('phone-malformed', source, where, {
      ...{ where: 'tel:', number: fixed.slice(4), fact: undefined },
      example: examplePhone(draft.site.data),
    });
  if (!/^(mailto:|tel:)/.test(fixed) && (whole || !'https://'.startsWith(fixed))) malformed();
}

/** Checks the phone number in an address. Other addresses of such a host, such as wa.me/message/…, are not checked. */
function checkPhone(to: string, number: string, whole: boolean, { draft, source, path, at }: AddressPlace): void {
  let read = number;
  try {
    read = decodeURIComponent(number);
  } catch {
    // A lone % is not a digit either.
  }
  if (whole ? !isMalformed(read) : read === '' || /^\d+$/.test(read) || /\p{L}/u.test(read)) return;
  const fact = factWithNumber(draft.site.data.facts, read);
  draft.report.add('phone-malformed', source, source.place(path, at), {
    ...{ where: to, number: read, fact },
    example: examplePhone(draft.site.data),
  });
}

function checkRoute(route: string, rest: string, place: AddressPlace): void {
  const { draft, source } = place;
  const assets = draft.assets;
  if (!draft.routes.has(route)) {
    if (draft.unknown.has(route) || assets?.has(route.slice(1))) return;
    if (Object.entries(draft.site.data.calendar ?? {}).some(([id, entry]) => calendarPath(id, entry) === route)) return;
    draft.report.add('link-unknown-route', source, source.place(place.path, place.at), {
      route,
      near: draft.report.near(route, draft.routes.keys()),
    });
    return;
  }
  const anchor = /#(.*)$/s.exec(rest)?.[1];
  if (anchor) checkAnchor(anchor, anchorsOfRoute(draft, route), place);
}

function checkAnchor(anchor: string, anchors: ReadonlySet<string>, { draft, source, path, at }: AddressPlace): void {
  if (anchor === '' || anchors.has(anchor) || draft.unknown.has(anchor)) return;
  draft.report.add('link-unknown-anchor', source, source.place(path, at), {
    anchor,
    near: draft.report.near(anchor, anchors),
    known: [...anchors],
  });
}
