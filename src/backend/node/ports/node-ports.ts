import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { Env } from '#config/env.ts';
import type {
  Captcha,
  Clock,
  Crypto,
  GeoLookup,
  Log,
  ObjectStore,
  Ports,
  Transport,
} from '../../ports/ports.ts';
import type { BackendConfig } from '../../kernel/context.ts';
import type { LiveTransport } from '../../ports/live-transport.ts';
import { createClock } from './clock.ts';
import { findTools } from '../media/ffmpeg.ts';
import { createOtherSites } from '../outgoing/other-sites.ts';
import { createPushSender } from './web-push.ts';
import { createPaymentGateway } from '../payments/gateway.ts';
import { createProofOfWork } from '../../ports/proof-of-work.ts';
import { createMailer } from './mail.ts';
import { identityProviders } from './identity-providers.ts';
import { createMediaProcessor } from '../media/media.ts';
import { createDiskObjects } from './objects.ts';
import { createPasswordHasher } from './passwords.ts';
import { createPlaceBook } from './places.ts';
import { createRecaptcha } from './recaptcha.ts';
import { createS3Objects } from './s3-objects.ts';

/** What of the configuration the ports depend on. */
type Site = Pick<BackendConfig, 'publicUrl' | 'secret'>;

const crypto: Crypto = {
  randomToken: (bytes) => randomBytes(bytes).toString('base64url'),
  sha256: (text) => createHash('sha256').update(text).digest('base64url'),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
  equal(a, b) {
    const [one, other] = [Buffer.from(a), Buffer.from(b)];
    return one.length === other.length && timingSafeEqual(one, other);
  },
};

/**
 * Browsers compute a proof of work only on pages they call secure: HTTPS, or this very machine. On others nobody
 * is asked.
 */
function createCaptcha(
  { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey }: Env,
  { site: { publicUrl, secret }, ...parts }: { site: Site; clock: Clock; log: Log },
): Captcha | null {
  if (siteKey && secretKey) return createRecaptcha({ siteKey, secretKey, crypto, ...parts });
  const { protocol, hostname } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isSecure ? createProofOfWork({ crypto, secret, clock: parts.clock }) : null;
}

function createObjects(
  {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket = '',
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId = '',
    S3_SECRET_ACCESS_KEY: secretAccessKey = '',
    DATA_DIR,
  }: Env,
  diskReserve: (() => Promise<number>) | undefined,
): ObjectStore {
  return endpoint
    ? createS3Objects({ endpoint, bucket, region, accessKeyId, secretAccessKey })
    : createDiskObjects(join(DATA_DIR, 'objects'), diskReserve);
}

/**
 * Creates the ports from the environment: real services where keys are set, account-free substitutes
 * elsewhere.
 */
export function nodePorts({
  env,
  site,
  transport,
  geo,
  live,
  log,
  diskReserve,
  jobQueued,
}: {
  env: Env;
  site: Site;
  transport: Transport;
  geo: GeoLookup;
  live: LiveTransport | null;
  log: Log;
  /** Bytes of the disk that files may not use. */
  diskReserve?: () => Promise<number>;
  jobQueued: () => void;
}): Ports {
  const clock = createClock(env.CLOCK_OFFSET_FILE);
  return {
    clock,
    ids: uuidv7,
    crypto,
    passwords: createPasswordHasher(),
    objects: createObjects(env, diskReserve),
    mailer: createMailer(env),
    push: createPushSender(env),
    otherSites: createOtherSites(env),
    payments: createPaymentGateway(env, { crypto, clock }),
    media: createMediaProcessor({
      tools: () => findTools(env.FFMPEG_PATH),
      folder: join(env.DATA_DIR, 'tmp'),
    }),
    live,
    geo,
    places: createPlaceBook(),
    identityProviders: identityProviders(env, log),
    captcha: createCaptcha(env, { site, clock, log }),
    transport,
    log,
    jobQueued,
  };
}
