const hex = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // SubtleCrypto is available only on https and localhost, so elsewhere a library computes the same digest.
  if (globalThis.crypto?.subtle) return hex(await crypto.subtle.digest('SHA-256', bytes));
  const library = await import('@noble/hashes/sha2.js');
  return hex(library.sha256(bytes));
}

/**
 * The password as it is sent: plain, or its SHA-256 in hex if the public setting is the string `true`
 * (specification section 5). Normalized to NFKC, as on the server.
 */
export const sentPassword = async (password: string, hashing: string): Promise<string> =>
  hashing === 'true' ? sha256(new TextEncoder().encode(password.normalize('NFKC'))) : password;
