import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHasher } from '../../ports/ports.ts';

/** scrypt with the parameters OWASP recommends for 32 MB of memory: about 150 ms on one core. */
const cost = { log2N: 15, r: 8, p: 3 } as const;
type Cost = { readonly log2N: number; readonly r: number; readonly p: number };
const saltBytes = 16;
const keyBytes = 32;

/**
 * Concurrent hashes. The thread pool also serves file and DNS lookups, so half of it stays free however many
 * people log in.
 */
const atOnce = 2;

/** The key of a password, as `scrypt` derives it. */
export type Derive = (password: string, salt: Buffer, cost: Cost) => Promise<Buffer>;

export const deriveByScrypt: Derive = (password, salt, { log2N, r, p }) => {
  const N = 2 ** log2N;
  const options = { N, r, p, maxmem: 256 * N * r };
  // NFKC makes composed and decomposed letters equal, since they look the same to the person typing.
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
};

const encode = (salt: Buffer, key: Buffer): string =>
  `scrypt$${cost.log2N}$${cost.r}$${cost.p}$${salt.toString('base64')}$${key.toString('base64')}`;

function decode(hash: string): { cost: Cost; salt: Buffer; key: Buffer } | null {
  const [scheme, log2N, r, p, salt = '', key = ''] = hash.split('$');
  return scheme === 'scrypt'
    ? {
        cost: { log2N: Number(log2N), r: Number(r), p: Number(p) },
        salt: Buffer.from(salt, 'base64'),
        key: Buffer.from(key, 'base64'),
      }
    : null;
}

/** Runs at most `limit` tasks at once; the others wait in order. */
function createGate(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Slow, salted hashes that include their parameters, so that older hashes stay valid when the cost changes.
 */
export function createPasswordHasher(derive: Derive = deriveByScrypt): PasswordHasher {
  const gate = createGate(atOnce);
  // Used for an unknown account: the same work, never a match.
  const placeholder = { cost, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) };
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return encode(salt, await gate(() => derive(password, salt, cost)));
    },
    async verify(password, hash) {
      const known = hash === null ? null : decode(hash);
      const against = known ?? placeholder;
      const key = await gate(() => derive(password, against.salt, against.cost));
      return timingSafeEqual(key, against.key) && known !== null;
    },
  };
}
