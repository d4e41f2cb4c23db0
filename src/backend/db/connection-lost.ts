import { DrizzleQueryError } from 'drizzle-orm';

/** No database connection could be opened, so the statement was never sent. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
}

/**
 * The connection was lost after COMMIT was sent and before the reply: the transaction may or may not have
 * been committed.
 */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

/**
 * SQLSTATEs for connection exceptions: the server stopping, crashing, or starting, our session being
 * terminated, and no free connection slot.
 */
const lostStates = /^(08...|57P0[1235]|25P03|53300)$/;
const lostLines: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Messages of the driver's own errors, which carry no code. */
const lostPattern = /^Connection terminated|is not queryable$|^Connection ended/;

function endedIt(cause: unknown): boolean {
  if (cause instanceof DatabaseAwayError) return true;
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return lostStates.test(code) || lostLines.has(code);
  return typeof message === 'string' && lostPattern.test(message);
}

/** Whether the connection was lost or couldn't be opened, as opposed to the statement being at fault. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseAwayError || error instanceof OutcomeUnknownError) return true;
  // Other I/O also fails with ECONNRESET, so only an error out of a query counts as the database's.
  return error instanceof DrizzleQueryError
    ? endedIt(error.cause)
    : error instanceof Error && error.cause !== undefined && isConnectionLost(error.cause);
}
