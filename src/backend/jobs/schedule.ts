import type { Clock, Log } from '../ports/ports.ts';
import type { Due, Lane } from './runner.ts';

/** What runs a lane's due jobs, one round at a time. A lane that does several jobs at once has several. */
export interface LaneRun {
  readonly lane: Lane;
  run(signal: AbortSignal): Promise<number>;
}
interface Options {
  readonly lanes: readonly LaneRun[];
  /** When the next job of each lane is due, of those due by `until`. */
  readonly loadDue: (until: Date) => Promise<Due>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often the clock is read, which costs no statement: it can be set, and stands still while a computer sleeps. */
const tickMs = 1_000;
/** How long what was loaded counts: the news of a job may have been lost on its way from another process. */
const loadEveryMs = 60_000;

/**
 * Says when to look for jobs. It knows when the next one of each lane is due, and loads that again only after
 * something changed: a job was queued (`wake`), one has run, the clock was set, or a minute is over.
 */
export class JobSchedule {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  readonly #running = new Map<LaneRun, Promise<void>>();
  #due: Due;
  #isStale = false;
  #loading: Promise<void> | null = null;
  #loadedAt: number;
  #tickedAt: number;
  /** However much is queued, what is due is loaded at most once between two ticks. */
  #mayLoad = true;

  constructor(options: Options) {
    this.#options = options;
    this.#loadedAt = this.#tickedAt = options.clock.now().getTime();
    // At the start, anything may be due.
    this.#due = new Map(options.lanes.map(({ lane }) => [lane, this.#tickedAt]));
  }

  /** A job was queued, by this process or another. */
  wake(): void {
    this.#isStale = true;
    if (this.#mayLoad) void this.#step();
  }

  /** Resolves when the rounds that it found running, or began, are over. */
  async tick(): Promise<void> {
    const time = this.#options.clock.now().getTime();
    if (time < this.#tickedAt || time - this.#loadedAt >= loadEveryMs) this.#isStale = true;
    this.#tickedAt = time;
    this.#mayLoad = true;
    await this.#step();
    await Promise.all(this.#running.values());
  }

  /** Aborts the rounds in progress, and resolves once they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loading;
    await Promise.all(this.#running.values());
  }

  async #step(): Promise<void> {
    if (this.#isStale && !this.#loading)
      this.#loading = this.#load().finally(() => {
        this.#loading = null;
      });
    await this.#loading;
    this.#begin();
  }

  async #load(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { loadDue, clock, log } = this.#options;
    const time = clock.now().getTime();
    // What is queued from now on may be missing from the answer.
    this.#isStale = false;
    this.#mayLoad = false;
    try {
      this.#due = await loadDue(new Date(time + loadEveryMs));
      this.#loadedAt = time;
    } catch (error) {
      this.#isStale = true;
      log.error('Jobs could not run; will try again.', { error });
    }
  }

  #begin(): void {
    if (this.#stopping.signal.aborted) return;
    const { lanes, clock, log } = this.#options;
    const time = clock.now().getTime();
    for (const each of lanes) {
      if (this.#running.has(each) || (this.#due.get(each.lane) ?? Number.POSITIVE_INFINITY) > time) continue;
      const round = each
        .run(this.#stopping.signal)
        .catch((error: unknown) => log.error('Jobs could not run; will try again.', { error }))
        .then(() => {
          this.#isStale = true;
          this.#running.delete(each);
        });
      this.#running.set(each, round);
    }
  }
}

/** Runs jobs when they are due, until it is stopped. */
export function startJobs(options: Options): { wake(): void; stop(): Promise<void> } {
  const schedule = new JobSchedule(options);
  const timer = setInterval(() => void schedule.tick(), tickMs);
  void schedule.tick();
  return {
    wake: () => schedule.wake(),
    stop() {
      clearInterval(timer);
      return schedule.stop();
    },
  };
}
