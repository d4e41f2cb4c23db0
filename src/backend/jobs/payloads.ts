/** What each kind of job is told. A new kind gets a line here and its function in `kinds.ts`. */
export interface JobPayloads {
  /** Forgets old keys, limits and finished jobs. Repeats itself. */
  tidy: Record<string, never>;
}
export type JobKind = keyof JobPayloads;
