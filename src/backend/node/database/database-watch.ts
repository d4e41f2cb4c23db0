import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Log } from '../../ports/ports.ts';
import type { DatabasePool } from './database-pool.ts';
import { errorMessage } from '../process/start-error.ts';

export interface DatabaseWatch {
  isAway(): boolean;
  stop(): Promise<void>;
}

const everyMs = 500;
/**
 * How often to check for a reply. The check counts turns instead of time, so that a busy process doesn't
 * mistake its own delay for the database's.
 */
const turnMs = 100;
const silentTurns = 30;

type Answer = 'there' | 'ended' | 'silent';

async function waitForAnswer(client: Client, pause: (ms: number) => Promise<void>): Promise<Answer> {
  let answer: Answer | null = null;
  void client.query('SELECT 1').then(
    () => (answer = 'there'),
    () => (answer = 'ended'),
  );
  for (let turn = 0; turn < silentTurns && answer === null; turn += 1) await pause(turnMs);
  return answer ?? 'silent';
}

/** Tracks since when the database has been down, and logs when that starts and ends. */
class Absence {
  readonly #log: Log;
  since: number | null = null;
  constructor(log: Log) {
    this.#log = log;
  }

  begins(reason: string, since = Date.now()): void {
    if (this.since === null)
      this.#log.warn('The database is away; what needs it waits a moment, then is answered with 503.', {
        reason,
      });
    this.since ??= since;
  }

  ends(): void {
    if (this.since !== null)
      this.#log.info('The database is back.', {
        secondsAway: Math.round((Date.now() - this.since) / 100) / 10,
      });
    this.since = null;
  }
}

/**
 * Returns whether somebody has waited for the database since the last time. Queries that ended meanwhile show
 * that it responds.
 */
function createNeed(pool: DatabasePool) {
  let last = pool.use;
  return (): boolean => {
    const before = last;
    last = pool.use;
    return before.now > 0 && last.now > 0 && last.ended === before.ended;
  };
}

/**
 * Checks twice a second, on its own connection, whether the database responds, as long as somebody waits for it
 * or asks. Queries to one that went silent (frozen, cable pulled) would wait forever, so then every connection
 * is ended and callers get an error.
 */
export function watchDatabase(pool: DatabasePool, log: Log): DatabaseWatch {
  const stopping = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
  const absence = new Absence(log);
  const silent = (reason: string) => {
    absence.begins(reason, Date.now() - silentTurns * turnMs);
    pool.cut();
  };
  const open = async (): Promise<Client | null> => {
    try {
      return await pool.own();
    } catch (error) {
      const reason = errorMessage(error);
      if (/timeout/.test(reason)) silent(reason);
      else absence.begins(reason);
      return null;
    }
  };
  /** Returns the connection if it is still usable, otherwise null. */
  const ask = async (client: Client): Promise<Client | null> => {
    const answer = await waitForAnswer(client, pause);
    if (stopping.signal.aborted) return client;
    if (answer === 'silent') silent('it doesn’t answer');
    // If the connection ended, the next one shows whether the database is down.
    if (answer !== 'there') return null;
    absence.ends();
    return client;
  };
  const isNeeded = createNeed(pool);
  let mustAsk = false;
  let client: Client | null = null;
  const begin = async () => {
    const opened = await open();
    const lost = () => (client = client === opened ? null : client);
    opened?.once('end', lost);
    mustAsk = true;
    client = opened;
  };
  const lookOnce = async () => {
    if (!client) await begin();
    const isDue = isNeeded() || mustAsk;
    if (!client || !isDue) return;
    mustAsk = false;
    client = await ask(client);
  };
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await lookOnce();
      if (client || absence.since !== null) await pause(everyMs);
    }
    await client?.end().catch(() => {});
  };
  pool.heed(() => absence.since);
  const ended = watch();
  const isAway = () => {
    mustAsk = true;
    return absence.since !== null;
  };
  return { isAway, stop: () => (stopping.abort(), ended) };
}
