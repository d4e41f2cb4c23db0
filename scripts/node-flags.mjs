// Flags and environment for all our Node programs. Measurements and reasons of those for memory are in
// docs/decisions/0021-memory.md.
import { inRoot } from './paths.mjs';

export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  // V8 would otherwise reserve more than 100 MB for new objects, of which little is in use.
  '--max-semi-space-size=16',
  // V8 would otherwise let old objects take nearly three times what is live before it collects them.
  '--heap-growing-percent=40',
  `--import=${new URL('resolve-drizzle.mjs', import.meta.url).href}`,
];

/** For Node and for glibc's allocator. Variables of the shell or `.env` take precedence. */
export const nodeEnvironment = {
  // Compiled code is kept between runs, which makes the next start a third faster.
  NODE_COMPILE_CACHE: inRoot('.cache', 'node'),
  // Otherwise every thread allocates from its own arena, which hardly ever returns memory.
  MALLOC_ARENA_MAX: '2',
  // Returns memory of pictures and compressors to the system once freed. By default the threshold grows up to
  // 32 MB with use.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};
