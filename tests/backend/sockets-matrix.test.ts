import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ClientEvent } from '#contract/core/events.ts';
import { clientEvents } from '#contract/core/events.ts';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import type { Connection } from '#backend/ports/ports.ts';
import { auctionsIn } from '../setup/auctions.ts';
import { testBackend } from '../setup/backend.ts';
import { chattingIn } from '../setup/chatting.ts';
import { privateStreamsIn } from '../setup/private-streams.ts';
import { talkOf } from '../setup/talk.ts';

/*
 * Who may send which socket event: one row per event, one cell per identity. An event without a row doesn't
 * compile.
 */
const identities = [
  'nobody',
  'expired',
  'logged out',
  'stranger',
  'member',
  'other side',
  'blocked',
  'suspended',
  'pending',
] as const;
type Identity = (typeof identities)[number];
type Cell = 'ok' | 'not_logged_in' | 'not_found';
type Row = Readonly<Record<Identity, Cell>>;

const everybody = (cell: Cell): Row => ({
  nobody: cell,
  expired: cell,
  'logged out': cell,
  stranger: cell,
  member: cell,
  'other side': cell,
  blocked: cell,
  suspended: cell,
  pending: cell,
});
const withoutSession = {
  nobody: 'not_logged_in',
  expired: 'not_logged_in',
  'logged out': 'not_logged_in',
  suspended: 'not_logged_in',
} as const;
const rows: Readonly<Record<ClientEvent, Row>> = {
  // With the identity's own token.
  'auth/login': { ...everybody('ok'), ...withoutSession },
  'auth/logout': everybody('ok'),
  'conversation/typing': {
    ...withoutSession,
    stranger: 'not_found',
    member: 'ok',
    'other side': 'ok',
    blocked: 'not_found',
    pending: 'not_found',
  },
  'auction/join': {
    ...withoutSession,
    stranger: 'ok',
    member: 'ok',
    'other side': 'ok',
    blocked: 'not_found',
    pending: 'ok',
  },
  'auction/leave': everybody('ok'),
  'page/visible': { ...everybody('ok'), ...withoutSession },
  'stream/join': {
    ...withoutSession,
    stranger: 'ok',
    member: 'ok',
    'other side': 'ok',
    blocked: 'not_found',
    pending: 'ok',
  },
  'stream/media': {
    ...withoutSession,
    stranger: 'not_found',
    member: 'ok',
    'other side': 'ok',
    blocked: 'not_found',
    pending: 'not_found',
  },
  'stream/leave': everybody('ok'),
};

const app = await testBackend();
const { backend, db, makeFan, makeCreator, ports } = app;
const { pair, open } = talkOf(app);

const { fan, creator, id } = await pair();
const blocked = await makeFan();
const away = await makeCreator();
const { _id: blockedId } = await open(blocked, away);
await db
  .insert(accountBlocks)
  .values({ blockerId: away.id, blockedId: blocked.id, createdAt: ports.clock.now() });
const stranger = await makeFan();
/** A creator who isn't approved yet has no more rights than a stranger. */
const pending = await makeCreator({}, { verified: 'pending' });
const suspended = await makeFan();
const gone = await makeFan();
await db.delete(sessions).where(eq(sessions.id, gone.viewer.sessionId));
const tokens: Readonly<Record<Identity, string | null>> = {
  nobody: null,
  expired: (await app.openSession(fan.id, -1)).token,
  'logged out': gone.token,
  stranger: stranger.token,
  member: fan.token,
  'other side': creator.token,
  blocked: blocked.token,
  // Its session is still there, as in the moment before it ends.
  suspended: suspended.token,
  pending: pending.token,
};

await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, suspended.id));

const { makeAuction } = auctionsIn(app);
const [auctionId, awayAuctionId] = [await makeAuction(creator), await makeAuction(away)];

const { terms, ask, answer } = privateStreamsIn(app);
await terms(creator);
await app.fund(fan.id, 1_000);
const privateId = await ask(fan, creator);
await answer(creator, privateId, 'accept');

/** A connection that records nothing. */
const connection = (): Connection => ({
  id: ports.ids(),
  join: () => {},
  leave: () => {},
  emit: () => {},
  disconnect: () => {},
});
const { makeStream } = chattingIn(app);
const [streamId, awayStreamId] = [(await makeStream(creator.id)).id, (await makeStream(away.id)).id];

const payloads: Readonly<Record<ClientEvent, (who: Identity) => unknown>> = {
  'auth/login': (who) => ({ token: tokens[who] ?? 'none' }),
  'auth/logout': () => ({}),
  'conversation/typing': (who) => ({ conversationId: who === 'blocked' ? blockedId : id }),
  'auction/join': (who) => ({ auctionId: who === 'blocked' ? awayAuctionId : auctionId }),
  'auction/leave': (who) => ({ auctionId: who === 'blocked' ? awayAuctionId : auctionId }),
  'page/visible': () => ({ isVisible: true }),
  'stream/join': (who) => ({ streamId: who === 'blocked' ? awayStreamId : streamId }),
  'stream/leave': () => ({ streamId }),
  'stream/media': () => ({ streamId: privateId, isSending: false, receives: [] }),
};

const cells = (Object.keys(clientEvents) as ClientEvent[]).flatMap((event) =>
  identities.map((who) => [event, who, rows[event][who]] as const),
);
test.each(cells)('%s by %s: %s', async (event, who, expected) => {
  const session = await backend.connect(connection(), { token: tokens[who], ip: '203.0.113.1' });
  ports.transport.emitted.length = 0;
  const ack = await session.on(event, payloads[event](who));
  expect(ack.ok ? 'ok' : ack.code).toBe(expected);
  // A rejected typing event reached nobody.
  if (expected !== 'ok')
    expect(ports.transport.emitted.filter((entry) => entry.event === 'conversation/typing')).toEqual([]);
  session.closed();
});
