/** Whole files under names: in a folder, or in a bucket that processes share. */

export interface ObjectStore {
  /**
   * An object; null when there is none.
   * @throws TypeError for a name that {@link assertObjectName} refuses, and the error of reading
   */
  get(name: string): Promise<Buffer | null>;
  /**
   * Stores an object, or replaces it. A reader gets the old one or the new one, never a part.
   * @throws TypeError for such a name, and the error of writing
   */
  put(name: string, body: Buffer): Promise<void>;
  /** Whether there is an object. @throws TypeError for such a name, and the error of reading */
  has(name: string): Promise<boolean>;
}

/** Names are file names: they contain no path, and are the same on every file system. @throws TypeError */
export function assertObjectName(name: string): void {
  if (/^[a-z0-9][a-z0-9._-]{0,199}$/.test(name)) return;
  throw new TypeError(`${JSON.stringify(name.slice(0, 60))} is not the name of an object.`);
}
