import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ClientEvent } from '#contract/core/events.ts';
import { clientEvents } from '#contract/core/events.ts';
import { sessions } from '#backend/db/schema/accounts.ts';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import type { Connection } from '#backend/ports.ts';
import { auctionsIn } from '../setup/auctions.ts';
import { testBackend } from '../setup/backend.ts';
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
] as const;
type Identity = (typeof identities)[number];
type Cell = 'ok' | 'not_logged_in' | 'not_found' | 'pending_operation';
type Row = Readonly<Record<Identity, Cell>>;

const everybody = (cell: Cell): Row => ({
  nobody: cell,
  expired: cell,
  'logged out': cell,
  stranger: cell,
  member: cell,
  'other side': cell,
  blocked: cell,
});
const withoutSession = {
  nobody: 'not_logged_in',
  expired: 'not_logged_in',
  'logged out': 'not_logged_in',
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
  },
  'auction/join': {
    ...withoutSession,
    stranger: 'ok',
    member: 'ok',
    'other side': 'ok',
    blocked: 'not_found',
  },
  'auction/leave': everybody('ok'),
  'page/visible': { ...everybody('ok'), ...withoutSession },
  'stream/join': everybody('pending_operation'),
  'stream/leave': everybody('pending_operation'),
  signal: everybody('pending_operation'),
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
};

const { makeAuction } = auctionsIn(app);
const [auctionId, awayAuctionId] = [await makeAuction(creator), await makeAuction(away)];

/** A connection that records nothing. */
const connection = (): Connection => ({
  id: ports.ids(),
  join: () => {},
  leave: () => {},
  emit: () => {},
  disconnect: () => {},
});
const otherPayloads: Partial<Record<ClientEvent, unknown>> = {
  'page/visible': { isVisible: true },
  signal: { to: creator.id, data: null },
};
const payloadFor = (event: ClientEvent, who: Identity): unknown => {
  if (event === 'auth/login') return { token: tokens[who] ?? 'none' };
  if (event === 'auth/logout') return {};
  if (event === 'conversation/typing') return { conversationId: who === 'blocked' ? blockedId : id };
  if (event === 'auction/join' || event === 'auction/leave')
    return { auctionId: who === 'blocked' ? awayAuctionId : auctionId };
  return otherPayloads[event] ?? { streamId: ports.ids() };
};

const cells = (Object.keys(clientEvents) as ClientEvent[]).flatMap((event) =>
  identities.map((who) => [event, who, rows[event][who]] as const),
);
test.each(cells)('%s by %s: %s', async (event, who, expected) => {
  const session = await backend.connect(connection(), { token: tokens[who], ip: '203.0.113.1' });
  ports.transport.emitted.length = 0;
  const ack = await session.on(event, payloadFor(event, who));
  expect(ack.ok ? 'ok' : ack.code).toBe(expected);
  // A rejected typing event reached nobody.
  if (expected !== 'ok')
    expect(ports.transport.emitted.filter((entry) => entry.event === 'conversation/typing')).toEqual([]);
  session.closed();
});
