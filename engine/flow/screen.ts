/** What a view needs to know of a session, and what it may say to it. */
import type { Json } from '../../schemas/compiled.ts';
import type { Question } from '../../schemas/generated/types.ts';
import type { FormDefinition } from '../forms/types.ts';

export type ScreenStatus =
  /** Waits for the visitor. */
  | 'ready'
  /** A timer runs. */
  | 'waiting'
  /** A submission is under way. */
  | 'calling'
  /** What the step shows is being fetched. */
  | 'loading'
  /** What the step shows could not be fetched. */
  | 'failed';

export interface Screen {
  /** The stable state id without its phase: `quiz.perfil`, `identificacao`. */
  readonly id: string;
  readonly step: string;
  readonly status: ScreenStatus;
  /** The call under way is being tried again. Set by the browser that makes the call; the session does not know it. */
  readonly retrying?: boolean;
  /** The author's event under way: the button that sent it says that it is busy. */
  readonly pending: string | null;
  readonly question: {
    readonly set: string;
    readonly index: number;
    readonly count: number;
    readonly item: Question;
    readonly selected: number | null;
    /** What is wrong with the answer. */
    readonly error: string | null;
  } | null;
  readonly form: {
    readonly definition: FormDefinition;
    readonly values: Readonly<Record<string, Json>>;
    readonly errors: Readonly<Record<string, string>>;
    readonly problem: string | null;
  } | null;
}

/** What a visitor can do on a screen. */
export type FlowEvent =
  | { readonly type: 'on'; readonly name: string }
  | { readonly type: 'SELECT'; readonly value: number }
  /** Goes on with the answer kept, or with the one it brings. */
  | { readonly type: 'NEXT'; readonly value?: number }
  | { readonly type: 'PREVIOUS' }
  | { readonly type: 'INPUT'; readonly field: string; readonly value: Json }
  | { readonly type: 'SUBMIT'; readonly values: Readonly<Record<string, Json>> };
