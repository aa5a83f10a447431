/** A graph → Mermaid (https://mermaid.js.org/syntax/flowchart.html). */
import { type FlowGraph, type FlowNode, type NodeRole, roleWords, statusWords } from './model.ts';

/** A text in the quotes of a Mermaid label, where markup and `#…;` have a meaning. */
const quoted = (text: string): string =>
  text
    .replaceAll('#', '#35;')
    .replaceAll('&', '#amp;')
    .replaceAll('"', '#quot;')
    .replaceAll('<', '#lt;')
    .replaceAll('>', '#gt;')
    .replaceAll('`', '#96;');

const shapes: Readonly<Record<NodeRole, readonly [open: string, close: string]>> = {
  start: ['((', '))'],
  screen: ['[', ']'],
  questions: ['[', ']'],
  form: ['[', ']'],
  wait: ['([', '])'],
  decision: ['{{', '}}'],
  redirect: ['[/', '/]'],
  close: ['([', '])'],
  end: ['(((', ')))'],
};

/** Fill, border and text of each role; light, with a contrast of at least 4.5. */
const classes: Readonly<Record<string, string>> = {
  screen: 'fill:#f8fafc,stroke:#64748b,color:#1e293b',
  questions: 'fill:#eff6ff,stroke:#2563eb,color:#1e293b',
  form: 'fill:#eff6ff,stroke:#2563eb,color:#1e293b',
  wait: 'fill:#f5f3ff,stroke:#6d28d9,color:#1e293b',
  decision: 'fill:#fff7ed,stroke:#c2410c,color:#1e293b',
  redirect: 'fill:#ecfdf5,stroke:#047857,color:#1e293b',
  close: 'fill:#f8fafc,stroke:#64748b,color:#1e293b',
  start: 'fill:#1e293b,stroke:#1e293b,color:#ffffff',
  end: 'fill:#1e293b,stroke:#1e293b,color:#ffffff',
  off: 'fill:#f3f4f6,stroke:#6b7280,color:#4b5563,stroke-dasharray:4 3',
  unreached: 'fill:#fef2f2,stroke:#b91c1c,color:#991b1b,stroke-dasharray:4 3',
};

/** `end` alone is a word of Mermaid. */
const className = (look: string): string => `${look}Step`;

function nodeLabel({ id, role, title, details, status }: FlowNode): string {
  if (role === 'start' || role === 'end') return role;
  const words = [roleWords[role], statusWords[status]].filter((word) => word !== '').join(', ');
  const lines = [`<b>${quoted(id)}</b> · ${words}`, ...(title === null ? [] : [quoted(title)])];
  return [...lines, ...details.map(({ text }) => `<small>${quoted(text)}</small>`)].join('<br/>');
}

/** The flowchart of a graph, as text that ends without a line break. */
export function mermaidOf({ flow, nodes, edges }: FlowGraph): string {
  // Steps may be named like words of Mermaid, such as `end`.
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const used = new Set(nodes.map(({ role, status }) => (status === 'reached' ? role : status)));
  return [
    '---',
    `title: ${JSON.stringify(flow)}`,
    '---',
    'flowchart TD',
    ...nodes.map((node) => {
      const [open, close] = shapes[node.role];
      const look = node.status === 'reached' ? node.role : node.status;
      return `  ${names.get(node.id)}${open}"${nodeLabel(node)}"${close}:::${className(look)}`;
    }),
    ...edges.map(({ from, to, kind, label, status }) => {
      const line = status !== 'reached' || kind === 'fallback' ? '-.->' : '-->';
      const words = label === null ? '' : `|"${quoted(label)}"|`;
      return `  ${names.get(from)} ${line}${words} ${names.get(to)}`;
    }),
    ...Object.entries(classes).flatMap(([name, look]) =>
      used.has(name as NodeRole) ? [`  classDef ${className(name)} ${look}`] : [],
    ),
  ].join('\n');
}
