// How Node runs our programs, wherever they are started from. Measured and reasoned in
// docs/decisions/memory.md.

export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  // The engine would set aside more than a hundred MB for objects that have just been made; a handful of them
  // are in use.
  '--max-semi-space-size=16',
];

/** Of glibc's memory. What the shell or `.env` sets counts more. */
export const nodeEnvironment = {
  // Every thread would otherwise take memory from a pool of its own, and hardly ever give it back.
  MALLOC_ARENA_MAX: '2',
  // Pictures and compressors go back to the system once they are done with; by itself the threshold rises to
  // 32 MB with use.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};
