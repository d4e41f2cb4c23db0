import { DrizzleQueryError } from 'drizzle-orm';

/** No connection to the database could be had: whatever it was wanted for wasn't sent. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
}

/** A COMMIT was sent and its connection ended before the answer: the transaction was made, or it wasn't. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

/**
 * Connection exceptions, PostgreSQL being stopped, crashed or started, our session ended by it, no room for
 * one more connection.
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
/** The driver's own errors carry no code. */
const lostPattern = /^Connection terminated|is not queryable$|^Connection ended/;

/** Whether what the driver threw says that the connection has ended. */
function endedIt(cause: unknown): boolean {
  if (cause instanceof DatabaseAwayError) return true;
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return lostStates.test(code) || lostLines.has(code);
  return typeof message === 'string' && lostPattern.test(message);
}

/** Whether the connection to the database ended or couldn't be had, and not the statement was at fault. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseAwayError || error instanceof OutcomeUnknownError) return true;
  // Other things end with ECONNRESET too: only what came out of a query is the database's.
  return error instanceof DrizzleQueryError
    ? endedIt(error.cause)
    : error instanceof Error && error.cause !== undefined && isConnectionLost(error.cause);
}
