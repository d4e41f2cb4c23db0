const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A new name for one intent ("this tip", "this message"). Kept over every retry, so that the server acts
 * once. `crypto.randomUUID` exists only on https and localhost; this works on any address.
 */
export const newIntentKey = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));
