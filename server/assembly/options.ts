import type { PageRenderer } from '../../renderer/contract.ts';
import type { Config } from '../config.ts';
import type { LoadFolderOptions } from '../definitions/load.ts';
import type { LoadResult } from '../definitions/version-making.ts';
import type { WatchOptions } from '../definitions/watch.ts';
import type { Log } from '../log/log.ts';
import type { openConnector } from '../outbox/connectors.ts';
import type { Store, StoreEvents } from '../store/types.ts';

/** What a server is started with. */
export interface ServerOptions {
  readonly config: Config;
  readonly log: Log;
  readonly renderer: PageRenderer;
  /** Reads and checks the definitions of a folder. */
  readonly load: (folder: string, options?: Pick<LoadFolderOptions, 'migrate' | 'changed'>) => Promise<LoadResult>;
  /** Folder of the build's hashed files. */
  readonly builtDir: string;
  /** Prints what is wrong with a definition, for its authors. */
  readonly show: (text: string) => void;
  /** Called once when the store has failed and no lead can be stored any more: stop, and exit with an error. */
  readonly fatal: () => void;
  /** Opens the connector of a destination; that of its type by default. */
  readonly openConnector?: typeof openConnector;
  /** Opens the store; the configured one by default. */
  readonly openStore?: (dir: string, events: StoreEvents) => Promise<Store>;
  /** Ends the process when code of a site's own keeps it from everything else; nobody does by default. @returns ends the watch */
  readonly watchProcess?: () => () => void;
  /** How the definitions are watched; false turns watching off. */
  readonly watch?: WatchOptions | false;
  /** The environment that destinations name; that of the process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: () => number;
  readonly random?: () => number;
}
