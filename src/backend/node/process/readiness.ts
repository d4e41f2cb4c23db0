import { randomUUID } from 'node:crypto';
import type { Figures } from '../../jobs/figures.ts';
import { oldestDue } from '../../jobs/figures.ts';
import type { Clock, Log, ObjectStore } from '../../ports/ports.ts';
import { errorMessage } from './start-error.ts';

interface Parts {
  readonly isDatabaseThere: () => boolean;
  readonly objects: Pick<ObjectStore, 'put' | 'get' | 'remove'>;
  readonly figures: () => Promise<Pick<Figures, 'jobs'>>;
  readonly log: Pick<Log, 'warn' | 'info'>;
}
export interface Readiness {
  /**
   * Whether calls can be answered now. Only the database decides: if the store is away, pages and most calls
   * still work, and a balancer that took every process out would make a small outage a whole one.
   */
  isReady(): boolean;
  /** One line for each thing that was looked at, for people and monitors. */
  report(): string;
  /** Looks now. */
  look(): Promise<void>;
}

/** `/readyz` is public, so however often it is asked, this is looked at no more often. */
const everyMs = 15_000;
const patienceMs = 5_000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Writes, reads and removes one small object: a disk can be full, and a bucket's key read-only. */
async function tryStore(objects: Parts['objects']): Promise<void> {
  const key = `health/${randomUUID()}`;
  await objects.put(key, new Uint8Array([1]), 'application/octet-stream');
  try {
    const found = await objects.get(key);
    await found?.body.cancel();
    if (!found) throw new Error('what was written isn’t there');
  } finally {
    await objects.remove(key);
  }
}

/** What `/readyz` says, checked in the background, when it is asked for. */
export function createReadiness(
  { isDatabaseThere, objects, figures, log }: Parts,
  clock: Clock = { now: () => new Date() },
): Readiness {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let store: 'ok' | 'unavailable' | 'unknown' = 'unknown';
  let jobs = 'unknown';
  const lookAtStore = async () => {
    const was = store;
    try {
      await inTime(tryStore(objects));
      store = 'ok';
      if (was === 'unavailable') log.info('The file storage is back.');
    } catch (error) {
      store = 'unavailable';
      if (was !== 'unavailable')
        log.warn('The file storage is unavailable.', { reason: errorMessage(error) });
    }
  };
  const lookAtJobs = async () => {
    jobs = await inTime(figures()).then(
      (found) => `oldest due for ${Math.round(oldestDue(found))} s`,
      () => 'unknown',
    );
  };
  const look = async () => {
    lookedAt = clock.now().getTime();
    await Promise.all([lookAtStore(), lookAtJobs()]);
  };
  return {
    isReady: isDatabaseThere,
    look,
    report() {
      // Seconds in either direction: a clock that is put right goes back.
      if (Math.abs(clock.now().getTime() - lookedAt) >= everyMs) void look();
      return `database: ${isDatabaseThere() ? 'ok' : 'unavailable'}\nstorage: ${store}\njobs: ${jobs}\n`;
    },
  };
}
