import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Log } from '../../ports.ts';
import type { DatabasePool } from './database-pool.ts';
import { reasonOf } from '../process/start-error.ts';

export interface DatabaseWatch {
  /** Whether the database can't be reached, or doesn't answer. */
  isAway(): boolean;
  stop(): Promise<void>;
}

const everyMs = 500;
/**
 * So often we look whether an answer has come. Turns are counted, not time: while this process itself is
 * busy, nobody is called silent.
 */
const turnMs = 100;
const silentTurns = 30;

type Answer = 'there' | 'ended' | 'silent';

async function answerOf(client: Client, pause: (ms: number) => Promise<void>): Promise<Answer> {
  let answer: Answer | null = null;
  void client.query('SELECT 1').then(
    () => (answer = 'there'),
    () => (answer = 'ended'),
  );
  for (let turn = 0; turn < silentTurns && answer === null; turn += 1) await pause(turnMs);
  return answer ?? 'silent';
}

/** Since when the database is away, told once when it goes and once when it comes. */
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
 * Asks the database twice a second whether it's there, on a connection of its own. One that has fallen silent
 * (frozen, a cable pulled) keeps whoever asked it waiting for ever: then every connection is ended from here,
 * so that people get an answer.
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
      if (/timeout/.test(reasonOf(error))) silent(reasonOf(error));
      else absence.begins(reasonOf(error));
      return null;
    }
  };
  /** The connection while it's good for the next question. */
  const ask = async (client: Client): Promise<Client | null> => {
    const answer = await answerOf(client, pause);
    if (stopping.signal.aborted) return client;
    if (answer === 'silent') silent('it doesn’t answer');
    // Of one that has ended the next one tells whether it was the only one.
    if (answer !== 'there') return null;
    absence.ends();
    return client;
  };
  const watch = async () => {
    let client: Client | null = null;
    while (!stopping.signal.aborted) {
      client ??= await open();
      if (client) client = await ask(client);
      if (client || absence.since !== null) await pause(everyMs);
    }
    await client?.end().catch(() => {});
  };
  pool.heed(() => absence.since);
  const ended = watch();
  return {
    isAway: () => absence.since !== null,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
