import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Env } from '#config/env.ts';
import type { PortRange } from '#config/port-range.ts';
import type { Clock, Log } from '../../ports/ports.ts';
import type { LiveTransport } from '../../ports/live-transport.ts';
import type { ReportedLive } from '../../ports/reported-live.ts';
import type { Calls } from '../process/calls.ts';
import { findTools } from '../media/ffmpeg.ts';
import { createAgoraLive } from './agora-live.ts';
import { turnServers, type IceServersFor } from './ice-servers.ts';
import { createDistantLive } from './distant-live.ts';
import { RelayLive, encoderPath, relayAbilities } from './relay-live.ts';

interface Options {
  readonly env: Env;
  readonly clock: Clock;
  readonly log: Log;
  readonly printStep: (step: string, state: string) => void;
  readonly calls: Calls;
  /** Whether another process carries the streams. */
  readonly isCarried: () => Promise<boolean>;
}
export interface OpenLive {
  /** Null on a site without streams. Where another process carries them, stands for that one. */
  readonly transport: LiveTransport | null;
  /** The same, where it is a relay of our own. */
  readonly relay: RelayLive | null;
  stop(): Promise<void>;
}
/** More than this, and the relay keeps a core busy. */
const directPerCore = 200;
/** With one port there is one process, which carries them all. */
const defaultStreams = ({ first, last }: PortRange): number =>
  first === last && first !== 0 ? Number.POSITIVE_INFINITY : 1;
const portsText = ({ first, last }: PortRange): string => {
  if (first === 0) return 'free UDP ports';
  return first === last ? `UDP port ${first}` : `UDP ports ${first} to ${last}`;
};
const none: OpenLive = { transport: null, relay: null, stop: async () => {} };

async function openRelay({ env, log }: Options, iceServers: IceServersFor): Promise<OpenLive> {
  const { LIVE_UDP_PORT: ports, LIVE_BIND: bind = null, LIVE_PUBLIC_IP: publicIp = null } = env;
  const relay = new RelayLive({
    relay: { ports, bind, publicIp, mostStreams: env.LIVE_STREAMS_PER_PROCESS ?? defaultStreams(ports) },
    log,
    iceServers,
    tools: await findTools(env.FFMPEG_PATH),
    folder: join(env.DATA_DIR, 'live'),
    mostDevices: env.LIVE_HLS_DEVICES,
    mostDirect: env.LIVE_MAX_WEBRTC ?? directPerCore * availableParallelism(),
  });
  await relay.hls?.sweep();
  return { transport: relay, relay, stop: () => relay.stop() };
}
function keepChecking(live: ReportedLive): OpenLive {
  const timer = setInterval(() => live.check(), 1_000).unref();
  return { transport: live, relay: null, stop: async () => clearInterval(timer) };
}
function agoraLive({ env, log, clock }: Options): ReportedLive {
  const { AGORA_CUSTOMER_ID: id, AGORA_CUSTOMER_SECRET: secret } = env;
  const keys = {
    appId: env.AGORA_APP_ID ?? '',
    certificate: env.AGORA_CERTIFICATE ?? '',
    rest: id && secret ? { id, secret } : null,
  };
  return createAgoraLive({ keys, clock, log });
}

async function openDistant(options: Options): Promise<OpenLive> {
  const { env, calls, isCarried: isThere } = options;
  const isRelay = env.LIVE === 'relay';
  // Another machine may lack ffmpeg; the processes of one site are expected to be set up alike.
  const abilities = isRelay ? relayAbilities(await findTools(env.FFMPEG_PATH)) : agoraLive(options).abilities;
  const kind = env.LIVE === 'off' ? 'relay' : env.LIVE;
  const encoder = isRelay ? encoderPath : null;
  const transport = createDistantLive({ kind, abilities, calls, isThere, encoderPath: encoder });
  return { ...none, transport };
}

/** What LIVE asks for. A stream lives in one process: the only one, or the one with ROLE=live. */
export async function openLive(options: Options): Promise<OpenLive> {
  const { env, clock, printStep } = options;
  if (env.LIVE === 'off') return none;
  if (env.ROLE !== 'all' && env.ROLE !== 'live') return openDistant(options);
  const opened =
    env.LIVE === 'relay'
      ? await openRelay(options, turnServers(env.LIVE_TURN_URL, env.LIVE_TURN_SECRET, clock))
      : keepChecking(agoraLive(options));
  const names = {
    relay: `relay on ${portsText(env.LIVE_UDP_PORT)}`,
    agora: 'through Agora',
  };
  const note = opened.transport?.abilities.note;
  printStep('live', `${names[env.LIVE]}${note ? `; ${note}` : ''}`);
  return opened;
}
