import { Client } from 'pg';

/** What tells a pooler from the server itself. */
export interface ProbedClient {
  /** Of the server process, as the connection was told. A pooler tells a number of its own. */
  readonly processID: number | null;
  query(text: string): Promise<{ rows: { pid: number }[] }>;
}

const turns = 4;
const fetchPid = async (client: ProbedClient): Promise<number | undefined> =>
  (await client.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;

/** What a connection leads to: the server, or a pooler that shares its connections by session or by transaction. */
export type ConnectionMode = 'server' | 'session' | 'transaction';

/**
 * Whether a pooler hands connections to whoever has the next transaction, as PgBouncer does with
 * `pool_mode=transaction`: then two open connections share a server process, or one changes its own. A connection to
 * the server itself is recognized at once, and `another` isn't opened.
 */
export async function detectConnectionMode(
  one: ProbedClient,
  another: () => Promise<ProbedClient>,
): Promise<ConnectionMode> {
  const first = await fetchPid(one);
  if (first === one.processID) return 'server';
  const other = await another();
  for (let turn = 0; turn < turns; turn += 1) {
    if ((await fetchPid(other)) === first || (await fetchPid(one)) !== first) return 'transaction';
  }
  return 'session';
}

/**
 * Sends statements without their names. A pooler that shares connections would prepare a statement on one and run it
 * on another; one without a name is prepared and run at once.
 */
export class UnnamedClient extends Client {
  override query = ((config: unknown, ...more: unknown[]) => {
    const isNamed = typeof config === 'object' && config !== null && 'name' in config && 'text' in config;
    const sent = isNamed ? { ...config, name: undefined } : config;
    return Reflect.apply(Client.prototype.query as (...given: unknown[]) => unknown, this, [sent, ...more]);
  }) as Client['query'];
}
