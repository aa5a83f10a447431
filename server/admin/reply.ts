/** Responses of the admin port. */
import type { ServerResponse } from 'node:http';

/** An error response: `{ code, message }`. */
export class AdminError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...common, 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

export const sendText = (response: ServerResponse, status: number, text: string, type = 'text/plain'): void =>
  send(response, status, type.includes('charset') ? type : `${type}; charset=utf-8`, text);

export const sendJson = (response: ServerResponse, status: number, value: unknown): void =>
  send(response, status, 'application/json; charset=utf-8', `${JSON.stringify(value)}\n`);
