import { createHmac } from 'node:crypto';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { Clock } from '../../ports/ports.ts';

type IceServers = Extract<LiveGrant, { kind: 'whip' }>['iceServers'];
export type IceServersFor = (userId: string) => IceServers;

/** How long an account may begin to use the TURN server; connections that exist go on. */
const turnSeconds = 3_600;

/**
 * Credentials for a TURN server that shares a secret with us (`use-auth-secret` of coturn): a name that says
 * until when it is good, signed with HMAC-SHA1.
 */
export function turnServers(
  urls: readonly string[],
  secret: string | undefined,
  clock: Clock,
): IceServersFor {
  if (urls.length === 0 || !secret) return () => [];
  return (userId) => {
    const username = `${Math.floor(clock.now().getTime() / 1_000) + turnSeconds}:${userId}`;
    const credential = createHmac('sha1', secret).update(username).digest('base64');
    return [{ urls: [...urls], username, credential }];
  };
}
