/** Runs the dispatcher of a process: after each submission with messages, when one is due, and now and then. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { errorFields, type Log } from '../log/log.ts';
import { outsideRequests } from '../log/request-scope.ts';
import type { Outbox } from '../store/types.ts';
import type { ConnectorContext } from './connector.ts';
import { openConnector } from './connectors.ts';
import type { OutboxDesk } from './desk.ts';
import { createDispatcher, type DispatcherEvents } from './dispatcher.ts';
import { createOpenConnectors } from './open-connectors.ts';
import { createPace } from './pace.ts';

export interface OutboxServiceOptions extends Omit<ConnectorContext, 'site' | 'origin'> {
  readonly outbox: Outbox;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly random: () => number;
  /** Opens the connector of a destination; that of its type by default. */
  readonly open?: typeof openConnector | undefined;
  /** Called with the result of each attempt. */
  readonly observe?: (destination: string, outcome: string) => void;
}

export interface OutboxService {
  /** What the intakes of a version know of it. */
  deskFor(site: SiteDefinition): OutboxDesk;
  /** A version is served from now on. @param origin the address that visitors know it by */
  follow(site: SiteDefinition, origin: string): void;
  /** Waits until running attempts are stored. */
  stop(): Promise<void>;
}

/** Other processes and operators also store messages. */
const pollMs = 2_000;
/** Starts the dispatcher. A site without destinations costs nothing. */
export function startOutbox({
  outbox,
  env,
  log,
  random,
  observe,
  open = openConnector,
  ...given
}: OutboxServiceOptions): OutboxService {
  let served: { readonly site: SiteDefinition; readonly origin: string } | null = null;
  const version = () => {
    if (served === null) throw new TypeError('no version is served yet');
    return served;
  };
  const context: ConnectorContext = { ...given, site: () => version().site, origin: () => version().origin };
  const connectors = createOpenConnectors({
    env,
    open: (settings) => open(settings, context),
    failed: (destination, error) => log.write('error', 'destination-failed', { destination, ...errorFields(error) }),
  });
  const pace = createPace();
  const dispatcher = createDispatcher({
    outbox,
    connectors: connectors.current,
    clock: context.clock,
    random,
    events: loggedEvents(log, observe),
    whenCalm: pace.whenCalm,
  });
  let stopped = false;

  /** Sends the messages that are due. */
  function run(): void {
    if (!stopped) dispatcher.kick(runAgain);
  }

  /** A message that is due before the next poll. */
  function runAgain(next: number | null): void {
    const wait = next === null ? pollMs : next - context.clock();
    if (wait < pollMs) setTimeout(run, Math.max(wait, 0)).unref();
  }
  const polling = setInterval(run, pollMs).unref();

  return {
    deskFor: (site) => ({
      isConfigured: (destination) => connectors.isConfigured(site, destination),
      wake() {
        pace.arrived();
        outsideRequests(run);
      },
    }),
    follow(site, origin) {
      served = { site, origin };
      void connectors.follow(site).then(run);
    },
    async stop() {
      stopped = true;
      clearInterval(polling);
      await dispatcher.stop();
      connectors.close();
    },
  };
}

function loggedEvents(log: Log, observe: OutboxServiceOptions['observe']): DispatcherEvents {
  return {
    attempted({ id, delivery, destination, attempts }, { attempt, status }) {
      observe?.(destination, status === 'dead' ? 'dead' : attempt.outcome);
      if (attempt.outcome === 'delivered') return;
      log.write(status === 'dead' ? 'error' : 'warn', status === 'dead' ? 'delivery-dead' : 'delivery-failed', {
        ...{ message: id, delivery, destination, attempts, outcome: attempt.outcome, reason: attempt.detail },
      });
    },
    changed: ({ destination, state, reason }) =>
      log.write(state === 'closed' ? 'info' : 'error', `destination-${state}`, {
        destination,
        ...(reason === null ? {} : { reason }),
      }),
    failed: (error) => log.write('error', 'outbox-failed', errorFields(error)),
  };
}
