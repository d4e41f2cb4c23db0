/**
 * A problem that the person starting the server can fix. Its message is one sentence, printed without a stack
 * trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The message without a stack, such as `EACCES: permission denied, mkdir '/srv/x'`. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
