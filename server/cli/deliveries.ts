/** `funnel deliveries list | show ID | retry | destinations | resume DESTINATION`: the messages after submissions. */
import { type Config, readConfig } from '../config.ts';
import { loadFolder } from '../definitions/load.ts';
import { settingsOf } from '../outbox/settings.ts';
import { openOutbox, openStoreReader } from '../store/open.ts';
import type { DeliveryStatus, DestinationState, OutboxFilter, OutboxMessage, StoreReader } from '../store/types.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { alignedRows } from './lines.ts';

const statuses: readonly DeliveryStatus[] = ['waiting', 'delivered', 'dead', 'unconfigured', 'withheld', 'cancelled'];
const defaultLimit = 100;

/** @returns the exit code: 0 done, 1 nothing found, 2 invalid arguments or an unreadable database */
export async function deliveries(call: CommandCall, output: Output): Promise<number> {
  const [action, ...names] = call.positionals;
  const run = action === undefined || !Object.hasOwn(actions, action) ? undefined : actions[action];
  if (run === undefined)
    throw new InvalidArguments('Say what to do: list, show ID, retry, destinations or resume DESTINATION.');
  const filter = filterOf(call);
  try {
    return await run({
      config: readConfig(process.env, process.cwd()),
      names,
      filter,
      switches: call.switches,
      output,
    });
  } catch (error) {
    if (error instanceof InvalidArguments) throw error;
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

interface ActionCall {
  readonly config: Config;
  /** The arguments after the action. */
  readonly names: readonly string[];
  readonly filter: OutboxFilter;
  readonly switches: ReadonlySet<string>;
  readonly output: Output;
}

const actions: Readonly<Record<string, (call: ActionCall) => Promise<number>>> = {
  list,
  show,
  retry,
  destinations,
  resume,
};

function filterOf({ values }: CommandCall): OutboxFilter {
  const { status, destination, record, after, limit = String(defaultLimit) } = values;
  const known = statuses.find((each) => each === status);
  if (status !== undefined && known === undefined)
    throw new InvalidArguments(`Unknown status ${JSON.stringify(status)}. There are ${statuses.join(', ')}.`);
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw new InvalidArguments('--limit needs a whole number above 0.');
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(destination === undefined ? {} : { destination }),
    ...(record === undefined ? {} : { recordId: record }),
    ...(after === undefined ? {} : { after }),
    limit: Number(limit),
  };
}

async function reading<Result>(config: Config, run: (store: StoreReader) => Promise<Result>): Promise<Result> {
  const store = await openStoreReader(config);
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}

const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const nextStep = ({ status, nextAt, leasedUntil, lastError, settledAt }: OutboxMessage): string =>
  status === 'waiting'
    ? `${leasedUntil > 0 ? 'being sent' : `next ${timeOf(nextAt)}`}${lastError === null ? '' : `, ${lastError}`}`
    : status === 'delivered'
      ? `at ${timeOf(settledAt ?? 0)}`
      : (lastError ?? '');

async function list({ config, names, filter, switches, output }: ActionCall): Promise<number> {
  if (names.length > 0) throw new InvalidArguments(`list takes options only, not ${names[0]}.`);
  const messages = await reading(config, (store) => store.deliveries.list(filter));
  if (switches.has('json')) for (const message of messages) output.out(JSON.stringify(withoutPayload(message)));
  else {
    const rows = messages.map((message) => [
      ...[message.id, timeOf(message.createdAt), message.status, `${message.delivery} → ${message.destination}`],
      ...[`${message.attempts} ${message.attempts === 1 ? 'attempt' : 'attempts'}`, nextStep(message)],
    ]);
    for (const line of alignedRows(rows)) output.out(line);
  }
  if (messages.length === 0) output.err('There are no such deliveries.');
  else if (messages.length === filter.limit) output.err(`More may follow: --after ${messages.at(-1)?.id}`);
  return messages.length > 0 ? 0 : 1;
}

const withoutPayload = ({ payload: _, ...rest }: OutboxMessage) => rest;

async function show({ config, names, switches, output }: ActionCall): Promise<number> {
  const [id, ...more] = names;
  if (id === undefined || more.length > 0) throw new InvalidArguments('Give the id of one delivery: show ID.');
  const found = await reading(config, async ({ deliveries: outbox }) => {
    const [message] = await outbox.list({ ids: [id] });
    return message === undefined ? null : { message, attempts: await outbox.attempts(id) };
  });
  if (found === null) {
    output.err(`There is no delivery with the id ${id}.`);
    return 1;
  }
  const { message, attempts } = found;
  if (switches.has('json')) {
    output.out(JSON.stringify({ ...(switches.has('payload') ? message : withoutPayload(message)), log: attempts }));
    return 0;
  }
  const { status, delivery, destination, kind, purpose, recordId, createdAt } = message;
  const rows = [
    ['status', [status, nextStep(message)].filter(Boolean).join(', ')],
    ['delivery', `${delivery} to ${destination} (${kind})`],
    ['purpose', purpose],
    ['submission', `${recordId}, ${timeOf(createdAt)}`],
  ];
  for (const line of alignedRows(rows)) output.out(line);
  for (const line of alignedRows(
    attempts.map(({ at, outcome, detail, ms }) => [timeOf(at), outcome, `${ms} ms`, detail]),
  ))
    output.out(line);
  if (switches.has('payload')) output.out(JSON.stringify(message.payload, null, 2));
  return 0;
}

async function retry({ config, names, filter, output }: ActionCall): Promise<number> {
  const isNarrow = filter.status !== undefined || filter.destination !== undefined || filter.recordId !== undefined;
  if (names.length === 0 && !isNarrow)
    throw new InvalidArguments('Give the ids of deliveries, or --destination, --status or --record.');
  const { limit: _, ...all } = filter;
  const outbox = await openOutbox(config);
  try {
    const count = await outbox.retry(names.length === 0 ? all : { ...all, ids: names }, Date.now());
    output.out(`${count} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again.`);
    return count > 0 ? 0 : 1;
  } finally {
    await outbox.close();
  }
}

async function destinations({ config, output }: ActionCall): Promise<number> {
  const { site } = await loadFolder(config.funnelsDir);
  const [states, backlog] = await reading(config, (store) =>
    Promise.all([store.deliveries.states(), store.outbox()] as const),
  );
  const ids = [...new Set([...Object.keys(site?.destinations ?? {}), ...states.map(({ destination }) => destination)])];
  const rows = ids.map((id) => {
    const settings = site === null ? null : settingsOf(site, id, process.env);
    const waiting = backlog.find(({ destination }) => destination === id)?.depth ?? 0;
    const state = states.find(({ destination }) => destination === id);
    const lacks = settings === null || settings.ok ? [] : settings.missing;
    const type = site?.destinations[id]?.type ?? 'not in the definitions';
    return [
      id,
      type,
      `${stateText(state)}${lacks.length === 0 ? '' : `; not set: ${lacks.join(', ')}`}`,
      `${waiting} waiting`,
    ];
  });
  for (const line of alignedRows(rows)) output.out(line);
  if (rows.length === 0) output.err('The site has no destinations.');
  return rows.length > 0 ? 0 : 1;
}

function stateText(state: DestinationState | undefined): string {
  if (state === undefined) return 'nothing sent yet';
  const { state: word, reason, retryAt, successes, failures } = state;
  if (word === 'paused') return `paused: ${reason}`;
  if (word === 'open') return `away, next attempt ${timeOf(retryAt)}: ${reason}`;
  if (failures === 0) return successes === 0 ? 'nothing delivered yet' : `works, ${successes} delivered`;
  return `fails, ${failures} failed since the last success, ${successes} delivered: ${reason}`;
}

async function resume({ config, names, output }: ActionCall): Promise<number> {
  const [destination, ...more] = names;
  if (destination === undefined || more.length > 0)
    throw new InvalidArguments('Give one destination: resume DESTINATION.');
  const outbox = await openOutbox(config);
  try {
    if (await outbox.resume(destination, Date.now())) return 0;
    output.err(`Nothing has been sent to ${destination}.`);
    return 1;
  } finally {
    await outbox.close();
  }
}
