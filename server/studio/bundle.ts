/** The code of the studio and of the inspector of `funnel dev`, as the build leaves it in a folder of its own. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseEncoding, type EncodedBody, encode } from '../http/encoding.ts';
import type { StudioReply } from './replies.ts';

/** `studio` is the application; `dev-inspector` is the overlay of `funnel dev`. They share files. */
const entries = ['studio', 'dev-inspector'] as const;

export interface StudioBundle {
  /** The name of the entry's file; null if it was not built. */
  entry(): Promise<string | null>;
  /**
   * The response with a file by its name; null if there is none. Browsers keep it: its name contains a hash of its content.
   * @param accepted the encodings of the request
   */
  file(name: string, accepted: string | undefined): Promise<StudioReply | null>;
}

/**
 * @param folder of the build's files, whose names contain a hash of their content
 * @param wanted the entry; the others are not served
 */
export function openStudioBundle(folder: string, wanted: (typeof entries)[number]): StudioBundle {
  const isEntry = (name: string, entry: string): boolean => new RegExp(`^${entry}-[\\w-]{8}\\.js$`).test(name);
  // Names that the build chose: what is not listed is not read.
  let names: Promise<readonly string[]> | undefined;
  const list = async (): Promise<readonly string[]> => {
    names ??= readdir(folder).then(
      (all) => all.filter((name) => !entries.some((entry) => entry !== wanted && isEntry(name, entry))),
      () => [],
    );
    return await names;
  };
  const encoded = new Map<string, Promise<EncodedBody>>();
  const read = (name: string): Promise<EncodedBody> => {
    const known = encoded.get(name);
    if (known !== undefined) return known;
    const reading = readFile(join(folder, name)).then((bytes) => encode(bytes, 'text/javascript; charset=utf-8'));
    encoded.set(name, reading);
    // A file that could not be read is tried again.
    reading.catch(() => encoded.delete(name));
    return reading;
  };
  return {
    entry: async () => (await list()).find((name) => isEntry(name, wanted)) ?? null,
    async file(name, accepted) {
      if (!(await list()).includes(name) || !name.endsWith('.js')) return null;
      const { type, bodies } = await read(name);
      const encoding = chooseEncoding(accepted, bodies);
      return {
        ...{ status: 200, type, body: bodies[encoding] as Buffer },
        headers: {
          'Cache-Control': 'private, max-age=31536000, immutable',
          Vary: 'Accept-Encoding',
          ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
        },
      };
    },
  };
}
