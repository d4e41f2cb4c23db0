import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import { formatTokens, plural } from '#lib/format.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { ledgerTransactions } from '../../../db/schema/ledger.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { once } from '../../../kernel/idempotency.ts';
import { notify } from '../../people/notifications/notify.ts';
import { reverse } from '../../base/ledger/ledger.ts';
import type { TipPlaces } from './tip.ts';

type Undone = ReplySource<'POST /wallet/charges/:id/undo'>;

/** Until when a tip can be undone; null when the operator has disabled it. */
export const undoUntil = (createdAt: Date, seconds: number): string | null =>
  seconds > 0 ? new Date(createdAt.getTime() + seconds * 1_000).toISOString() : null;

/** @throws AppError 409 when it is too late, or already undone. */
async function refuseLate(tx: UserCtx, { id, createdAt }: { id: string; createdAt: Date }): Promise<void> {
  const { tipUndoSeconds } = await tx.settings.all();
  // Read after taking the lock, so that waiting counts. A tip already undone says so, however late.
  const [already] = await tx.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.reversesId, id));
  if (already) throw conflict('You’ve already undone this tip.');
  if (now(tx).getTime() > createdAt.getTime() + tipUndoSeconds * 1_000)
    throw conflict(`You can undo a tip for ${plural(tipUndoSeconds, 'second')} after you send it.`);
}

async function undo(tx: UserCtx, id: string, { inChat, inStream }: TipPlaces): Promise<Undone> {
  // Conversations are locked before wallets, as for a tip, so that the two never wait for each other.
  const shown = (await inChat.lock(tx, id)) ?? (await inStream.lock(tx, id));
  const [tip] = await tx.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, id))
    .for('update');
  if (!tip || tip.kind !== 'charge' || tip.actorId !== tx.viewer.id || !tip.performerId) throw notFound();
  if (tip.subject !== 'tip') throw conflict('Only tips can be undone.');
  await refuseLate(tx, tip);
  const posted = await reverse(tx, id, `Undone: ${tip.description}`);
  const tokens = posted.amountOf('wallet', tx.viewer.id);
  const balance = posted.balanceOf('wallet', tx.viewer.id);
  tx.emit(rooms.account(tx.viewer.id), 'balance/updated', { added: tokens, balance });
  await notify(tx, {
    to: tip.performerId,
    type: 'tip',
    actor: tx.viewer,
    text: `${tx.viewer.name} undid a tip of ${formatTokens(tokens)}.`,
    href: shown?.href ?? routes.earnings,
  });
  await shown?.showUndone();
  return { _id: posted.transactionId, tokens, balance, createdAt: posted.createdAt.toISOString() };
}

/**
 * Undoes the viewer's own tip, once and in time.
 * @throws AppError 404 when it isn't the viewer's own charge, 409 when it isn't a tip, too late, or already
 * undone.
 */
export const undoTip = (ctx: UserCtx, id: string, places: TipPlaces): Promise<Undone> =>
  once(ctx, { route: 'POST /wallet/charges/:id/undo', input: { id } }, (tx) => undo(tx, id, places));
