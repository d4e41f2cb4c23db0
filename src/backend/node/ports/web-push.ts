import type { Env } from '#config/env.ts';
import { isAllowedEndpoint } from '../../domain/people/notifications/push/endpoint.ts';
import type { Push, PushSender } from '../../ports/ports.ts';
import { RefusedAddressError, createGuardedFetch } from '../outgoing/guarded-fetch.ts';

/**
 * What a push service's status means (RFC 8030). 401 and 403: the key isn't the one that the browser
 * subscribed with.
 */
export function toOutcome(status: number): 'sent' | 'gone' | 'refused' {
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
  const guardedFetch = createGuardedFetch({ exceptOrigin: testOrigin });
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
      try {
        // Redirects aren't followed, and replies aren't read.
        const sent = { method: 'POST', headers: asText(headers), body };
        return toOutcome((await guardedFetch(new URL(endpoint), sent)).status);
      } catch (error) {
        if (error instanceof RefusedAddressError) return 'gone';
        throw error;
      }
    },
  };
}
