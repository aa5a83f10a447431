/** Searches folders for planted values, in the forms in which a program may write them. Shares no code with the server. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** UTF-8, percent-encoded, JSON with escapes, Base64 at each of three offsets, and SHA-256 in hexadecimal. */
export function writtenForms(value: string): Map<string, string> {
  const bytes = Buffer.from(value, 'utf8');
  const forms = new Map<string, string>([
    ['UTF-8', bytes.toString('latin1')],
    ['lower case', Buffer.from(value.toLowerCase(), 'utf8').toString('latin1')],
    ['percent', encodeURIComponent(value)],
    ['percent, lower case', encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase())],
    ['form', new URLSearchParams({ v: value }).toString().slice(2)],
    [
      'JSON',
      [...value].map((sign) => (sign > '~' ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign)).join(''),
    ],
    ['SHA-256', createHash('sha256').update(value).digest('hex')],
    ['SHA-256 of lower case', createHash('sha256').update(value.toLowerCase()).digest('hex')],
  ]);
  for (const skip of [0, 1, 2]) {
    const whole = bytes.subarray(skip, skip + Math.floor((bytes.length - skip) / 3) * 3);
    forms.set(`Base64 from byte ${skip}`, whole.toString('base64'));
    forms.set(`Base64url from byte ${skip}`, whole.toString('base64url'));
  }
  return forms;
}

/** Where values occur in a text, as `value as form`. */
export const occurrencesIn = (text: string, values: readonly string[]): string[] => {
  const latin = Buffer.from(text, 'utf8').toString('latin1');
  return values.flatMap((value) =>
    [...writtenForms(value)].flatMap(([form, written]) => (latin.includes(written) ? [`${value} as ${form}`] : [])),
  );
};

/** Where values occur in the files below a folder. */
export function occurrencesBelow(folder: string, values: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const latin = readFileSync(path, 'latin1');
      return values.flatMap((value) =>
        [...writtenForms(value)].flatMap(([form, written]) =>
          latin.includes(written) ? [`${relative(folder, path)}: ${value} as ${form}`] : [],
        ),
      );
    });
}
