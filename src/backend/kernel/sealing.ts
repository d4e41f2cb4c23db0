/*
 * What must be kept but is for hardly anybody's eyes: bank details. AES-GCM under a key derived from the site's secret, by the Web Crypto that
 * servers and browsers share. Whoever has the database alone reads nothing.
 */
const text = new TextEncoder();

async function keyFor(secret: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(`sealing:${purpose}`) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (encoded: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));

export interface Seal {
  readonly secret: string;
  /** Earlier ones, which still open but seal nothing. */
  readonly previous?: readonly string[] | undefined;
  /** Each kind of thing has a key of its own. */
  readonly purpose: string;
  /** The record it belongs to: moved to another, it doesn't open. */
  readonly about: string;
}

/** Seals a text of at most some kilobytes. */
export async function seal({ secret, purpose, about }: Seal, plain: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: text.encode(about) },
    await keyFor(secret, purpose),
    text.encode(plain),
  );
  return `v1.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

/**
 * Opens what `seal` made; says whether it was sealed with the secret of now. Throws when it was changed,
 * belongs to another record or was sealed with a secret that isn't among those given.
 */
export async function open(
  given: Seal,
  sealed: string,
): Promise<{ readonly plain: string; readonly isCurrent: boolean }> {
  let found = unseal(given, sealed).then((plain) => ({ plain, isCurrent: true }));
  for (const secret of given.previous ?? [])
    found = found.catch(async () => ({
      plain: await unseal({ ...given, secret }, sealed),
      isCurrent: false,
    }));
  return found;
}

async function unseal({ secret, purpose, about }: Seal, sealed: string): Promise<string> {
  const [version, iv, body] = sealed.split('.');
  if (version !== 'v1' || !iv || !body) throw new Error('not a sealed text');
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: fromBase64(iv), additionalData: text.encode(about) },
    await keyFor(secret, purpose),
    fromBase64(body),
  );
  return new TextDecoder().decode(plain);
}
