import { hmac } from '@noble/hashes/hmac.js';
import { scryptAsync } from '@noble/hashes/scrypt.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Crypto, PasswordHasher } from '#backend/ports/ports.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';

/** Compares every character regardless of differences. */
function equal(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1)
    difference |= a.charCodeAt(at) ^ b.charCodeAt(at % Math.max(b.length, 1));
  return difference === 0;
}

/**
 * The crypto port in plain JavaScript, because the browser's own is asynchronous and one page of posts signs
 * dozens of URLs.
 */
export const mockCrypto: Crypto = {
  randomToken: (bytes) => toBase64Url(randomBytes(bytes)),
  sha256: (text) => toBase64Url(sha256(utf8ToBytes(text))),
  hmac: (key, text) => toBase64Url(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text))),
  equal,
};

/** Low, because these hashes protect nothing outside the user's own browser. */
const cost = { N: 2 ** 8, r: 8, p: 1, dkLen: 32 };
const placeholder = 'mock.AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const derive = async (password: string, salt: Uint8Array) =>
  toBase64Url(await scryptAsync(utf8ToBytes(password), salt, cost));

export const mockPasswords: PasswordHasher = {
  async hash(password) {
    const salt = randomBytes(16);
    return `mock.${toBase64Url(salt)}.${await derive(password, salt)}`;
  },
  async verify(password, hash) {
    const [kind, salt = '', expected = ''] = (hash ?? placeholder).split('.');
    const derived = await derive(password, fromBase64Url(salt));
    return hash !== null && kind === 'mock' && equal(derived, expected);
  },
};
