const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A new idempotency key for one action, such as a tip or message. It is kept for retries, so that the server
 * acts once. Doesn't use `crypto.randomUUID`, which exists only on https and localhost.
 */
export const newIdempotencyKey = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));
