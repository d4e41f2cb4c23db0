import { randomInt } from 'node:crypto';
import agora from 'agora-token';
import type { Clock, Log } from '../../ports/ports.ts';
import {
  createReportedLive,
  grantSeconds,
  type Admitted,
  type ReportedLive,
} from '../../ports/reported-live.ts';

export interface AgoraKeys {
  readonly appId: string;
  readonly certificate: string;
  /** Of Agora’s REST API; null without. */
  readonly rest: { readonly id: string; readonly secret: string } | null;
}
interface Options {
  readonly keys: AgoraKeys;
  readonly clock: Clock;
  readonly log: Log;
  /** For tests. */
  readonly restUrl?: string;
}

const mostUid = 2 ** 31;
/** Longer than any token that the account may still hold. */
const banSeconds = 90;
const replyMs = 5_000;
const withoutRest =
  'without AGORA_CUSTOMER_ID, whoever loses access can watch until the token ends, up to 60 seconds later';

/** Kicks an account, or everybody, out of a channel, and keeps them out while their tokens last. */
function createKickHandler({ keys: { appId, rest }, log, restUrl = 'https://api.agora.io' }: Options) {
  return async (channel: string, uid?: number): Promise<void> => {
    if (!rest) return;
    const who = uid === undefined ? {} : { uid };
    const rule = { appid: appId, cname: channel, ...who, time_in_seconds: banSeconds };
    try {
      const reply = await fetch(`${restUrl}/dev/v1/kicking-rule`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Basic ${Buffer.from(`${rest.id}:${rest.secret}`).toString('base64')}`,
        },
        body: JSON.stringify({ ...rule, privileges: ['join_channel'] }),
        signal: AbortSignal.timeout(replyMs),
        redirect: 'error',
      });
      if (!reply.ok) throw new Error(`Agora answered ${reply.status}`);
    } catch (error) {
      log.error('Agora didn’t end a connection; it ends with its token.', { channel, error });
    }
  };
}

/** Agora carries the media. A channel is a stream; tokens last a minute and are renewed while access does. */
export function createAgoraLive(options: Options): ReportedLive {
  const { keys, clock } = options;
  const kick = createKickHandler(options);
  /** Numbers that Agora knows accounts by, for each stream. An ejected account gets another. */
  const numbers = new Map<string, Map<string, number>>();
  function getNumber(streamId: string, userId: string): number {
    const known = numbers.get(streamId) ?? new Map<string, number>();
    numbers.set(streamId, known);
    let number = known.get(userId);
    const taken = new Set(known.values());
    while (number === undefined || (taken.has(number) && !known.has(userId))) number = randomInt(1, mostUid);
    known.set(userId, number);
    return number;
  }
  return createReportedLive({
    clock,
    kind: 'agora',
    abilities: { recording: false, hls: false, note: keys.rest ? null : withoutRest },
    issueGrant({ request: { streamId, userId, role }, watches, expiresAt }: Admitted) {
      const uid = getNumber(streamId, userId);
      const { PUBLISHER, SUBSCRIBER } = agora.RtcRole;
      const token = agora.RtcTokenBuilder.buildTokenWithUid(
        keys.appId,
        keys.certificate,
        streamId,
        uid,
        role === 'host' ? PUBLISHER : SUBSCRIBER,
        grantSeconds,
        grantSeconds,
      );
      return {
        kind: 'agora',
        appId: keys.appId,
        channel: streamId,
        uid,
        watches: watches === null ? null : getNumber(streamId, watches),
        token,
        expiresAt: expiresAt.toISOString(),
      };
    },
    async onEject(streamId, userId) {
      const uid = numbers.get(streamId)?.get(userId);
      if (uid === undefined) return;
      numbers.get(streamId)?.delete(userId);
      await kick(streamId, uid);
    },
    async onClose(streamId) {
      if (numbers.delete(streamId)) await kick(streamId);
    },
  });
}
