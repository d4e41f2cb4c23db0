const hex = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Browsers offer SubtleCrypto on https and localhost only; elsewhere the same digest comes from a library.
  if (globalThis.crypto?.subtle) return hex(await crypto.subtle.digest('SHA-256', bytes));
  const library = await import('@noble/hashes/sha2.js');
  return hex(library.sha256(bytes));
}

/**
 * A password as it is sent: as typed, or its SHA-256 in hex where the public setting is the string `true`
 * (specification section 5). Composed and decomposed letters are one letter, as on the server.
 */
export const sentPassword = async (password: string, hashing: string): Promise<string> =>
  hashing === 'true' ? sha256(new TextEncoder().encode(password.normalize('NFKC'))) : password;
