import { randomBytes } from 'node:crypto';
import type { Log } from '../../ports.ts';
import { AppError } from '../../kernel/errors.ts';
import { createLiveRooms } from '../../ports/live-rooms.ts';
import type {
  EncoderDoor,
  GrantRequest,
  HostStats,
  LiveAbilities,
  LiveEvent,
  LiveTransport,
} from '../../ports/live-transport.ts';
import { grantSeconds } from '../../ports/told-live.ts';
import { HlsBeside } from './hls/hls-beside.ts';
import type { IceServersFor } from './ice-servers.ts';
import { measure, newFlow, secondsOf, statsOf, type Flow } from './relay-flow.ts';
import type { Tools } from '../media/ffmpeg.ts';
import { RelayProcess, type RelayAnswer } from './relay-process.ts';
import type { FeedFlow, RelayConfig } from './relay/messages.ts';

interface Grant {
  readonly streamId: string;
  readonly userId: string;
  readonly role: GrantRequest['role'];
  readonly watches: string;
  readonly until: number;
}
interface Session extends Grant {
  readonly token: string;
}
/** Media that has been silent for this long has stopped. */
const silentMs = 1_500;
export type Refusal = { readonly status: 401 | 404 | 409; readonly why: string };
const refused: Refusal = { status: 401, why: 'The grant has ended, was used, or isn’t for this stream.' };

interface Options {
  readonly relay: RelayConfig;
  readonly log: Log;
  readonly iceServers: IceServersFor;
  /** Null without ffmpeg. */
  readonly tools: Tools | null;
  /** For recordings, and segments on their way. */
  readonly folder: string;
  /** How many may watch directly at once; more watch over HTTP. */
  readonly mostDirect: number;
}
const withoutFfmpeg =
  'ffmpeg wasn’t found, so streams aren’t recorded, and can’t be watched where UDP is blocked (see FFMPEG_PATH)';

const full = () => new AppError(503, 'gateway_unavailable', 'No more viewers can be let in at the moment.');

/** WHIP in, WHEP out, through a relay on this machine, with HLS and recordings beside it. */
export class RelayLive implements LiveTransport {
  readonly kind = 'relay';
  readonly abilities: LiveAbilities;
  readonly encoder: EncoderDoor;
  readonly relay: RelayProcess;
  readonly hls: HlsBeside | null;
  readonly #mostDirect: number;
  readonly #iceServers: IceServersFor;
  readonly #rooms = createLiveRooms();
  readonly #grants = new Map<string, Grant>();
  readonly #sessions = new Map<string, Session>();
  readonly #flows = new Map<string, Flow>();
  readonly #listeners = new Set<(event: LiveEvent) => void>();
  readonly #timer: NodeJS.Timeout;
  #findKey: Parameters<EncoderDoor['setKeys']>[0] = async () => null;

  constructor({ relay, log, tools, folder, mostDirect, iceServers }: Options) {
    const has = tools !== null;
    this.abilities = { recording: has, hls: has, audience: true, note: has ? null : withoutFfmpeg };
    [this.#mostDirect, this.#iceServers] = [mostDirect, iceServers];
    this.encoder = { path: '/live/whip', setKeys: (find) => void (this.#findKey = find) };
    this.relay = new RelayProcess(relay, log);
    this.hls =
      tools && new HlsBeside({ tools, folder, log, tap: (feed, ports) => this.relay.tap(feed, ports) });
    this.relay.onGone = (id) => void this.#sessions.delete(id);
    this.relay.onLost = () => {
      this.#sessions.clear();
      this.hls?.lost();
    };
    this.relay.onFlows = (flows) => flows.forEach((flow) => this.#flowed(flow));
    this.#timer = setInterval(() => this.#check(), 250).unref();
  }
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.hls?.stop();
    this.relay.stop();
  }
  /** How much it carries. */
  load(): { isRunning: boolean; hosts: number; viewers: number } {
    const roles = [...this.#sessions.values()].map(({ role }) => role);
    const hosts = roles.filter((role) => role === 'host').length;
    return { isRunning: this.relay.pid !== undefined, hosts, viewers: roles.length - hosts };
  }
  async open(stream: Parameters<LiveTransport['open']>[0]): Promise<void> {
    this.#rooms.open(stream);
    this.hls?.open(stream);
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
    this.hls?.drop((each) => each.streamId === streamId && each.userId === userId);
  }
  #forget(isConcerned: (grant: Grant) => boolean): void {
    for (const [token, grant] of this.#grants) if (isConcerned(grant)) this.#grants.delete(token);
  }
  #drop(isConcerned: (grant: Grant) => boolean): void {
    this.#forget(isConcerned);
    for (const [id, session] of this.#sessions)
      if (isConcerned(session)) {
        this.#sessions.delete(id);
        this.relay.end(id);
      }
  }
  async close(streamId: string) {
    const room = this.#rooms.get(streamId);
    this.#rooms.close(streamId);
    this.#drop((each) => each.streamId === streamId);
    // What is on its way is still written; `recording` waits for it.
    void this.hls?.close(streamId);
    const flow = this.#flows.get(`${streamId} ${room?.hosts[0] ?? ''}`);
    for (const [name, each] of this.#flows) if (each.streamId === streamId) this.#flows.delete(name);
    return { mediaSeconds: flow ? secondsOf(flow) : 0 };
  }
  async stats(streamId: string) {
    const room = this.#rooms.get(streamId);
    if (!room) return null;
    const here = [...this.#sessions.values()].filter((each) => each.streamId === streamId);
    const viewers = new Set(here.filter(({ role }) => role === 'viewer').map(({ userId }) => userId));
    for (const userId of this.hls?.watching(streamId) ?? []) viewers.add(userId);
    for (const host of room.hosts) viewers.delete(host);
    const hosts = room.hosts.map((userId): HostStats => {
      const isConnected = here.some((each) => each.role === 'host' && each.userId === userId);
      return statsOf(userId, isConnected, this.#flows.get(`${streamId} ${userId}`));
    });
    return { viewers: viewers.size, hosts };
  }
  recording = async (streamId: string) => (await this.hls?.recording(streamId)) ?? null;
  discardRecording = async (streamId: string) => this.hls?.discard(streamId);
  tell = () => {};
  onChange(listener: (event: LiveEvent) => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

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
    this.#sessions.set(id, { ...grant, token: input.token });
    const answer: RelayAnswer = await this.relay.offer({
      id,
      feed: `${grant.streamId} ${grant.watches}`,
      role: grant.role,
      sdp: input.sdp,
    });
    if (answer.status !== 201) this.#sessions.delete(id);
    // Access may have ended in the meantime.
    else if (!this.#sessions.has(id)) return refused;
    return { ...answer, id, streamId: grant.streamId };
  }
  async #keyed(key: string): Promise<Grant | undefined> {
    const found = await this.#findKey(key);
    if (!found || !this.#rooms.get(found.streamId)?.hosts.includes(found.userId)) return undefined;
    return { ...found, role: 'host', watches: found.userId, until: Number.POSITIVE_INFINITY };
  }
  #isTaken({ streamId, userId }: Grant): boolean {
    return (
      (this.#flows.get(`${streamId} ${userId}`)?.since ?? null) !== null &&
      this.#hostOf(streamId, userId) !== null
    );
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
    this.#sessions.delete(id);
    this.relay.end(id);
  }

  #emit(type: LiveEvent['type'], { streamId, userId }: Flow, at: number): void {
    for (const listener of this.#listeners) listener({ type, streamId, userId, at: new Date(at) });
  }
  #flowed({ feed, lastAt, bytes, frames, loss, media }: FeedFlow): void {
    const [streamId = '', userId = ''] = feed.split(' ');
    if (lastAt === 0 || !this.#rooms.get(streamId)) return;
    const now = Date.now();
    const flow = this.#flows.get(feed) ?? newFlow(streamId, userId, now);
    this.#flows.set(feed, flow);
    flow.loss = loss;
    if (flow.since === null && lastAt > flow.lastAt && now - lastAt < silentMs) {
      flow.since = lastAt;
      this.#emit('media-began', flow, lastAt);
    }
    flow.lastAt = Math.max(flow.lastAt, lastAt);
    measure(flow, { at: now, bytes, frames });
    this.hls?.flows(streamId, userId, media);
  }
  #check(): void {
    const now = Date.now();
    for (const flow of this.#flows.values()) {
      if (flow.since === null || now - flow.lastAt < silentMs) continue;
      flow.before += flow.lastAt - flow.since;
      flow.since = null;
      this.#emit('media-stopped', flow, flow.lastAt);
      this.hls?.stopped(flow.streamId, flow.userId);
    }
  }
}

const isSame = (old: Grant, { streamId, userId, role }: GrantRequest, watches: string | null) =>
  old.streamId === streamId &&
  old.userId === userId &&
  old.role === role &&
  old.watches === (watches ?? userId);
