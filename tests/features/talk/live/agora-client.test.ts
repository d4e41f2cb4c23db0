import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import { publish, watch } from '#services/talk/live/live-client.ts';
import type { LiveState } from '#services/talk/live/live-types.ts';

type Listener = (...args: unknown[]) => void;
type Kind = 'audio' | 'video';
interface Remote {
  readonly uid: number;
  hasAudio: boolean;
  hasVideo: boolean;
}

type Tracks = { kind: Kind } | { kind: Kind }[];
const kindsOf = (tracks: Tracks) =>
  [tracks]
    .flat()
    .map(({ kind }) => kind)
    .join(' ');

/** What Agora's SDK does, as far as we use it; everything asked of it is in `asked`. */
class StandIn {
  readonly asked: string[] = [];
  readonly listeners = new Map<string, Set<Listener>>();
  readonly remoteUsers: Remote[] = [];
  joins: Promise<unknown> = Promise.resolve();
  connectionState = 'CONNECTED';
  on(event: string, listener: Listener) {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
  }
  off(event: string, listener: Listener) {
    this.listeners.get(event)?.delete(listener);
  }
  emit(event: string, ...args: unknown[]) {
    for (const listener of this.listeners.get(event) ?? []) listener(...args);
  }
  heard = () => [...this.listeners.values()].reduce((sum, each) => sum + each.size, 0);
  async join(...args: unknown[]) {
    this.asked.push(`join ${args.join(' ')}`);
    await this.joins;
  }
  leave = async () => void this.asked.push('leave');
  renewToken = async (token: string) => void this.asked.push(`renew ${token}`);
  setClientRole = async (role: string) => void this.asked.push(`role ${role}`);
  publish = async (tracks: Tracks) => void this.asked.push(`publish ${kindsOf(tracks)}`);
  unpublish = async (tracks: Tracks) => void this.asked.push(`unpublish ${kindsOf(tracks)}`);
  async subscribe({ uid }: Remote, kind: Kind) {
    this.asked.push(`subscribe ${uid} ${kind}`);
    return { getMediaStreamTrack: () => trackOf(kind) };
  }
  getLocalVideoStats = () => ({ sendBitrate: 900_000, sendFrameRate: 25, currentPacketLossRate: 0.02 });
  getLocalAudioStats = () => ({ sendBitrate: 40_000 });
  getRTCStats = () => ({ RTT: 31 });
  getRemoteVideoStats = () => ({
    1: {
      receiveBitrate: 800_000,
      receiveFrameRate: 24,
      currentPacketLossRate: 0.01,
      receiveResolutionWidth: 1_280,
      receiveResolutionHeight: 720,
      end2EndDelay: 400,
    },
  });
}
const agora = vi.hoisted(() => ({ loads: 0, made: [] as unknown[][], clients: [] as unknown[] }));
let next = new StandIn();
vi.mock('agora-rtc-sdk-ng', () => {
  agora.loads += 1;
  return {
    default: {
      setLogLevel: () => {},
      createClient(...args: unknown[]) {
        agora.made.push(args);
        return next;
      },
      createCustomAudioTrack: () => ({ kind: 'audio' }),
      createCustomVideoTrack: () => ({ kind: 'video' }),
    },
  };
});

const trackOf = (kind: Kind) => ({ kind }) as unknown as MediaStreamTrack;
class FakeMedia {
  #tracks: MediaStreamTrack[];
  constructor(tracks: MediaStreamTrack[] = []) {
    this.#tracks = [...tracks];
  }
  getTracks = () => [...this.#tracks];
  addTrack = (track: MediaStreamTrack) => void this.#tracks.push(track);
  removeTrack = (track: MediaStreamTrack) =>
    void (this.#tracks = this.#tracks.filter((each) => each !== track));
}
vi.stubGlobal('MediaStream', FakeMedia);
const camera = () => new FakeMedia([trackOf('audio'), trackOf('video')]) as unknown as MediaStream;

let channels = 0;
let channel = '';
const grantOf = (role: 'host' | 'viewer', token = 'token-1'): LiveGrant => ({
  kind: 'agora',
  appId: 'app',
  channel,
  uid: role === 'host' ? 1 : 2,
  watches: role === 'host' ? null : 1,
  token,
  expiresAt: new Date().toISOString(),
});
beforeEach(() => {
  next = new StandIn();
  agora.made.length = 0;
  channel = `stream-${(channels += 1)}`;
});
const refusal = Object.assign(new Error('no longer'), { status: 404 });

async function send(renew: () => Promise<LiveGrant> = async () => grantOf('host', 'token-2')) {
  const states: LiveState[] = [];
  const onState = (state: LiveState) => void states.push(state);
  const publication = await publish({
    streamId: channel,
    grant: grantOf('host'),
    media: camera(),
    renew,
    onState,
  });
  return { publication, states };
}
async function play(renew: () => Promise<LiveGrant> = async () => grantOf('viewer', 'token-2')) {
  const states: LiveState[] = [];
  const video = document.createElement('video');
  video.play = async () => {};
  Object.defineProperty(video, 'srcObject', { value: null, writable: true });
  const watching = await watch({
    streamId: channel,
    grant: grantOf('viewer'),
    renew,
    video,
    onState: (state) => void states.push(state),
  });
  return { watching, states, video };
}
const shown = (video: HTMLVideoElement) =>
  (video.srcObject as MediaStream | null)?.getTracks().map(({ kind }) => kind) ?? [];

test('the SDK is loaded with the first grant of Agora’s, and not before', async () => {
  expect(agora.loads).toBe(0);
  const { publication } = await send();
  expect(agora.loads).toBe(1);
  await publication.stop();
});

describe('sending through Agora', () => {
  test('joins as a host, sends what the camera gives, and tells how it goes', async () => {
    const { publication, states } = await send();
    expect(agora.made).toEqual([[{ mode: 'live', codec: 'h264', role: 'host' }]]);
    expect(next.asked).toEqual([`join app ${channel} token-1 1`, 'publish audio', 'publish video']);
    expect(states).toEqual(['connecting', 'live']);
    expect(await publication.health()).toEqual({
      bitrate: 940_000,
      framesPerSecond: 25,
      loss: 0.02,
      roundTripMs: 31,
    });
  });

  test('another camera takes the place of the first one, and none sends nothing', async () => {
    const { publication } = await send();
    next.asked.length = 0;
    await publication.replaceTrack('video', trackOf('video'));
    await publication.replaceTrack('video', null);
    await publication.replaceTrack('audio', null);
    expect(next.asked).toEqual(['unpublish video', 'publish video', 'unpublish video', 'unpublish audio']);
    await publication.stop();
  });

  test('renews its token before it ends, and goes on after a loss', async () => {
    const { states } = await send();
    next.emit('token-privilege-will-expire');
    await expect.poll(() => next.asked).toContain('renew token-2');
    next.emit('connection-state-change', 'RECONNECTING');
    next.emit('connection-state-change', 'CONNECTED');
    expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live']);
  });

  test('is over when the server no longer renews, but not when it can’t be reached', async () => {
    let answer: Error = new TypeError('Failed to fetch');
    const { states } = await send(() => Promise.reject(answer));
    next.emit('token-privilege-will-expire');
    await Promise.resolve();
    expect(states.at(-1)).toBe('live');
    answer = refusal;
    next.emit('token-privilege-will-expire');
    await expect.poll(() => states.at(-1)).toBe('refused');
  });

  test('comes back and sends again when its token ended during a long loss', async () => {
    await send();
    next.asked.length = 0;
    next.connectionState = 'DISCONNECTED';
    next.emit('token-privilege-did-expire');
    await expect.poll(() => next.asked).toEqual([`join app ${channel} token-2 1`, 'publish audio video']);
  });

  test('leaves the channel and everything that it listened to', async () => {
    const { publication, states } = await send();
    await publication.stop();
    expect(next.asked.slice(-2)).toEqual(['unpublish audio video', 'leave']);
    expect(states.at(-1)).toBe('ended');
    expect(next.heard()).toBe(0);
  });

  test('a channel that can’t be joined is an error, and the next try begins anew', async () => {
    next.joins = Promise.reject(new Error('CAN_NOT_GET_GATEWAY_SERVER'));
    await expect(send()).rejects.toThrow('CAN_NOT_GET_GATEWAY_SERVER');
    next = new StandIn();
    const { states } = await send();
    expect(states.at(-1)).toBe('live');
  });
});

describe('watching through Agora', () => {
  const host = (): Remote => ({ uid: 1, hasAudio: true, hasVideo: true });

  test('plays the host’s media and nobody else’s', async () => {
    const { watching, states, video } = await play();
    expect(agora.made).toEqual([[{ mode: 'live', codec: 'h264', role: 'audience' }]]);
    expect(watching.isReceiving()).toBe(false);
    expect((await watching.health()).bitrate).toBeNull();
    next.emit('user-published', { ...host(), uid: 7 }, 'video');
    next.emit('user-published', host(), 'video');
    next.emit('user-published', host(), 'audio');
    await expect.poll(() => shown(video)).toEqual(['video', 'audio']);
    expect(next.asked.slice(1)).toEqual(['subscribe 1 video', 'subscribe 1 audio']);
    expect(states).toEqual(['connecting', 'live']);
    expect(watching.isReceiving()).toBe(true);
    expect(await watching.health()).toMatchObject({ way: 'agora', width: 1_280, behindSeconds: 0.4 });
    // A camera that was changed takes the place of the old one.
    next.emit('user-published', host(), 'video');
    await expect.poll(() => shown(video)).toEqual(['audio', 'video']);
  });

  test('finds a host who was there before', async () => {
    next.remoteUsers.push(host());
    const { video } = await play();
    await expect.poll(() => shown(video).toSorted()).toEqual(['audio', 'video']);
  });

  test('waits while the host sends nothing, and is over once ejected', async () => {
    const { watching, states } = await play(() => Promise.reject(refusal));
    next.emit('user-published', host(), 'video');
    await expect.poll(() => states.at(-1)).toBe('live');
    next.emit('user-unpublished', { ...host(), hasVideo: false });
    expect(states.at(-1)).toBe('live');
    next.emit('user-left', { ...host(), hasVideo: false, hasAudio: false });
    expect(states.at(-1)).toBe('waiting');
    expect(watching.isReceiving()).toBe(false);
    next.emit('token-privilege-will-expire');
    await expect.poll(() => states.at(-1)).toBe('refused');
  });

  test('is over at once when Agora sends the account out', async () => {
    const { states } = await play();
    next.emit('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'NETWORK_ERROR');
    expect(states.at(-1)).toBe('connecting');
    next.emit('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'UID_BANNED');
    expect(states.at(-1)).toBe('refused');
  });

  test('leaves, and shows nothing anymore', async () => {
    const { watching, video, states } = await play();
    next.emit('user-published', host(), 'video');
    await expect.poll(() => shown(video)).toEqual(['video']);
    await watching.stop();
    expect(video.srcObject).toBeNull();
    expect(next.asked.at(-1)).toBe('leave');
    expect(next.heard()).toBe(0);
    expect(states.at(-1)).toBe('ended');
  });
});

test('both sides of a private stream send and watch with one client, who leaves with the last of them', async () => {
  const uid = 2;
  const watching = await play();
  const sending = await publish({
    streamId: channel,
    grant: { ...grantOf('host'), uid } as LiveGrant,
    media: camera(),
    renew: async () => grantOf('host'),
    onState: () => {},
  });
  expect(agora.made).toHaveLength(1);
  expect(next.asked.slice(1, 3)).toEqual(['renew token-1', 'role host']);
  await watching.watching.stop();
  expect(next.asked).not.toContain('leave');
  await sending.stop();
  expect(next.asked.at(-1)).toBe('leave');
});
