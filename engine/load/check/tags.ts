import { nearest } from '../../errors/nearest.ts';
import { configuredTags, tagKinds } from '../../tags/configuration.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';
import { exampleCallingCode } from '../types/site-examples.ts';

/** Checks the tags of the site: their events occur, are received, and phone numbers can be hashed with their code. */
export function checkTags(draft: Draft): void {
  const { report, site } = draft;
  for (const { kind, events, user, phoneCode } of configuredTags(site.data)) {
    const path = ['integrations', 'tags', kind];
    const tracked = [...trackedNames(draft)];
    const { conversion } = tagKinds[kind];
    for (const [name, event] of Object.entries(events)) {
      const place = site.place([...path, 'events', name], { key: true });
      if (!tracked.includes(name))
        report.add('tag-event-unknown', site, place, { name, near: nearest(name, tracked), known: tracked });
      else if (conversion !== null && name !== 'PageView' && event.send !== false && event[conversion] === undefined)
        report.add('tag-event-inert', site, place, { name, tag: tagKinds[kind].title, key: conversion });
    }
    if (user.includes('phone') && phoneCode === null)
      report.add('tag-phone-code', site, site.place([...path, 'user']), {
        tag: tagKinds[kind].title,
        example: exampleCallingCode(site.data),
      });
  }
}

/** Checks that the site links to the hosts that its sources are carried to. */
export function checkCarriedHosts({ report, site }: Draft): void {
  const { integrations, allowedHosts = [] } = site.data;
  for (const host of Object.keys(integrations?.carry ?? {}))
    if (!allowedHosts.includes(host))
      report.add('link-host-undeclared', site, site.place(['integrations', 'carry', host], { key: true }), { host });
}

/** The names of all events of a site, and of the page view that every page sends. */
function trackedNames(draft: Draft): ReadonlySet<string> {
  const sources: readonly Source<unknown>[] = [...draft.pages.values(), ...draft.flows.values()];
  const names = sources.flatMap((source) =>
    draft
      .contents(source)
      .named.filter(({ name }) => name === 'track')
      .map(({ value }) => String((value as { readonly name?: unknown }).name)),
  );
  return new Set(['PageView', ...names]);
}
