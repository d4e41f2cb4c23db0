import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Env } from '#config/env.ts';
import type { Clock, Log } from '../../ports.ts';
import type { LiveTransport } from '../../ports/live-transport.ts';
import type { ToldLive } from '../../ports/told-live.ts';
import { findTools } from '../media/ffmpeg.ts';
import { createAgoraLive } from './agora-live.ts';
import { turnServers, type IceServersFor } from './ice-servers.ts';
import { createMeshLive } from './mesh-live.ts';
import { RelayLive } from './relay-live.ts';

interface Options {
  readonly env: Env;
  readonly clock: Clock;
  readonly log: Log;
  readonly tell: (step: string, state: string) => void;
}
export interface OpenLive {
  /** Null when this process carries no streams. */
  readonly transport: LiveTransport | null;
  /** The same, where it is a relay of our own. */
  readonly relay: RelayLive | null;
  stop(): Promise<void>;
}
/** More than this, and the relay keeps a core busy. */
const directPerCore = 200;
const none: OpenLive = { transport: null, relay: null, stop: async () => {} };

async function openRelay({ env, log }: Options, iceServers: IceServersFor): Promise<OpenLive> {
  const { LIVE_UDP_PORT: port, LIVE_BIND: bind = null, LIVE_PUBLIC_IP: publicIp = null } = env;
  const relay = new RelayLive({
    relay: { port, bind, publicIp },
    log,
    iceServers,
    tools: await findTools(env.FFMPEG_PATH),
    folder: join(env.DATA_DIR, 'live'),
    mostDirect: env.LIVE_MAX_WEBRTC ?? directPerCore * availableParallelism(),
  });
  await relay.hls?.sweep();
  return { transport: relay, relay, stop: () => relay.stop() };
}
function keepChecking(live: ToldLive): OpenLive {
  const timer = setInterval(() => live.check(), 1_000).unref();
  return { transport: live, relay: null, stop: async () => clearInterval(timer) };
}
function openTold({ env, log, clock }: Options, iceServers: IceServersFor): OpenLive {
  if (env.LIVE === 'mesh') return keepChecking(createMeshLive({ clock, iceServers }));
  const { AGORA_CUSTOMER_ID: id, AGORA_CUSTOMER_SECRET: secret } = env;
  const keys = {
    appId: env.AGORA_APP_ID ?? '',
    certificate: env.AGORA_CERTIFICATE ?? '',
    rest: id && secret ? { id, secret } : null,
  };
  return keepChecking(createAgoraLive({ keys, clock, log }));
}

/** What LIVE asks for. A stream lives in one process, so several processes have none. */
export async function openLive(options: Options): Promise<OpenLive> {
  const { env, clock, tell } = options;
  if (env.LIVE === 'off' || env.ROLE !== 'all') return none;
  const iceServers = turnServers(env.LIVE_TURN_URL, env.LIVE_TURN_SECRET, clock);
  const opened = env.LIVE === 'relay' ? await openRelay(options, iceServers) : openTold(options, iceServers);
  const port = env.LIVE_UDP_PORT === 0 ? 'a free UDP port' : `UDP port ${env.LIVE_UDP_PORT}`;
  const names = { relay: `relay on ${port}`, agora: 'through Agora', mesh: 'browser to browser' };
  const note = opened.transport?.abilities.note;
  tell('live', `${names[env.LIVE]}${note ? `; ${note}` : ''}`);
  return opened;
}
