import { randomBytes } from 'node:crypto';
import type { PortRange } from '#config/port-range.ts';
import type { Log } from '../../ports/ports.ts';
import { AppError } from '../../kernel/errors.ts';
import { createLiveRooms } from '../../ports/live-rooms.ts';
import type {
  EncoderIngest,
  GrantRequest,
  HostStats,
  LiveAbilities,
  LiveTransport,
} from '../../ports/live-transport.ts';
import { grantSeconds } from '../../ports/reported-live.ts';
import { HlsBeside } from './hls/hls-beside.ts';
import type { IceServersFor } from './ice-servers.ts';
import { Deliveries } from './deliveries.ts';
import { Flows, hostStats, totalSeconds } from './relay-flow.ts';
import type { Tools } from '../media/ffmpeg.ts';
import { RelayPool } from './relay-pool.ts';
import { RelayPorts } from './relay-ports.ts';
import type { RelayAnswer, RelayOptions } from './relay-process.ts';
import type { FeedFlow } from './relay/messages.ts';
import type { Grant, Session } from './relay-sessions.ts';

export type Refusal = { readonly status: 401 | 404 | 409; readonly why: string };
const refused: Refusal = { status: 401, why: 'The grant has ended, was used, or isn’t for this stream.' };

interface Options {
  readonly relay: Pick<RelayOptions, 'bind' | 'publicIp'> & {
    readonly ports: PortRange;
    /** How many streams a process carries. */
    readonly mostStreams: number;
  };
  readonly log: Log;
  readonly iceServers: IceServersFor;
  /** Null without ffmpeg. */
  readonly tools: Tools | null;
  /** For recordings, and segments on their way. */
  readonly folder: string;
  /** How many may watch directly at once; more watch over HTTP. */
  readonly mostDirect: number;
  /** On how many devices at once an account may watch a stream over HTTP. */
  readonly mostDevices: number;
}
const withoutFfmpeg =
  'ffmpeg wasn’t found, so streams aren’t recorded, and can’t be watched where UDP is blocked (see FFMPEG_PATH)';

export const encoderPath = '/live/whip';
export const relayAbilities = (tools: Tools | null): LiveAbilities => {
  const has = tools !== null;
  return { recording: has, hls: has, note: has ? null : withoutFfmpeg };
};

const noPort = { status: 503, why: 'There’s no free port for another stream.' } as const;
const full = () => new AppError(503, 'gateway_unavailable', 'No more viewers can be let in at the moment.');

/** WHIP in, WHEP out, through relays on this machine, with HLS and recordings beside it. */
export class RelayLive implements LiveTransport {
  readonly kind = 'relay';
  readonly abilities: LiveAbilities;
  readonly encoder: EncoderIngest;
  readonly relays: RelayPool;
  readonly hls: HlsBeside | null;
  readonly #mostDirect: number;
  readonly #iceServers: IceServersFor;
  readonly #rooms = createLiveRooms();
  readonly #grants = new Map<string, Grant>();
  readonly #sessions = new Map<string, Session>();
  readonly #flows = new Flows();
  readonly #deliveries = new Deliveries();
  readonly #timer: NodeJS.Timeout;
  #findKey: Parameters<EncoderIngest['setKeys']>[0] = async () => null;

  constructor({ relay, log, tools, folder, mostDirect, mostDevices, iceServers }: Options) {
    this.abilities = relayAbilities(tools);
    [this.#mostDirect, this.#iceServers] = [mostDirect, iceServers];
    this.encoder = {
      path: encoderPath,
      setKeys: (find) => void (this.#findKey = find),
      end: async (userId) => this.#drop((each) => each.isKeyed === true && each.userId === userId),
    };
    this.relays = this.#startRelays(relay, log);
    this.hls =
      tools &&
      new HlsBeside({
        tools,
        folder,
        log,
        mostDevices,
        tap: ({ streamId, host }, ports) => this.relays.of(streamId)?.tap(`${streamId} ${host}`, ports),
      });
    this.#timer = setInterval(() => this.#check(), 250).unref();
  }
  #startRelays({ ports: range, ...relay }: Options['relay'], log: Log): RelayPool {
    const onTrouble = (why: string) =>
      log.error('No UDP port of live streams can be used. Set LIVE_UDP_PORT to other ones.', {
        ...range,
        why,
      });
    const ports = new RelayPorts({ range, bind: relay.bind, onTrouble });
    const listener = {
      gone: (id: string) => void this.#sessions.delete(id),
      lost: (streamIds: ReadonlySet<string>) => {
        for (const [id, { streamId }] of this.#sessions)
          if (streamIds.has(streamId)) this.#sessions.delete(id);
        this.#deliveries.lost(streamIds);
        this.hls?.lost(streamIds);
      },
      delivered: (id: string, at: number) => {
        const session = this.#sessions.get(id);
        if (session) this.#deliveries.note(session, at);
      },
      flows: (flows: readonly FeedFlow[]) => flows.forEach((flow) => this.#flowed(flow)),
    };
    return new RelayPool({ ...relay, ports, log, listener });
  }
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.hls?.stop();
    this.relays.stop();
  }
  /** How much it carries. */
  load(): { isRunning: boolean; hosts: number; viewers: number } {
    const roles = [...this.#sessions.values()].map(({ role }) => role);
    const hosts = roles.filter((role) => role === 'host').length;
    return { isRunning: this.relays.isRunning(), hosts, viewers: roles.length - hosts };
  }
  async open(stream: Parameters<LiveTransport['open']>[0]): Promise<void> {
    this.#rooms.open(stream);
    this.hls?.open(stream);
    this.relays.open(stream.id);
  }
  #give(request: GrantRequest, watches: string | null) {
    this.#forget((old) => old.until < Date.now() || isSame(old, request, watches));
    const { streamId, userId, role } = request;
    const until = Date.now() + grantSeconds * 1_000;
    const expiresAt = new Date(until).toISOString();
    const hls = role === 'viewer' ? (this.hls?.issue(streamId, userId) ?? null) : null;
    if (role === 'viewer' && this.#isFull(streamId, userId)) {
      if (hls === null) throw full();
      return { kind: 'hls', url: hls, expiresAt } as const;
    }
    const token = randomBytes(24).toString('base64url');
    this.#grants.set(token, { streamId, userId, role, watches: watches ?? userId, until });
    const common = { token, iceServers: this.#iceServers(userId), expiresAt };
    return role === 'host'
      ? ({ kind: 'whip', url: `/live/whip/${streamId}`, ...common } as const)
      : ({ kind: 'whep', url: `/live/whep/${streamId}`, hls, ...common } as const);
  }
  /** Hosts watch each other in any case. */
  #isFull(streamId: string, userId: string): boolean {
    if (this.#rooms.get(streamId)?.hosts.includes(userId)) return false;
    const direct = [...this.#sessions.values(), ...this.#grants.values()];
    return direct.filter(({ role }) => role === 'viewer').length >= this.#mostDirect;
  }
  async grant(request: GrantRequest) {
    return this.#give(request, this.#rooms.grant(request).watches);
  }
  async renew(request: GrantRequest) {
    return this.#give(request, this.#rooms.renew(request).watches);
  }
  async eject(streamId: string, userId: string): Promise<void> {
    this.#rooms.eject(streamId, userId);
    this.#drop((each) => each.streamId === streamId && each.userId === userId);
    this.hls?.tickets.drop((each) => each.streamId === streamId && each.userId === userId);
  }
  #forget(isConcerned: (grant: Grant) => boolean): void {
    for (const [token, grant] of this.#grants) if (isConcerned(grant)) this.#grants.delete(token);
  }
  #drop(isConcerned: (grant: Grant) => boolean): void {
    this.#forget(isConcerned);
    for (const [id, session] of this.#sessions)
      if (isConcerned(session)) {
        this.disconnect(id);
      }
  }
  async close(streamId: string) {
    const room = this.#rooms.get(streamId);
    this.#rooms.close(streamId);
    this.#drop((each) => each.streamId === streamId);
    // What is on its way is still written; `recording` waits for it.
    void this.hls?.close(streamId);
    this.relays.close(streamId);
    const flow = this.#flows.of(streamId, room?.hosts[0] ?? '');
    this.#flows.forget(streamId);
    this.#deliveries.forget(streamId);
    return { mediaSeconds: flow ? totalSeconds(flow) : 0 };
  }
  async stats(streamId: string) {
    const room = this.#rooms.get(streamId);
    if (!room) return null;
    const here = [...this.#sessions.values()].filter((each) => each.streamId === streamId);
    const viewers = new Set(here.filter(({ role }) => role === 'viewer').map(({ userId }) => userId));
    for (const userId of this.hls?.tickets.watching(streamId) ?? []) viewers.add(userId);
    for (const host of room.hosts) viewers.delete(host);
    const hosts = room.hosts.map((userId): HostStats => {
      const isConnected = here.some((each) => each.role === 'host' && each.userId === userId);
      return hostStats(userId, isConnected, this.#flows.of(streamId, userId));
    });
    const hasFailed = this.relays.of(streamId)?.hasFailed === true;
    return { viewers: viewers.size, hosts, deliveries: this.#deliveries.of(streamId), hasFailed };
  }
  recording = async (streamId: string) => (await this.hls?.recording(streamId)) ?? null;
  discardRecording = async (streamId: string) => this.hls?.discard(streamId);
  report = () => {};
  onChange: LiveTransport['onChange'] = (listener) => this.#flows.onChange(listener);
  hasRoom = () => this.relays.hasRoom();

  /** Connects the holder of a token, or of an encoder's key if there is no stream in the address. */
  // oxlint-disable-next-line complexity -- each line refuses one thing
  async connect(input: { role: GrantRequest['role']; streamId: string | null; token: string; sdp: string }) {
    const grant = input.streamId ? this.#grants.get(input.token) : await this.#keyed(input.token);
    if (!grant || grant.until < Date.now() || grant.role !== input.role) return refused;
    if (input.streamId && grant.streamId !== input.streamId) return refused;
    if (grant.role === 'host' && this.#isTaken(grant))
      return { status: 409, why: 'This stream is already being sent from another tab or device.' } as const;
    this.#grants.delete(input.token);
    if (grant.role === 'host') this.#replace(grant);
    const id = randomBytes(16).toString('hex');
    const room = this.#rooms.get(grant.streamId);
    const session = { ...grant, token: input.token, isHeld: this.#isUnpaid(grant) };
    this.#sessions.set(id, session);
    const relay = this.relays.open(grant.streamId);
    const answer: RelayAnswer | undefined = await relay?.offer({
      id,
      feed: `${grant.streamId} ${grant.watches}`,
      role: grant.role,
      sdp: input.sdp,
      isCounted: grant.role === 'viewer' && room !== undefined && room.hosts.length > 1,
      isHeld: session.isHeld,
    });
    if (answer?.status !== 201) this.#sessions.delete(id);
    // Access may have ended in the meantime.
    else if (!this.#sessions.has(id)) return refused;
    // What changed while the relay didn't know the session yet passed it by.
    else relay?.hold(id, session.isHeld);
    return { ...(answer ?? noPort), id, streamId: grant.streamId };
  }
  async #keyed(key: string): Promise<Grant | undefined> {
    const found = await this.#findKey(key);
    if (!found || !this.#rooms.get(found.streamId)?.hosts.includes(found.userId)) return undefined;
    return { ...found, role: 'host', watches: found.userId, until: Number.POSITIVE_INFINITY, isKeyed: true };
  }
  #isTaken({ streamId, userId }: Grant): boolean {
    return this.#flows.isRunning(streamId, userId) && this.#hostOf(streamId, userId) !== null;
  }
  #hostOf(streamId: string, userId: string): string | null {
    for (const [id, each] of this.#sessions)
      if (each.role === 'host' && each.streamId === streamId && each.userId === userId) return id;
    return null;
  }
  #replace({ streamId, userId }: Grant): void {
    const old = this.#hostOf(streamId, userId);
    if (old) this.disconnect(old);
  }
  /** Whether a session exists and belongs to the holder of a token. */
  holds(id: string, token: string): boolean {
    return this.#sessions.get(id)?.token === token;
  }
  disconnect(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    if (session) this.relays.of(session.streamId)?.end(id);
  }

  #flowed(flow: FeedFlow): void {
    const [streamId = '', userId = ''] = flow.feed.split(' ');
    if (flow.lastAt === 0 || !this.#rooms.get(streamId)) return;
    this.#flows.note(streamId, userId, flow);
    this.hls?.flows(streamId, userId, flow.media);
  }
  /**
   * A spectator pays for the creator's media, so the other side's is delivered only together with it: alone, it
   * could be watched for nothing.
   */
  #isUnpaid({ streamId, userId, role, watches }: Grant): boolean {
    const hosts = this.#rooms.get(streamId)?.hosts ?? [];
    if (role !== 'viewer' || hosts.length < 2 || hosts.includes(userId) || watches === hosts[0]) return false;
    return !this.#deliveries.isRunning({ streamId, userId, watches: hosts[0] ?? '' });
  }
  #holdUnpaid(id: string, session: Session): void {
    const isHeld = this.#isUnpaid(session);
    if (session.isHeld === isHeld) return;
    session.isHeld = isHeld;
    this.relays.of(session.streamId)?.hold(id, isHeld);
  }
  #check(): void {
    const now = Date.now();
    this.#deliveries.check(now);
    for (const [id, session] of this.#sessions) this.#holdUnpaid(id, session);
    for (const { streamId, userId } of this.#flows.check(now)) this.hls?.stopped(streamId, userId);
  }
}

const isSame = (old: Grant, { streamId, userId, role }: GrantRequest, watches: string | null) =>
  old.streamId === streamId &&
  old.userId === userId &&
  old.role === role &&
  old.watches === (watches ?? userId);
