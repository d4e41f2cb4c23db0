export interface BoundedQueue {
  /** Runs after those before it have ended; null, without running, when too many wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result | null>;
}

/** One piece of work at a time, and at most `most` that wait or run. */
export function createBoundedQueue(most: number): BoundedQueue {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async run(work) {
      if (waiting >= most) return null;
      waiting += 1;
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        waiting -= 1;
      }
    },
  };
}
