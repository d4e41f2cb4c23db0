import { and, eq, isNull } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { performers } from '../../../../db/schema/creators.ts';
import { privateStreams } from '../../../../db/schema/streams/private-streams.ts';
import { streamSettings } from '../../../../db/schema/streams/streams.ts';
import { conflict, invalid, notFound } from '../../../../kernel/errors.ts';
import { requireTransport } from '../public/rows.ts';
import { refuseOtherPrice } from '../../../../kernel/expected-price.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { once } from '../../../../kernel/idempotency.ts';
import { loadAccessFacts, isOpenTo } from '../../../base/access/access.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { createStreamChat } from '../chat/creating.ts';
import { holdFor } from './metering.ts';
import { type View, privateView } from './presenters.ts';
import type { PrivateRow } from './rows.ts';

const HOUR_MS = 3_600_000;
type Wish = ParsedInput<'POST /streaming/private'>['body'];

/**
 * The terms of a creator who takes private streams, kept from changing until the request is written.
 * @throws AppError 404 for a creator the viewer can't see, 409 for one who takes none.
 */
async function lockTerms(tx: UserCtx, performerId: string) {
  if (performerId === tx.viewer.id) throw invalid('performerId', 'You can’t ask yourself.');
  const facts = await loadAccessFacts(tx, { ownerIds: [performerId] });
  const [creator] = await tx.db
    .select({ name: accounts.name })
    .from(accounts)
    .innerJoin(performers, eq(performers.accountId, accounts.id))
    .where(
      and(eq(accounts.id, performerId), eq(performers.verified, 'approved'), isNull(accounts.suspendedAt)),
    );
  if (!creator || !isOpenTo(facts, performerId)) throw notFound();
  const [terms] = await tx.db
    .select()
    .from(streamSettings)
    .where(eq(streamSettings.performerId, performerId))
    .for('share');
  if (!terms?.privateEnabled) throw conflict('This creator doesn’t take private streams at the moment.');
  return terms;
}

async function write(tx: UserCtx, wish: Wish): Promise<PrivateRow> {
  const terms = await lockTerms(tx, wish.performerId);
  await refuseOtherPrice(tx, { expected: wish.expectedPerMinute, amount: terms.perMinute, unit: 'token' });
  const { privateRequestHours } = await tx.settings.all();
  const time = now(tx);
  const id = tx.ports.ids();
  const conversationId = await createStreamChat(tx, {
    performerId: wish.performerId,
    streamId: id,
    type: 'private_stream',
  });
  const [row] = await tx.db
    .insert(privateStreams)
    .values({
      id,
      performerId: wish.performerId,
      accountId: tx.viewer.id,
      conversationId,
      note: wish.note,
      state: 'requested',
      perMinute: terms.perMinute,
      spectatorsEnabled: terms.spectatorsEnabled && wish.allowsSpectators,
      spectatorPerMinute: terms.spectatorPerMinute,
      expiresAt: new Date(time.getTime() + privateRequestHours * HOUR_MS),
      createdAt: time,
      updatedAt: time,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw conflict('You’ve already asked this creator. Wait for the answer, or cancel your request.');
  return row;
}

/**
 * Asks a creator for a private stream, once per `Idempotency-Key`.
 * @throws AppError 404, 409 `price_changed`, 409 when a request is open already or the creator takes none.
 */
export function askForStream(ctx: UserCtx, wish: Wish): Promise<View> {
  // Only to be refused where nothing could be joined.
  requireTransport(ctx);
  return once(ctx, { route: 'POST /streaming/private', input: wish }, async (tx) => {
    const row = await write(tx, wish);
    for (const id of [row.performerId, row.accountId])
      tx.emit(rooms.account(id), 'private-stream/requested', {
        conversationId: row.conversationId,
        streamId: row.id,
        userId: row.accountId,
      });
    await notify(tx, {
      to: row.performerId,
      type: 'private-stream',
      actor: tx.viewer,
      text: `${tx.viewer.name} asked for a private stream.`,
      href: routes.privateStream(row.id),
      group: { key: 'private-stream-request', phrase: 'asked for a private stream' },
    });
    return privateView(tx, row);
  });
}

/**
 * What a creator asks for private streams.
 * @throws AppError 404 for a creator the viewer can't see.
 */
export async function privateTerms(
  ctx: Ctx,
  performerId: string,
): Promise<ReplySource<'GET /streaming/private/terms/:id'>> {
  const facts = await loadAccessFacts(ctx, { ownerIds: [performerId] });
  const [row] = await ctx.db
    .select({ terms: streamSettings })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .leftJoin(streamSettings, eq(streamSettings.performerId, performers.accountId))
    .where(
      and(
        eq(performers.accountId, performerId),
        eq(performers.verified, 'approved'),
        isNull(accounts.suspendedAt),
      ),
    );
  if (!row || !isOpenTo(facts, performerId)) throw notFound();
  const {
    privateEnabled = false,
    perMinute = 0,
    spectatorsEnabled = false,
    spectatorPerMinute = 0,
  } = row.terms ?? {};
  return {
    isOpen: privateEnabled && ctx.ports.live !== null && !ctx.ports.live.elsewhere,
    perMinute,
    firstHold: holdFor(perMinute),
    spectatorsEnabled,
    spectatorPerMinute,
  };
}
