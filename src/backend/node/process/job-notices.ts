import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Log } from '../../ports/ports.ts';
import type { DatabasePool } from '../database/database-pool.ts';
import { errorMessage } from './start-error.ts';

/* How processes tell one another that a job was queued. It is only a hint: one that gets lost costs a minute. */

const channel = 'job_queued';
/** Several jobs in a row are announced together. */
const gatherMs = 1_000;
const reopenMs = 1_000;

export interface JobNotices {
  /** Says, at once or within a second, that jobs were queued. */
  queued(): void;
  /**
   * Calls `onQueued` when this process or another has queued jobs, and when that may have been missed. The
   * returned function stops.
   */
  listen(onQueued: () => void): () => Promise<void>;
  /** Says what is still to be said. */
  flush(): Promise<void>;
}

export function createJobNotices(pool: DatabasePool, log: Pick<Log, 'warn'>): JobNotices {
  const own = randomUUID();
  const listeners = new Set<() => void>();
  let [timer, isDue]: [NodeJS.Timeout | undefined, boolean] = [undefined, false];
  let sending: Promise<unknown> = Promise.resolve();
  // A notification sent inside the job's own transaction would make all commits wait for one another.
  const send = () => {
    isDue = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) send();
    }, gatherMs).unref();
    sending = pool
      .query('SELECT pg_notify($1, $2)', [channel, own])
      .catch((error: unknown) =>
        log.warn('A queued job could not be announced.', { reason: errorMessage(error) }),
      );
  };
  return {
    queued() {
      for (const onQueued of listeners) onQueued();
      isDue = true;
      if (!timer) send();
    },
    listen(onQueued) {
      listeners.add(onQueued);
      const stop = hear(pool, { own, onQueued });
      return () => {
        listeners.delete(onQueued);
        return stop();
      };
    },
    async flush() {
      if (isDue) send();
      clearTimeout(timer);
      await sending;
    },
  };
}

/** Listens on a connection of its own, and opens another when it is lost. */
function hear(
  pool: DatabasePool,
  { own, onQueued }: { own: string; onQueued: () => void },
): () => Promise<void> {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const again = () => {
    client = null;
    if (!isStopped) timer = setTimeout(() => (opening = open()), reopenMs).unref();
  };
  const open = async () => {
    try {
      const opened = await pool.direct();
      opened.on('notification', ({ payload }) => payload !== own && onQueued());
      opened.once('end', again);
      client = opened;
      await opened.query(`LISTEN ${channel}`);
      // What was queued until now was announced to nobody here.
      onQueued();
    } catch {
      // The database watch says that it is away. A connection that can't listen ends, which opens another.
      if (client) await client.end().catch(() => {});
      else again();
    }
  };
  let opening = open();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await opening;
    await client?.end().catch(() => {});
  };
}
