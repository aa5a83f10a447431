/** Runs of submissions in one commit that share a row of `deferred_messages`, because they have the same messages. */
import type { EncodedMessages } from './encode.ts';

/** Submissions that follow each other. */
export interface MessageRun {
  readonly plan: string | null;
  readonly due: string;
  size: number;
}

/** Their messages are made in one transaction, which blocks submissions. */
const longest = 50;

/** Whether a submission has the messages of the run before it, which is not too long. */
export const canJoin = (run: MessageRun, { plan, due }: EncodedMessages): boolean =>
  run.size < longest && run.plan === (plan?.hash ?? null) && run.due === due;
