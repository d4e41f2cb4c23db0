import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Env } from '#config/env.ts';
import { isAllowedEndpoint, isPublicAddress } from '../../domain/notifications/push/endpoint.ts';
import type { Push, PushSender } from '../../ports.ts';

/** In milliseconds, until the push service has answered. */
const patienceMs = 8_000;

class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/** Resolves names to public addresses only, so that no push service's name leads into this network. */
export const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0);
    const [first] = found;
    if (!first || found.some(({ address }) => !isPublicAddress(address)))
      return callback(new PrivateAddressError(`${hostname} isn't on the public Internet`), '', 0);
    return options.all ? callback(null, found) : callback(null, first.address, first.family);
  });

/** Posts the encrypted payload and returns the status. Redirects aren't followed, and replies aren't read. */
function post(
  url: URL,
  { headers, body, isTest }: { headers: Record<string, string>; body: Buffer; isTest: boolean },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestSecure : requestPlain;
    const sent = request(
      url,
      {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(patienceMs),
        ...(isTest ? {} : { lookup: lookupPublic }),
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * What a push service's status means (RFC 8030). 401 and 403: the key isn't the one that the browser
 * subscribed with.
 */
export function outcomeOf(status: number): 'sent' | 'gone' | 'refused' {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410 || status === 401 || status === 403) return 'gone';
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`);
  return 'refused';
}

const asText = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Sends push notifications. The library is loaded with the first one. */
export function createPushSender({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  PUSH_TEST_ORIGIN: testOrigin = null,
}: Pick<Env, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'> & {
  PUSH_TEST_ORIGIN?: string | null | undefined;
}): PushSender {
  const open = async () => {
    const { default: library } = await import('web-push');
    return library;
  };
  return {
    keys: publicKey && privateKey ? { publicKey, privateKey } : null,
    testOrigin,
    createKeys: async () => (await open()).generateVAPIDKeys(),
    async send({ endpoint, p256dh, auth, keys, subject, payload, topic, seconds, isUrgent }: Push) {
      if (!isAllowedEndpoint(endpoint, testOrigin)) return 'gone';
      const { generateRequestDetails } = await open();
      const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...keys },
        contentEncoding: 'aes128gcm',
        TTL: seconds,
        topic,
        urgency: isUrgent ? 'high' : 'normal',
      });
      const url = new URL(endpoint);
      try {
        return outcomeOf(
          await post(url, { headers: asText(headers), body, isTest: url.origin === testOrigin }),
        );
      } catch (error) {
        if (error instanceof PrivateAddressError) return 'gone';
        throw error;
      }
    },
  };
}
