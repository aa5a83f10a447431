/** The guards and actions that the states of a machine name, with their parameters. `engine/flow/machine-guards.ts` and `machine-changes.ts` implement them. */
import type { Code, Json } from '../../../schemas/compiled.ts';
import type { Message, RedirectStep, Track } from '../../../schemas/generated/types.ts';

/** The parameters of the actions that the machine does not implement. The session returns them as effects. */
export interface EffectParams {
  navigate: { step: string; screen: string };
  notify: { message: Message; failed?: true; field?: string };
  notifyFallback: { step: string };
  notifyInvalid: { form: string };
  track: { track: Track; once?: true };
  log: { values: Readonly<Record<string, Code>> };
  post: { path: string; with: Readonly<Record<string, Code>>; id: string };
  openTab: { href: Json };
  redirect: { redirect: RedirectStep['redirect'] };
  close: undefined;
}
export type EffectName = keyof EffectParams;

/** The parameters of the actions that change a session's values. */
export interface ChangeParams {
  stamp: undefined;
  answer: { list: string; index: number };
  clearErrors: undefined;
  clearProblem: undefined;
  setError: { field: string; message: Message };
  setField: { form: string };
  saveSubmission: { form: string };
  setErrors: { form: string };
  resetForm: { form: string; empty?: true };
  choose: { from: string; to: string };
  saveReply: { path: string; saveAs: Readonly<Record<string, Code>> };
  markLoaded: { step: string };
  setFailure: { message: Message };
  chooseDelay: { state: string; from: number; to: number };
}

export interface GuardParams {
  startsAt: { screen: string };
  canEnter: { screen: string; needs: readonly string[]; from: 'start' | 'history'; loaded?: string };
  isOption: { values: readonly number[] };
  isAnswered: { list: string; index: number; values: readonly number[] };
  isComplete: { list: string; index: number; values: readonly number[] };
  isValid: { form: string };
  isTrue: { when: Code; step?: string };
}

type Reference<Params> = {
  readonly [Name in keyof Params]: Params[Name] extends undefined
    ? { readonly type: Name }
    : { readonly type: Name; readonly params: Params[Name] };
}[keyof Params];

/** An action of a machine. */
export type MachineAction = Reference<EffectParams & ChangeParams>;

/** A guard of a transition. */
export type MachineGuard = Reference<GuardParams>;
