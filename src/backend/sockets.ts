import { type Ack, type ClientEvent, type ClientEvents, clientEvents } from '#contract/core/events.ts';
import type { z } from 'zod';
import { createSiteGate, siteClosed } from './kernel/country-block.ts';
import type { Ctx, Peer, RequestFacts, Viewer } from './kernel/context.ts';
import { signedIn } from './kernel/context.ts';
import { mustMeetAuction } from './domain/trade/auctions/presenters.ts';
import { sessionMoved } from './domain/people/accounts/signs-of-life.ts';
import { emitTyping } from './domain/talk/messages/typing.ts';
import { roomsOfStream } from './domain/talk/streams/pages.ts';
import { createEventBudget } from './kernel/event-budget.ts';
import { AppError, notFound, notLoggedIn, tooMany } from './kernel/errors.ts';
import { type ApiParts, makeContext } from './http/api.ts';
import { readAs } from './http/issues.ts';
import { rooms } from './kernel/hub.ts';
import { locatePeer } from './kernel/whereabouts.ts';
import { type Watched, createOpenConnections } from './open-connections.ts';
import type { Connection } from './ports/ports.ts';
import { forwardMediaReport } from './forwarded-media.ts';
import { type Presence, createPresence } from './presence.ts';
import { isClientEvent, toRefusal } from './refusals.ts';

export type SocketParts = Omit<ApiParts, 'handlers'>;
export interface Handshake extends Peer {
  readonly token: string | null;
}

/** Anonymous connections aren't kept: a client must authenticate within this time. */
const LOGIN_WITHIN_MS = 30_000;

/** Rooms one connection can watch. Each tab has its own connection, so real use stays below. */
const MOST_WATCHED = 20;

/**
 * One connection. It is anonymous at first, then belongs to an account and its session, and may become
 * anonymous again.
 */
class LiveConnection {
  readonly #parts: SocketParts;
  readonly #presence: Presence;
  readonly #connection: Connection;
  readonly #facts: RequestFacts;
  /** When the other participant of a conversation was last sent a typing event. */
  readonly typingSentAt = new Map<string, number>();
  /** Rooms the client asked to watch, oldest first. */
  readonly #watched = new Map<string, Watched>();
  #viewer: Viewer | null = null;
  #closed = false;
  #deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: SocketParts, presence: Presence, link: { connection: Connection; facts: RequestFacts }) {
    this.#parts = parts;
    this.#presence = presence;
    this.#connection = link.connection;
    this.#facts = link.facts;
    this.#awaitLogin();
  }

  get watched(): ReadonlyMap<string, Watched> {
    return this.#watched;
  }

  emitAccessChange(performerId: string): void {
    this.#connection.emit('access/changed', { performerId });
  }

  get accountId(): string | null {
    return this.#viewer?.id ?? null;
  }

  disconnect(): void {
    this.#connection.disconnect();
  }

  context(): Ctx {
    return makeContext(this.#parts, this.#viewer, this.#facts);
  }

  /**
   * Authenticates the connection. With an invalid token, it leaves all rooms.
   * @throws AppError 401 `not_logged_in`
   */
  async login(token: string | null): Promise<void> {
    const viewer = await this.#parts.resolveViewer(token);
    this.logout();
    if (!viewer || this.#closed) throw notLoggedIn();
    await sessionMoved(this.#parts.db, viewer.sessionId, this.#facts);
    this.#enter(viewer);
    // A logout between looking up the token and joining dropped a room that was still empty, so check again.
    if (await this.#parts.resolveViewer(token)) return;
    this.logout();
    throw notLoggedIn();
  }

  /**
   * Closes the connection if the site is closed to its country.
   * @throws AppError 451 `country_closed`
   */
  async mustBeOpen(isClosedTo: (country: string | null) => Promise<boolean>): Promise<void> {
    if (!(await isClosedTo(this.#facts.country))) return;
    this.#connection.disconnect();
    throw siteClosed();
  }

  logout(): void {
    if (!this.#viewer) return;
    const { id, sessionId } = this.#viewer;
    this.#connection.leave(rooms.account(id));
    this.#connection.leave(rooms.session(sessionId));
    this.#connection.leave(rooms.visible(id));
    for (const room of this.#watched.keys()) this.unwatch(room);
    this.#presence.left(this.#viewer);
    this.typingSentAt.clear();
    this.#viewer = null;
    if (!this.#closed) this.#awaitLogin();
  }

  /** Joins a room. Above the limit, leaves the one joined first. */
  watch(room: string, watched: Watched): void {
    const [oldest] = this.#watched.keys();
    if (this.#watched.size >= MOST_WATCHED && oldest !== undefined) this.unwatch(oldest);
    this.#watched.set(room, watched);
    this.#connection.join(room);
  }

  /** Counts this connection among those that someone is looking at, or no longer. */
  look(isVisible: boolean): void {
    if (!this.#viewer) throw notLoggedIn();
    const room = rooms.visible(this.#viewer.id);
    if (isVisible) this.#connection.join(room);
    else this.#connection.leave(room);
  }

  unwatch(room: string): void {
    if (this.#watched.delete(room)) this.#connection.leave(room);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#deadline);
    this.logout();
  }

  #enter(viewer: Viewer): void {
    clearTimeout(this.#deadline);
    this.#viewer = viewer;
    this.#connection.join(rooms.account(viewer.id));
    this.#connection.join(rooms.session(viewer.sessionId));
    this.#presence.entered(viewer);
  }

  #awaitLogin(): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#connection.disconnect(), LOGIN_WITHIN_MS);
  }
}

type Answer<E extends ClientEvent> = (live: LiveConnection, payload: ClientEvents[E]) => void | Promise<void>;
async function watchAuction(live: LiveConnection, itemId: string): Promise<void> {
  const enter = () => mustMeetAuction(signedIn(live.context()), itemId);
  const { performerId: ownerId } = await enter();
  live.watch(rooms.auction(itemId), { ownerId, itemId, enter });
}
async function watchStream(live: LiveConnection, { streamId }: ClientEvents['stream/join']): Promise<void> {
  const find = () => roomsOfStream(signedIn(live.context()), streamId);
  const { ownerId, rooms: open } = await find();
  for (const room of open) {
    const enter = async () => {
      if (!(await find()).rooms.includes(room)) throw notFound();
    };
    live.watch(room, { ownerId, itemId: streamId, enter });
  }
}

const answers: { [E in ClientEvent]: Answer<E> } = {
  'auth/login': (live, { token }) => live.login(token),
  'auth/logout': (live) => live.logout(),
  'conversation/typing': (live, { conversationId }) =>
    emitTyping(signedIn(live.context()), conversationId, live.typingSentAt),
  'auction/join': (live, { auctionId }) => watchAuction(live, auctionId),
  'auction/leave': (live, { auctionId }) => live.unwatch(rooms.auction(auctionId)),
  'page/visible': (live, { isVisible }) => live.look(isVisible),
  'stream/join': watchStream,
  'stream/leave': (live, { streamId }) => {
    live.unwatch(rooms.stream(streamId));
    live.unwatch(rooms.streamPage(streamId));
  },
  'stream/media': (live, report) => forwardMediaReport(signedIn(live.context()), report),
};

/**
 * Validates the payload and handles the event.
 * @throws AppError
 */
async function answer(live: LiveConnection, event: string, payload: unknown): Promise<void> {
  if (!isClientEvent(event)) throw new AppError(404, 'not_found', 'Unknown event.');
  // Clients send events without data with no payload at all.
  const { data, errors } = readAs<z.ZodType>(clientEvents[event], payload ?? {});
  if (errors) throw new AppError(422, 'invalid_input', errors[0]?.message ?? 'Check what you sent.');
  await (answers[event] as Answer<ClientEvent>)(live, data as never);
}

/** Serves live connections over any transport: authenticates, manages rooms, and answers events. */
export function createSocketServer(parts: SocketParts) {
  const system = makeContext(parts, null, { ip: '', country: null, userAgent: '', idempotencyKey: null });
  const presence = createPresence(system, parts.hub);
  const isClosedTo = createSiteGate(parts.settings);
  const budget = createEventBudget(() => parts.ports.clock.now().getTime());
  const open = createOpenConnections<LiveConnection>(
    (live) => live.mustBeOpen(isClosedTo).catch(() => {}),
    (error) => parts.ports.log.warn('who watches what couldn’t be decided again', { error }),
  );
  return {
    recheck: presence.recheck,
    async connect(connection: Connection, handshake: Handshake) {
      const facts = {
        ip: handshake.ip,
        ...(await locatePeer(parts, handshake)),
        userAgent: '',
        idempotencyKey: null,
      };
      const live = new LiveConnection(parts, presence, { connection, facts });
      open.add(live);
      const spend = budget();
      const guarded = (event: string, work: () => Promise<void>): Promise<Ack> =>
        work().then(
          () => ({ ok: true }) as const,
          (error: unknown) => toRefusal(error, parts, event),
        );
      // A connection's events are handled in order, so what follows a login sees its outcome.
      let turn: Promise<unknown> = guarded('auth/login', async () => {
        await live.mustBeOpen(isClosedTo);
        if (handshake.token !== null) await live.login(handshake.token);
      });
      await turn;
      // Connecting again doesn't get a flooding account further.
      if (spend(live.accountId).is === 'flooding') live.disconnect();
      return {
        on(event: string, payload: unknown): Promise<Ack> {
          // Counted on arrival: what waits for its turn takes memory, and is answered for seconds to come.
          const { is, waitSeconds } = spend(live.accountId);
          if (is === 'flooding') live.disconnect();
          if (is !== 'within') return Promise.resolve(toRefusal(tooMany(waitSeconds), parts, event));
          const done = turn.then(() =>
            guarded(event, async () => {
              await live.mustBeOpen(isClosedTo);
              await answer(live, event, payload);
            }),
          );
          turn = done;
          return done;
        },
        closed() {
          open.remove(live);
          live.close();
        },
      };
    },
  };
}
