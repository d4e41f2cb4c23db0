import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { streamSettings, streams } from '../../../../db/schema/streams/streams.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { conflict } from '../../../../kernel/errors.ts';
import { isProven, requireProof } from '../../../people/accounts/factors/proof.ts';
import { runningStates } from './rows.ts';
import { openMedia } from './watching.ts';
import { lockSettings } from './settings.ts';

type Encoder = ReplySource<'GET /streaming/encoder'>;

/** @throws AppError 409 on a site where encoders can't connect. */
function encoderAddress({ ports, config }: Ctx): string {
  if (ports.live?.encoder) return `${config.publicUrl}${ports.live.encoder.path}`;
  throw conflict('Encoders can’t connect to this site.');
}

/** Writes a new key, which is shown once: only its hash is stored. */
async function writeKey(tx: UserCtx): Promise<string> {
  const key = tx.ports.crypto.randomToken(24);
  await tx.db
    .update(streamSettings)
    .set({ encoderKeyHash: tx.ports.crypto.sha256(key), updatedAt: now(tx) })
    .where(eq(streamSettings.performerId, tx.viewer.id));
  return key;
}

/**
 * Where an encoder of the viewer's sends. The first key is made and shown here if the session has a proof; a key
 * that exists is never shown again.
 * @throws AppError 409.
 */
export async function viewEncoder(ctx: UserCtx): Promise<Encoder> {
  const url = encoderAddress(ctx);
  const proven = await isProven(ctx);
  return transaction(ctx, async (tx) => {
    const { encoderKeyHash } = await lockSettings(tx);
    if (encoderKeyHash !== null) return { url, hasKey: true, key: null };
    return proven ? { url, hasKey: true, key: await writeKey(tx) } : { url, hasKey: false, key: null };
  });
}

/**
 * Replaces the key, or makes the first. An encoder that sends at the moment goes on until it stops.
 * @throws AppError 403 `step_up_required`, 409.
 */
export async function renewEncoder(ctx: UserCtx): Promise<Encoder> {
  const url = encoderAddress(ctx);
  await requireProof(ctx);
  const key = await transaction(ctx, async (tx) => {
    await lockSettings(tx);
    return writeKey(tx);
  });
  return { url, hasKey: true, key };
}

/**
 * Ends the key of an account whose password has changed, and what is sent with it: whoever knew the password may
 * have taken it.
 */
export async function endEncoderKey(tx: Ctx, performerId: string): Promise<void> {
  await tx.db
    .update(streamSettings)
    .set({ encoderKeyHash: null, updatedAt: now(tx) })
    .where(eq(streamSettings.performerId, performerId));
  tx.afterCommit(() => void tx.ports.live?.encoder?.end(performerId).catch(() => undefined));
}

/** The running stream that an encoder with this key sends, opened in this process; null without one. */
export async function streamOfKey(ctx: Ctx, key: string): Promise<{ streamId: string; userId: string } | null> {
  const [row] = await ctx.db
    .select({ id: streams.id, performerId: streams.performerId, replay: streams.replay })
    .from(streamSettings)
    .innerJoin(streams, eq(streams.performerId, streamSettings.performerId))
    .innerJoin(accounts, eq(accounts.id, streams.performerId))
    .where(
      and(
        eq(streamSettings.encoderKeyHash, ctx.ports.crypto.sha256(key)),
        inArray(streams.state, [...runningStates]),
        isNull(accounts.suspendedAt),
      ),
    );
  const { live } = ctx.ports;
  if (!row || !live) return null;
  await openMedia(ctx, row);
  return { streamId: row.id, userId: row.performerId };
}
