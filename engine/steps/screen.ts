/** The part of a session that a view reads, and the events that it sends. */
import type { Json } from '../../schemas/compiled.ts';
import type { Question } from '../../schemas/generated/types.ts';
import type { FormDefinition } from '../forms/types.ts';

export type ScreenStatus =
  /** Waits for the visitor. */
  | 'ready'
  /** A timer is running. */
  | 'waiting'
  /** A submission is pending. */
  | 'calling'
  /** The step's data is being fetched. */
  | 'loading'
  /** The step's data could not be fetched. */
  | 'failed';

export interface Screen {
  /** The state id without the status: `quiz.profile`, `identification`. */
  readonly id: string;
  readonly step: string;
  readonly status: ScreenStatus;
  /** The pending call is being retried. The browser that makes the call sets this; the session does not know it. */
  readonly retrying?: boolean;
  /** The author's event that is being processed. The button that sent it appears busy. */
  readonly pending: string | null;
  readonly question: QuestionScreen | null;
  readonly form: FormScreen | null;
}

export interface QuestionScreen {
  readonly set: string;
  readonly index: number;
  readonly count: number;
  /** Whether Back of the first question leads to the screen before it. */
  readonly leadsBack?: true;
  readonly item: Question;
  readonly selected: number | null;
  /** The error of the answer. */
  readonly error: string | null;
}

export interface FormScreen {
  readonly definition: FormDefinition;
  readonly values: Readonly<Record<string, Json>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly problem: string | null;
}

/** The actions of a visitor on a screen. */
export type FlowEvent =
  | { readonly type: 'on'; readonly name: string }
  | { readonly type: 'SELECT'; readonly value: number }
  /** Continues with the stored answer, or with this one. */
  | { readonly type: 'NEXT'; readonly value?: number }
  | { readonly type: 'PREVIOUS' }
  | { readonly type: 'INPUT'; readonly field: string; readonly value: Json }
  | { readonly type: 'SUBMIT'; readonly values: Readonly<Record<string, Json>> };
