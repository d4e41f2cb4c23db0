import { randomUUID } from 'node:crypto';
import { receiverOf } from '../../http/monitoring.ts';

/** The most recent call last, as the service wants it. */
const framesOf = (stack: string) =>
  stack
    .split('\n')
    .flatMap((line) => {
      const found = /^\s*at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/.exec(line);
      return found
        ? [
            {
              function: found[1] ?? '?',
              filename: found[2],
              lineno: Number(found[3]),
              colno: Number(found[4]),
            },
          ]
        : [];
    })
    .toReversed();

/** Sends errors of the server to the error reporting service that the site uses, if it uses one: name, message and stack, nothing of the request. */
export function createErrorReport(dsn: string | null, send: typeof fetch = fetch): (error: unknown) => void {
  const receiver = receiverOf(dsn);
  if (!receiver) return () => {};
  return (thrown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const id = randomUUID().replaceAll('-', '');
    const at = new Date().toISOString();
    const event = {
      event_id: id,
      timestamp: at,
      platform: 'node',
      level: 'error',
      exception: {
        values: [
          { type: error.name, value: error.message, stacktrace: { frames: framesOf(error.stack ?? '') } },
        ],
      },
    };
    const envelope = [{ event_id: id, sent_at: at, dsn: receiver.dsn }, { type: 'event' }, event]
      .map((part) => JSON.stringify(part))
      .join('\n');
    // A report that doesn't arrive stands in the log all the same.
    void send(receiver.address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope' },
      body: envelope,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => {});
  };
}
