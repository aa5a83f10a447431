/** A graph → SVG: one picture with its texts as texts, readable on a white page. */
import { boxOf, drawnNode, escapedXml, faint, ink, lengthText, lineHeight, type NodeBox } from './boxes.ts';
import { layered } from './layers.ts';
import { describeGraph, type FlowEdge, type FlowGraph } from './model.ts';
import { placed } from './places.ts';
import { edgePaths } from './routes.ts';
import { textWidth, wrappedLines } from './text.ts';

const line = '#64748b';
const unreachable = '#b91c1c';
const labelSize = 12;

function labelBox({ label }: FlowEdge): { lines: readonly string[]; width: number; height: number } | null {
  if (label === null) return null;
  const lines = wrappedLines(label, labelSize, 190, 2);
  return {
    lines,
    width: Math.ceil(Math.max(...lines.map((each) => textWidth(each, labelSize)))) + 10,
    height: lines.length * lineHeight(labelSize) + 4,
  };
}

/**
 * Draws a graph from top to bottom, with a title and a description for those who do not see it.
 * @param subtitle a line below the id of the flow, such as the moment of its events
 */
export function svgOf(graph: FlowGraph, subtitle: string | null = null): string {
  const { nodes, edges } = graph;
  // A page may contain several drawings.
  const own = (id: string): string => `${id}-${graph.flow}`;
  const boxes = nodes.map(boxOf);
  const labels = edges.map(labelBox);
  const index = new Map(nodes.map(({ id }, at) => [id, at]));
  const layers = layered(
    boxes,
    edges.map((edge, at) => ({
      from: index.get(edge.from) as number,
      to: index.get(edge.to) as number,
      label: labels[at] as (typeof labels)[number],
    })),
  );
  const margin = 24;
  const places = placed(layers, margin);
  const heading = subtitle === null ? 34 : 54;
  const headingWidth = Math.max(textWidth(graph.flow, 18) * 1.08, textWidth(subtitle ?? '', 12)) + 2 * margin;
  const width = Math.ceil(Math.max(places.width, headingWidth));
  const height = Math.ceil(places.height + heading);
  const shift = (width - places.width) / 2;
  const [x, y] = [
    (item: number) => (places.x[item] as number) + shift,
    (item: number) => (places.y[item] as number) + heading,
  ];
  const paths = edgePaths(layers, places, { x: shift, y: heading });

  const drawEdge = (edge: FlowEdge, at: number): string => {
    const path = paths[at] as string;
    const isFaint = edge.status !== 'reached';
    const colour = edge.status === 'unreached' ? unreachable : line;
    const dash = isFaint || edge.kind === 'fallback' ? ' stroke-dasharray="5 4"' : '';
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.5"${dash} marker-end="url(#${own(edge.status === 'unreached' ? 'arrow-unreached' : 'arrow')})"/>`;
  };

  const drawLabel = (edge: FlowEdge, at: number): string => {
    const box = labels[at];
    if (box === null || box === undefined) return '';
    const item = (layers.chains[at] as readonly number[]).find(
      (each) => layers.items[each]?.kind === 'label',
    ) as number;
    const colour =
      edge.status === 'unreached'
        ? '#991b1b'
        : edge.status === 'off'
          ? '#4b5563'
          : edge.kind === 'condition'
            ? '#9a3412'
            : ink;
    const top = y(item) - box.height / 2;
    const texts = box.lines.map(
      (text, row) =>
        `<text x="${lengthText(x(item))}" y="${lengthText(top + 2 + (row + 1) * lineHeight(labelSize) - 5)}" font-size="${labelSize}" text-anchor="middle" fill="${colour}">${escapedXml(text)}</text>`,
    );
    return `<rect x="${lengthText(x(item) - box.width / 2)}" y="${lengthText(top)}" width="${box.width}" height="${box.height}" fill="#ffffff"/>${texts.join('')}`;
  };

  const arrow = (id: string, colour: string): string =>
    `<marker id="${id}" viewBox="0 0 10 10" refX="8.5" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L10 5L0 10z" fill="${colour}"/></marker>`;
  const title = `Flow ${graph.flow}${subtitle === null ? '' : ` (${subtitle})`}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${own('title')} ${own('desc')}" font-family="Inter, Helvetica, Arial, sans-serif">`,
    `<title id="${own('title')}">${escapedXml(title)}</title>`,
    `<desc id="${own('desc')}">${escapedXml(describeGraph(graph))}</desc>`,
    `<defs>${arrow(own('arrow'), line)}${arrow(own('arrow-unreached'), unreachable)}</defs>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${margin}" y="36" font-size="18" font-weight="700" fill="${ink}">${escapedXml(graph.flow)}</text>`,
    ...(subtitle === null
      ? []
      : [`<text x="${margin}" y="56" font-size="12" fill="${faint}">${escapedXml(subtitle)}</text>`]),
    ...edges.map(drawEdge),
    ...edges.map(drawLabel),
    ...nodes.map((node, at) => drawnNode(node, boxes[at] as NodeBox, x(at), y(at))),
    '</svg>',
    '',
  ].join('\n');
}
