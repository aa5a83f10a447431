/** A version: a site with everything that is prepared once per definition. */

import type { SiteDefinition } from '../../engine/definition.ts';
import { type CompiledFlow, compileFlow } from '../../engine/flow/index.ts';
import { loadWays } from '../../engine/flow/way.ts';
import { formValidator } from '../../engine/forms/form-validator.ts';
import { Memo } from '../../engine/memo/memo.ts';
import { formMessages } from '../../engine/messages/catalogue.ts';
import type { VersionBase } from '../definitions/version-making.ts';
import type { BrowserModules } from '../extensions/browser-modules.ts';
import type { VisitId } from '../http/request.ts';
import type { DrawnPictures } from '../images/drawn.ts';
import type { Owners } from '../intakes/owner.ts';
import { createIntakeRunner, type IntakeRunner } from '../intakes/runner.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { OutboxDesk } from '../outbox/desk.ts';
import type { Protection } from '../protection/protection.ts';
import type { Store } from '../store/types.ts';
import type { Bundles } from './bundles.ts';
import { createEdition, type Edition } from './edition.ts';

loadWays();

/** A version without its intakes: what its pages are drawn from. */
export interface DrawableVersion extends VersionBase {
  /** The flows as state machines. */
  readonly flows: ReadonlyMap<string, CompiledFlow>;
  readonly edition: Edition;
}

export interface Version extends DrawableVersion {
  readonly intakes: IntakeRunner;
}

export interface DrawableParts {
  readonly bundles: Bundles;
  readonly drawn: Pick<DrawnPictures, 'publish'>;
  readonly extensions?: Pick<BrowserModules, 'publish'>;
  /** Replaces the site's own `url`. */
  readonly siteUrl: string | null;
  /** Results for what is unchanged since earlier versions. */
  readonly memo?: Memo;
}

export interface VersionParts extends DrawableParts {
  readonly store: Store;
  readonly limits: RateLimit;
  readonly owners: Owners;
  readonly protection?: Protection;
  /** What the intakes of a version know of the outbox. */
  readonly outbox?: (site: SiteDefinition) => OutboxDesk;
  readonly clock?: () => number;
  readonly report?: (intake: string, error: unknown, visitId: VisitId | null) => void;
  /** Called with each error response of an intake. */
  readonly refused?: (intake: string, code: string) => void;
}

/** Prepares what the pages of a version are drawn from. @throws the error of compiling it */
export function prepareDrawable(
  site: SiteDefinition,
  { bundles, drawn, extensions, siteUrl, memo = new Memo() }: DrawableParts,
): DrawableVersion {
  const texts = memo.once('form messages', site.site, [], () => formMessages(site.site));
  const flows = new Map<string, CompiledFlow>();
  for (const [id, flow] of Object.entries(site.flows)) {
    const forms = flow.forms.flatMap((form) => site.forms[form] ?? []);
    flows.set(
      id,
      memo.once('machine', flow, [texts, site.extensions, ...forms], () =>
        compileFlow(flow, forms, formValidator(forms, texts, site.extensions?.rules)),
      ),
    );
  }
  const origin = siteUrl ?? new URL(site.site.url).origin;
  const { addresses, publish } = bundles.draft(site, texts);
  const edition = createEdition(
    { site, origin, bundles: addresses, formMessages: texts, picture: drawn.publish },
    memo,
  );
  return {
    ...{ site, flows, edition },
    publish() {
      publish();
      if (site.extensions !== undefined) extensions?.publish(site.extensions);
    },
  };
}

/** Prepares a complete version before any of it is served. @throws the error of compiling it */
export function prepareVersion(
  site: SiteDefinition,
  { store, limits, owners, protection, outbox, memo = new Memo(), clock, report, refused, ...parts }: VersionParts,
): Version {
  const drawable = prepareDrawable(site, { ...parts, memo });
  const intakes = createIntakeRunner({
    site,
    memo,
    store,
    limits,
    owners,
    ...(protection === undefined ? {} : { protection }),
    ...(outbox === undefined ? {} : { outbox: outbox(site) }),
    ...(clock === undefined ? {} : { clock }),
    ...(report === undefined ? {} : { report }),
    ...(refused === undefined ? {} : { refused }),
  });
  return { ...drawable, intakes };
}
