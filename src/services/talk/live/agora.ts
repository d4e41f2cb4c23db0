import type AgoraRTC from 'agora-rtc-sdk-ng';
import type {
  ConnectionState,
  IAgoraRTCClient,
  IAgoraRTCRemoteUser,
  ILocalAudioTrack,
  ILocalVideoTrack,
} from 'agora-rtc-sdk-ng';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import type {
  LiveState,
  Publication,
  PublishOptions,
  WatchHealth,
  WatchOptions,
  Watching,
} from './live-types.ts';
import { start } from './playing.ts';
import { isRefusal, stateReporter } from './session.ts';

type AgoraGrant = Extract<LiveGrant, { kind: 'agora' }>;
type Sdk = typeof AgoraRTC;

/** 282 kB, so only now. */
const loadSdk = async (): Promise<Sdk> => (await import('agora-rtc-sdk-ng')).default;

interface Membership {
  readonly client: IAgoraRTCClient;
  readonly sdk: Sdk;
  leave(): Promise<void>;
}
/** An account is in a channel once: who sends and watches in a private stream does both with one client. */
const memberships = new Map<
  string,
  { made: Promise<Omit<Membership, 'leave'>>; users: number; canSend: boolean }
>();

async function enter(grant: AgoraGrant, canSend: boolean): Promise<Omit<Membership, 'leave'>> {
  const sdk = await loadSdk();
  sdk.setLogLevel(4);
  const client = sdk.createClient({ mode: 'live', codec: 'h264', role: canSend ? 'host' : 'audience' });
  await client.join(grant.appId, grant.channel, grant.token, grant.uid);
  return { client, sdk };
}

/** Joins the channel, or shares the client that already has; a sender’s token serves for watching too. */
async function join(grant: AgoraGrant, canSend: boolean): Promise<Membership> {
  const key = `${grant.channel} ${grant.uid}`;
  const known = memberships.get(key);
  const entry = known ?? { made: enter(grant, canSend), users: 0, canSend };
  memberships.set(key, entry);
  entry.users += 1;
  const leave = async () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    memberships.delete(key);
    await entry.made.then(({ client }) => client.leave()).catch(() => {});
  };
  try {
    const { client, sdk } = await entry.made;
    if (canSend && !entry.canSend) {
      entry.canSend = true;
      await client.renewToken(grant.token);
      await client.setClientRole('host');
    }
    return { client, sdk, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

interface Keeping {
  readonly member: Membership;
  readonly options: PublishOptions | WatchOptions;
  readonly report: (state: LiveState) => void;
  /** In the channel again, where nothing of before is left. */
  readonly onReturn?: () => Promise<void>;
}
/** Renews the token before it ends, comes back with another after a long loss, and says when there is none. */
function keepToken({ member: { client }, options, report, onReturn }: Keeping): () => void {
  const renew = async (take: (grant: AgoraGrant) => Promise<unknown>) => {
    try {
      const grant = await options.renew();
      if (grant.kind === 'agora') await take(grant);
    } catch (error) {
      if (isRefusal(error)) report('refused');
    }
  };
  const soon = () => void renew(({ token }) => client.renewToken(token));
  const ended = () =>
    void renew(async ({ appId, channel, token, uid }) => {
      // Who sends and watches with one client comes back once.
      if (client.connectionState === 'DISCONNECTED') await client.join(appId, channel, token, uid);
      await onReturn?.();
    });
  const changed = (state: ConnectionState, _before?: ConnectionState, reason?: string) => {
    if (state === 'RECONNECTING') report('reconnecting');
    if (state === 'CONNECTED') report('live');
    if (state === 'DISCONNECTED' && reason?.endsWith('_BANNED')) report('refused');
  };
  client.on('token-privilege-will-expire', soon);
  client.on('token-privilege-did-expire', ended);
  client.on('connection-state-change', changed);
  return () => {
    client.off('token-privilege-will-expire', soon);
    client.off('token-privilege-did-expire', ended);
    client.off('connection-state-change', changed);
  };
}

/** Sends through Agora. */
export async function publishAgora(options: PublishOptions): Promise<Publication> {
  if (options.grant.kind !== 'agora') throw new TypeError('not a grant of Agora’s');
  const report = stateReporter(options.onState);
  const member = await join(options.grant, true);
  const { client, sdk } = member;
  const sent: { audio: ILocalAudioTrack | null; video: ILocalVideoTrack | null } = {
    audio: null,
    video: null,
  };
  const forget = keepToken({
    member,
    options,
    report,
    onReturn: () => client.publish([sent.audio, sent.video].filter((each) => each !== null)),
  });
  async function replaceTrack(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void> {
    const old = sent[kind];
    sent[kind] = null;
    if (old) await client.unpublish(old);
    if (!track) return;
    const made =
      kind === 'audio'
        ? (sent.audio = sdk.createCustomAudioTrack({ mediaStreamTrack: track }))
        : (sent.video = sdk.createCustomVideoTrack({ mediaStreamTrack: track }));
    await client.publish(made);
  }
  for (const track of options.media.getTracks()) await replaceTrack(track.kind as 'audio' | 'video', track);
  report('live');
  return {
    replaceTrack,
    async health() {
      const video = client.getLocalVideoStats();
      const audio = client.getLocalAudioStats();
      return {
        bitrate: video.sendBitrate + audio.sendBitrate,
        framesPerSecond: video.sendFrameRate ?? null,
        loss: video.currentPacketLossRate,
        roundTripMs: client.getRTCStats().RTT,
      };
    },
    async stop() {
      forget();
      report('ended');
      await client.unpublish([sent.audio, sent.video].filter((each) => each !== null)).catch(() => {});
      await member.leave();
    },
  };
}

async function receiveHealth(
  client: IAgoraRTCClient,
  watched: IAgoraRTCRemoteUser | null,
): Promise<WatchHealth> {
  const stats = watched ? client.getRemoteVideoStats()[String(watched.uid)] : undefined;
  const common = { way: 'agora', roundTripMs: client.getRTCStats().RTT } as const;
  if (!stats)
    return {
      ...common,
      bitrate: null,
      framesPerSecond: null,
      loss: null,
      width: null,
      height: null,
      behindSeconds: null,
    };
  return {
    ...common,
    bitrate: stats.receiveBitrate,
    framesPerSecond: stats.receiveFrameRate ?? null,
    loss: stats.currentPacketLossRate,
    width: stats.receiveResolutionWidth,
    height: stats.receiveResolutionHeight,
    behindSeconds: stats.end2EndDelay / 1_000,
  };
}

/** Watches one host of a channel. */
export async function watchAgora(options: WatchOptions): Promise<Watching> {
  const { grant, video } = options;
  if (grant.kind !== 'agora') throw new TypeError('not a grant of Agora’s');
  const report = stateReporter(options.onState);
  const member = await join(grant, false);
  const { client } = member;
  const forget = keepToken({ member, options, report });
  const media = new MediaStream();
  let watched: IAgoraRTCRemoteUser | null = null;
  const took = async (user: IAgoraRTCRemoteUser, kind: 'audio' | 'video' | 'datachannel') => {
    if (user.uid !== grant.watches || kind === 'datachannel') return;
    const track =
      kind === 'audio' ? await client.subscribe(user, 'audio') : await client.subscribe(user, 'video');
    for (const old of media.getTracks()) if (old.kind === kind) media.removeTrack(old);
    media.addTrack(track.getMediaStreamTrack());
    watched = user;
    video.srcObject = media;
    await start(video);
    report('live');
  };
  const lost = (user: IAgoraRTCRemoteUser) => {
    if (user.uid !== grant.watches || user.hasVideo || user.hasAudio) return;
    watched = null;
    report('waiting');
  };
  const published = (user: IAgoraRTCRemoteUser, kind: 'audio' | 'video' | 'datachannel') =>
    void took(user, kind).catch(() => {});
  client.on('user-published', published);
  client.on('user-unpublished', lost);
  client.on('user-left', lost);
  for (const user of client.remoteUsers) {
    if (user.hasAudio) published(user, 'audio');
    if (user.hasVideo) published(user, 'video');
  }
  return {
    health: () => receiveHealth(client, watched),
    isReceiving: () => watched !== null,
    catchUp: () => void start(video),
    async stop() {
      forget();
      client.off('user-published', published);
      client.off('user-unpublished', lost);
      client.off('user-left', lost);
      report('ended');
      await member.leave();
      video.srcObject = null;
    },
  };
}
