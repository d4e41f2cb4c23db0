import type { Tokens } from '#lib/units.ts';
import { eq } from 'drizzle-orm';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { meterCharges } from '../../../../db/schema/streams/private-streams.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { balanceOf, post } from '../../../base/ledger/ledger.ts';
import { spendPostings } from '../../../base/ledger/postings.ts';
import { affordable } from '../../../money/wallet/affordable.ts';
import { type Hold, holdTokens, releaseTokens } from '../../../money/wallet/holds.ts';
import {
  coveredSeconds,
  dueTokens,
  extendBelowSeconds,
  holdFor,
  confirmedSeconds,
  secondsLeft,
} from './metering.ts';
import { type MeterRow, type PrivateRow, changeMeter } from './rows.ts';

async function creatorName(tx: Ctx, { performerId }: PrivateRow): Promise<string> {
  const [row] = await tx.db
    .select({ name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, performerId));
  return row?.name ?? '';
}

const buildHold = (
  { id, performerId }: PrivateRow,
  { accountId }: Pick<MeterRow, 'accountId'>,
  about: Pick<Hold, 'tokens' | 'description'>,
): Hold => ({ accountId, performerId, subject: 'stream', subjectId: id, ...about });

/** Pays tokens of the wallet to the creator and the site's commission. */
async function charge(
  tx: Ctx,
  { stream, meter, tokens, name }: { stream: PrivateRow; meter: MeterRow; tokens: Tokens; name: string },
): Promise<void> {
  const { accountId } = meter;
  const { performerId } = stream;
  const { tokenRate, commissionBps } = await tx.settings.all();
  const posted = await post(tx, {
    kind: 'charge',
    subject: 'stream',
    subjectId: stream.id,
    actorId: accountId,
    performerId,
    description: `${meter.isSpectator ? 'Watching a private stream' : 'Private stream'} with ${name}`,
    postings: spendPostings({ accountId, performerId, tokens, tokenRate, commissionBps }),
  });
  await tx.db.insert(meterCharges).values({
    transactionId: posted.transactionId,
    meterId: meter.id,
    tokens,
    createdAt: now(tx),
  });
  tx.emit(rooms.account(accountId), 'balance/updated', {
    added: -tokens,
    balance: posted.balanceOf('wallet', accountId),
  });
}

/**
 * Returns what is on hold for a meter to the wallet, and pays what was used from there, so that a later refund
 * goes there as well. The meter then has nothing on hold.
 */
async function payUsed(tx: Ctx, stream: PrivateRow, meter: MeterRow): Promise<MeterRow> {
  const name = await creatorName(tx, stream);
  const due = dueTokens(meter);
  if (meter.heldTokens > 0)
    await releaseTokens(
      tx,
      buildHold(stream, meter, { tokens: meter.heldTokens, description: `Private stream with ${name}` }),
    );
  // What is charged is confirmed, and stays so if the process dies now.
  const { seconds, runningSince, mediaConfirmedUntil } = meter;
  const paid = await changeMeter(tx, meter.id, {
    heldTokens: 0,
    charged: meter.charged + due,
    seconds,
    runningSince,
    mediaConfirmedUntil,
  });
  if (due > 0) await charge(tx, { stream, meter, tokens: due, name });
  return paid;
}

async function hold(
  tx: Ctx,
  stream: PrivateRow,
  { meter, tokens }: { meter: MeterRow; tokens: Tokens },
): Promise<MeterRow> {
  if (tokens <= 0) return meter;
  const name = await creatorName(tx, stream);
  await holdTokens(tx, buildHold(stream, meter, { tokens, description: `Private stream with ${name}` }));
  return changeMeter(tx, meter.id, { heldTokens: meter.heldTokens + tokens });
}

/** Tokens an account lacks for the first minutes; 0 when it has them. */
export async function missingFor(
  tx: Ctx,
  { accountId, performerId, perMinute }: Pick<PrivateRow, 'accountId' | 'performerId' | 'perMinute'>,
): Promise<Tokens> {
  return Math.max(0, holdFor(perMinute) - (await affordable(tx, accountId, performerId)));
}

/**
 * Puts the first minutes of a new meter on hold.
 * @throws AppError 402 with `missing`.
 */
export async function holdFirst(tx: Ctx, stream: PrivateRow, meter: MeterRow): Promise<MeterRow> {
  const { accountId, perMinute } = meter;
  const missing = await missingFor(tx, { accountId, performerId: stream.performerId, perMinute });
  if (missing > 0)
    throw new AppError(402, 'insufficient_balance', `You need ${missing} more tokens.`, {
      details: { missing },
    });
  return hold(tx, stream, { meter, tokens: holdFor(perMinute) });
}

/**
 * Extends a hold that runs out soon: pays what was used and puts the next minutes on hold, as many as the wallet
 * pays for.
 */
export async function extendHold(tx: Ctx, stream: PrivateRow, meter: MeterRow): Promise<MeterRow> {
  if (secondsLeft(meter, now(tx)) >= extendBelowSeconds) return meter;
  if ((await balanceOf(tx, 'wallet', meter.accountId)) <= 0) return meter;
  const left = meter.heldTokens - dueTokens(meter);
  const more = await affordable(tx, meter.accountId, stream.performerId);
  if (Math.min(more, holdFor(meter.perMinute) - left) <= 0) return meter;
  const paid = await payUsed(tx, stream, meter);
  const next = Math.min(holdFor(meter.perMinute), await affordable(tx, meter.accountId, stream.performerId));
  return hold(tx, stream, { meter: paid, tokens: next });
}

/** Whether what was put on hold is used up by media that was seen. */
export const isSpent = (meter: MeterRow): boolean => confirmedSeconds(meter) >= coveredSeconds(meter);

/** Closes a meter: pays what was used until media was last seen, and returns the rest. */
export async function closeMeter(tx: Ctx, stream: PrivateRow, meter: MeterRow): Promise<void> {
  const seconds = confirmedSeconds(meter);
  const refundedTokens = meter.heldTokens - dueTokens(meter);
  const paid = await payUsed(tx, stream, meter);
  await changeMeter(tx, paid.id, {
    state: 'closed',
    seconds,
    refundedTokens,
    runningSince: null,
    mediaConfirmedUntil: null,
    closedAt: now(tx),
  });
}
