/** What the build has made for browsers. */
import type { FormDefinition } from '../../engine/forms/types.ts';
import type { TrackingModules } from '../document/events.ts';
import type { FontFile } from '../theme/fonts.ts';

/** The output of the build. Addresses unless noted otherwise. */
export interface BuiltAssets {
  /**
   * The texts of the scripts that pages inline: the boot script, what delays pictures, what requests a flow's code, what puts
   * shuffled options into their order, what opens overlays, and the report of visits that only look.
   */
  readonly inlined: Readonly<Record<'boot' | 'hold' | 'preload' | 'shuffle' | 'overlays' | 'glance', string>>;
  /** The island's module. */
  readonly code: string;
  /** The island's module and all of its static imports. */
  readonly fetch: readonly string[];
  /** Additional modules for a first screen that React draws. */
  readonly react: readonly string[];
  /** Additional modules for React, for a flow with less common blocks. */
  readonly allViews: readonly string[];
  /** Additional modules for React, by the fields that most forms do not have. */
  readonly moreViews: Readonly<Partial<Record<keyof NonNullable<FormDefinition['more']>, readonly string[]>>>;
  /** The module that fetches the code that the sessions of few flows need. */
  readonly more: readonly string[];
  /** Additional modules for a first screen with a form, whose answers are judged by its rules. */
  readonly rules: readonly string[];
  /** Additional modules for the controls of fields that most forms do not have. */
  readonly controls: Readonly<Partial<Record<keyof NonNullable<FormDefinition['more']>, readonly string[]>>>;
  /** Additional modules for a flow with options in a random order. */
  readonly shuffled: readonly string[];
  /** Additional modules for a flow whose texts show answers by their labels, or days in a style. */
  readonly answers: readonly string[];
  /** Additional modules for a flow that calls functions of the site's own. */
  readonly functions: readonly string[];
  /** Additional modules for an overlay. */
  readonly overlay: readonly string[];
  /** The module of behaviours. */
  readonly behaviours: string;
  /** The module that protects intakes. */
  readonly guard: string;
  /** The module of the consent banner. */
  readonly consent: string;
  /** The module of tracking. */
  readonly tracking: string;
  /** The module that carries the source of a visit into links. */
  readonly carry: string;
  /** The module that reports landings. */
  readonly attribution: string;
  /** The module that opens the tags, and those of their adapters. */
  readonly tags: string;
  readonly adapters: TrackingModules['adapters'];
  readonly fonts: Partial<Readonly<Record<FontFile, string>>>;
  /** The endpoint that collects traces; null if there is none. `isSampled`: of the share of visits that the site names. */
  readonly traces: { readonly to: string; readonly isSampled: boolean } | null;
}
