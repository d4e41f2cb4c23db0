/* Encrypts sensitive data that has to be stored, such as bank details. AES-GCM with a key derived from the
   site's secret, using the Web Crypto API that servers and browsers share. The database alone reveals
   nothing. */
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

interface Seal {
  readonly secret: string;
  /** Earlier secrets, used only to decrypt. */
  readonly previous?: readonly string[] | undefined;
  /** Each purpose has its own key. */
  readonly purpose: string;
  /** The record it belongs to. The encrypted text can't be opened for any other. */
  readonly about: string;
}

/** A seal with the site's secrets. */
export const siteSeal = (
  { config }: { readonly config: { readonly secret: string; readonly previousSecrets?: readonly string[] } },
  { purpose, about }: Pick<Seal, 'purpose' | 'about'>,
): Seal => ({ secret: config.secret, previous: config.previousSecrets, purpose, about });

/** Encrypts a text of at most a few kilobytes. */
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
 * Decrypts what `seal` returned, and says whether the current secret was used.
 * @throws when the text was changed, belongs to another record, or was sealed with none of the given secrets.
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

const ivBytes = 12;

/** Whatever is encrypted with a key of its own. */
export interface SealedObject {
  /** The object's key, itself encrypted. After a change of the secret, only this is encrypted again. */
  readonly sealedKey: string;
  readonly bytes: Uint8Array;
}

/** Encrypts an object that fits in memory, with a key of its own. */
export async function sealObject(given: Seal, plain: Uint8Array): Promise<SealedObject> {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const body = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: text.encode(given.about) },
    key,
    new Uint8Array(plain),
  );
  const bytes = new Uint8Array(ivBytes + body.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(body), ivBytes);
  return { sealedKey: await seal(given, toBase64(raw)), bytes };
}

/**
 * Decrypts what `sealObject` returned.
 * @throws when key or object were changed, belong to another record, or no given secret opens the key.
 */
export async function openObject(given: Seal, { sealedKey, bytes }: SealedObject): Promise<Uint8Array> {
  const { plain: raw } = await open(given, sealedKey);
  const key = await crypto.subtle.importKey('raw', fromBase64(raw), 'AES-GCM', false, ['decrypt']);
  const plain = await crypto.subtle.decrypt(
    {
      name: 'AES-GCM',
      iv: new Uint8Array(bytes.subarray(0, ivBytes)),
      additionalData: text.encode(given.about),
    },
    key,
    new Uint8Array(bytes.subarray(ivBytes)),
  );
  return new Uint8Array(plain);
}
