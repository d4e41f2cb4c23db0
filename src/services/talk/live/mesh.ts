import type { LiveGrant } from '#contract/core/live-grant.ts';
import type {
  LiveState,
  Publication,
  PublishOptions,
  SignalLink,
  WatchOptions,
  Watching,
} from './live-types.ts';
import { bytesReceived, createReceiveHealth, createSendHealth } from './rtc-health.ts';
import { stateReporter } from './session.ts';
import { start } from './playing.ts';

type MeshGrant = Extract<LiveGrant, { kind: 'mesh' }>;
interface Signal {
  readonly streamId: string;
  readonly description?: RTCSessionDescriptionInit;
  readonly candidate?: RTCIceCandidateInit;
  /** Someone arrived and knows nothing yet. */
  readonly hello?: boolean;
}
/** One connection carries both directions of a call; sending and watching share it. */
interface Call {
  readonly pc: () => RTCPeerConnection;
  readonly remote: MediaStream;
  readonly states: Set<(state: LiveState) => void>;
  send(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void>;
  users: number;
  end(): void;
}
const calls = new Map<string, Call>();

const isSignal = (data: unknown, streamId: string): data is Signal =>
  typeof data === 'object' && data !== null && (data as { streamId?: unknown }).streamId === streamId;

const liveStates: Partial<Record<RTCPeerConnectionState, LiveState>> = {
  connected: 'live',
  disconnected: 'reconnecting',
  failed: 'reconnecting',
};

/**
 * One side offers and the other one answers, so their descriptions can't cross. Whoever arrives says hello, which the
 * offering side answers with an offer; what it offered before may have reached nobody.
 */
function negotiate(pc: RTCPeerConnection, grant: MeshGrant, say: (signal: Omit<Signal, 'streamId'>) => void) {
  const describe = async () => {
    await pc.setLocalDescription();
    if (pc.localDescription) say({ description: pc.localDescription.toJSON() });
  };
  pc.addEventListener('icecandidate', ({ candidate }) => candidate && say({ candidate: candidate.toJSON() }));
  if (!grant.isPolite) pc.addEventListener('negotiationneeded', () => void describe().catch(() => {}));
  const isWanted = ({ type }: RTCSessionDescriptionInit) => type === (grant.isPolite ? 'offer' : 'answer');
  return async ({ description, candidate, hello }: Signal): Promise<void> => {
    if (hello) {
      if (!grant.isPolite) await describe();
    } else if (description) {
      if (!isWanted(description)) return;
      await pc.setRemoteDescription(description);
      if (!grant.isPolite) return;
      // What the offer brought sends, too.
      for (const transceiver of pc.getTransceivers()) transceiver.direction = 'sendrecv';
      await describe();
    } else if (candidate) await pc.addIceCandidate(candidate).catch(() => {});
  };
}

function openCall(streamId: string, grant: MeshGrant, signals: SignalLink): Call {
  const pc = new RTCPeerConnection({ iceServers: grant.iceServers });
  const remote = new MediaStream();
  const states = new Set<(state: LiveState) => void>();
  const take = negotiate(pc, grant, (signal) => signals.send({ streamId, ...signal }));
  const own: Record<'audio' | 'video', MediaStreamTrack | null> = { audio: null, video: null };
  if (!grant.isPolite)
    for (const kind of ['audio', 'video'] as const) pc.addTransceiver(kind, { direction: 'sendrecv' });
  const attach = async () => {
    for (const { sender, receiver } of pc.getTransceivers())
      await sender.replaceTrack(own[receiver.track.kind as 'audio' | 'video']);
  };
  pc.addEventListener('track', ({ track }) => {
    remote.addTrack(track);
    void attach().catch(() => {});
  });
  pc.addEventListener('connectionstatechange', () => {
    const state = liveStates[pc.connectionState];
    if (state) for (const report of states) report(state);
    if (pc.connectionState === 'failed') pc.restartIce();
  });
  const unlisten = signals.onSignal((data) => {
    if (isSignal(data, streamId)) void take(data).catch(() => {});
  });
  signals.send({ streamId, hello: true });
  return {
    pc: () => pc,
    remote,
    states,
    send(kind, track) {
      own[kind] = track;
      return attach();
    },
    users: 0,
    end() {
      unlisten();
      pc.close();
    },
  };
}

/** The call of a stream, shared by its sender and its player. */
function takeCall(options: PublishOptions | WatchOptions): { call: Call; leave: () => void } | null {
  const { streamId, grant, signals } = options;
  if (grant.kind !== 'mesh' || !signals) return null;
  const call = calls.get(streamId) ?? openCall(streamId, grant, signals);
  calls.set(streamId, call);
  call.users += 1;
  return {
    call,
    leave() {
      call.users -= 1;
      if (call.users > 0) return;
      calls.delete(streamId);
      call.end();
    },
  };
}

/** Sends straight to the other side of a private stream. */
export async function publishMesh(options: PublishOptions): Promise<Publication> {
  const taken = takeCall(options);
  if (!taken) throw new TypeError('a stream between browsers needs its signals');
  const { call, leave } = taken;
  const report = stateReporter(options.onState);
  call.states.add(report);
  for (const track of options.media.getTracks()) await call.send(track.kind as 'audio' | 'video', track);
  if (call.pc().connectionState === 'connected') report('live');
  return {
    replaceTrack: (kind, track) => call.send(kind, track),
    health: createSendHealth(call.pc),
    async stop() {
      call.states.delete(report);
      report('ended');
      await Promise.all([call.send('audio', null), call.send('video', null)]).catch(() => {});
      leave();
    },
  };
}

/** Plays what the other side of a private stream sends. */
export async function watchMesh(options: WatchOptions): Promise<Watching> {
  const taken = takeCall(options);
  if (!taken) throw new TypeError('a stream between browsers needs its signals');
  const { call, leave } = taken;
  const report = stateReporter(options.onState);
  let [bytes, growsAt] = [0, 0];
  options.video.srcObject = call.remote;
  void start(options.video);
  const look = async () => {
    const received = await bytesReceived(call.pc());
    if (received > bytes) growsAt = Date.now();
    bytes = received;
    if (Date.now() - growsAt < 2_000) report('live');
    else if (call.pc().connectionState === 'connected') report('waiting');
  };
  call.states.add(report);
  const timer = setInterval(() => void look().catch(() => {}), 500);
  const health = createReceiveHealth(call.pc);
  return {
    health: async () => ({ ...(await health()), way: 'direct', behindSeconds: null }),
    isReceiving: () => Date.now() - growsAt < 2_000,
    catchUp: () => void start(options.video),
    async stop() {
      clearInterval(timer);
      call.states.delete(report);
      report('ended');
      leave();
      options.video.srcObject = null;
    },
  };
}
