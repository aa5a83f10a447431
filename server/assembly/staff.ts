/** What authors and staff get: the tools of `funnel dev`, and the admin port with the studio. */
import { join } from 'node:path';
import type { Admin } from '../admin/open-admin.ts';
import type { DevTools } from '../dev/dev-tools.ts';
import type { Foundation } from './foundation.ts';
import type { ServedVersions } from './versions.ts';

export interface StaffPages {
  /** Null except for `funnel dev`. */
  readonly tools: DevTools | null;
  /** Opens the admin port; null if it is off or taken. */
  openAdmin(): Promise<Admin | null>;
}

export async function prepareStaffPages(
  { options, config, log, renderer, store, health, images, limits, metrics, clock }: Foundation,
  { definitions, onSwap }: ServedVersions,
): Promise<StaffPages> {
  const { current, refusal, problems } = definitions;
  const site = () => current().site;
  const studio = await import('../studio/open-studio.ts');
  const shown = {
    builtDir: join(options.builtDir, '../../studio/assets'),
    shown: {
      ...{ store, dataDir: config.dataDir, site, problems, refusal },
      origin: () => current().edition.origin,
      previews: studio.createScreenPreviews(current, renderer),
    },
  };
  async function openTools(): Promise<DevTools> {
    const { createDevTools, readDevScript } = await import('../dev/dev-tools.ts');
    const place = { adminHost: config.host, adminUrl: config.siteUrl };
    const tools = createDevTools({
      ...{ folder: config.funnelsDir, editor: config.editorUrl, definitions },
      inspector: studio.openDevInspector(shown, place, log),
      script: await readDevScript(join(options.builtDir, '../../dev')),
    });
    onSwap(() => tools.announce(new Set()));
    return tools;
  }
  return {
    tools: config.devTools ? await openTools() : null,
    async openAdmin() {
      if (metrics === null) return null;
      const { openAdmin } = await import('../admin/open-admin.ts');
      return openAdmin({
        ...{ config, metrics, store, health, clock, log, site, refusal },
        canary: () => definitions.serving().canary,
        bucket: images.bucket,
        studio: studio.openStudio({
          ...{ limits, log, clock, staff: store.staff, place: config, proxies: config.adminUrl === null ? 0 : 1 },
          ...shown,
        }),
      });
    },
  };
}
