/** A flow as a graph: what it is drawn from. Plain data. */
import type { StepNode } from '../steps/parts/authoring.ts';
import type { GoalStatus } from '../walks/paths.ts';

export type NodeRole = 'start' | StepNode | 'end';

/** A line below the title of a node. */
export interface NodeDetail {
  readonly kind: 'path' | 'call' | 'address' | 'note';
  readonly text: string;
}

/** A step, the start of the flow or one of its ends. */
export interface FlowNode {
  /** The id of the step; `(start)`, or `(end of STEP)`, for the marks of start and ends. */
  readonly id: string;
  readonly role: NodeRole;
  /** What the visitor reads there; null if it depends on the visitor, or if there is no text. */
  readonly title: string | null;
  readonly details: readonly NodeDetail[];
  readonly status: GoalStatus;
}

/** A course from one node to another. Several transitions with the same label are one edge. */
export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'next' | 'press' | 'delay' | 'condition' | 'fallback';
  /** Null for what comes next without a condition. */
  readonly label: string | null;
  readonly status: GoalStatus;
}

export interface FlowGraph {
  readonly flow: string;
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

/** The word of a role that a drawing shows; empty for the marks of start and ends. */
export const roleWords: Readonly<Record<NodeRole, string>> = {
  start: '',
  screen: 'screen',
  questions: 'questions',
  form: 'form',
  wait: 'waits',
  decision: 'decides',
  redirect: 'redirects',
  close: 'closes the dialog',
  end: '',
};

/** What a drawing says of a status; empty for what visitors reach. */
export const statusWords: Readonly<Record<GoalStatus, string>> = {
  reached: '',
  off: 'switched off',
  unreached: 'unreachable',
};

/** A sentence for each node, in the order of the flow: the drawing for those who do not see it. */
export function describeGraph({ nodes, edges }: FlowGraph): string {
  const name = (id: string): string => (id.startsWith('(end') ? 'the end' : id);
  return nodes
    .flatMap(({ id, role, title, status }) => {
      if (role === 'end') return [];
      const exits = edges
        .filter((edge) => edge.from === id)
        .map(({ to, label }) => (label === null ? name(to) : `${label}: ${name(to)}`));
      if (role === 'start') return [`Starts at ${exits.join(', ')}.`];
      const about = [roleWords[role], statusWords[status]].filter((word) => word !== '').join(', ');
      const shown = title === null ? '' : ` “${title}”`;
      return [`${id} (${about})${shown}${exits.length === 0 ? '' : ` → ${exits.join('; ')}`}.`];
    })
    .join(' ');
}
