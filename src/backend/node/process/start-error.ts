/**
 * Something the person who starts the server can mend. Its message is one sentence, printed alone, without a
 * stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What the system said, in its own words, without the stack: `EACCES: permission denied, mkdir '/srv/x'`. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
