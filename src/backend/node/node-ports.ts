import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { Env } from '#config/env';
import type { Crypto, GeoLookup, Log, Ports, Transport } from '../ports.ts';
import { createPaymentGateway } from './gateway.ts';
import { createMailer } from './mail.ts';
import { createMediaProcessor } from './media.ts';
import { createDiskObjects } from './objects.ts';
import { createPasswordHasher } from './passwords.ts';

const clock = { now: () => new Date() };

const crypto: Crypto = {
  randomToken: (bytes) => randomBytes(bytes).toString('base64url'),
  sha256: (text) => createHash('sha256').update(text).digest('base64url'),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
  equal(a, b) {
    const [one, other] = [Buffer.from(a), Buffer.from(b)];
    return one.length === other.length && timingSafeEqual(one, other);
  },
};

/** What the backend asks of its host, by the environment: real adapters where there are keys, the account-free ones elsewhere. */
export function nodePorts({ env, transport, geo, log }: { env: Env; transport: Transport; geo: GeoLookup; log: Log }): Ports {
  return {
    clock,
    ids: uuidv7,
    crypto,
    passwords: createPasswordHasher(),
    objects: createDiskObjects(join(env.DATA_DIR, 'objects')),
    mailer: createMailer(env),
    payments: createPaymentGateway(env, { crypto, clock }),
    media: createMediaProcessor(),
    geo,
    transport,
    log,
  };
}
