/** The thread that draws one document. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { DrawDocument } from '../../renderer/contract.ts';
import type { DrawingOrder } from './drawing.ts';

const { built, facts } = workerData as DrawingOrder;
const { renderPdf } = (await import(pathToFileURL(join(built, 'pdf.js')).href)) as { renderPdf: DrawDocument };
parentPort?.postMessage(await renderPdf(facts, (name) => readFile(join(built, 'fonts', `${name}.ttf`))));
