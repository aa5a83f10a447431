/** What a view reads of a session, and the events that it sends. */
import type { Json } from '../../schemas/compiled.ts';
import type { Question } from '../../schemas/generated/types.ts';
import type { FormDefinition } from '../forms/types.ts';

export type ScreenStatus =
  /** Waits for the visitor. */
  | 'ready'
  /** A timer runs. */
  | 'waiting'
  /** A submission is pending. */
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
  /** The pending call is being retried. Set by the browser that makes the call; the session does not know it. */
  readonly retrying?: boolean;
  /** The author's event that is being processed: the button that sent it shows that it is busy. */
  readonly pending: string | null;
  readonly question: QuestionScreen | null;
  readonly form: FormScreen | null;
}

export interface QuestionScreen {
  readonly set: string;
  readonly index: number;
  readonly count: number;
  readonly item: Question;
  readonly selected: number | null;
  /** What is wrong with the answer. */
  readonly error: string | null;
}

export interface FormScreen {
  readonly definition: FormDefinition;
  readonly values: Readonly<Record<string, Json>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly problem: string | null;
}

/** What a visitor can do on a screen. */
export type FlowEvent =
  | { readonly type: 'on'; readonly name: string }
  | { readonly type: 'SELECT'; readonly value: number }
  /** Goes on with the stored answer, or with the one that it carries. */
  | { readonly type: 'NEXT'; readonly value?: number }
  | { readonly type: 'PREVIOUS' }
  | { readonly type: 'INPUT'; readonly field: string; readonly value: Json }
  | { readonly type: 'SUBMIT'; readonly values: Readonly<Record<string, Json>> };
