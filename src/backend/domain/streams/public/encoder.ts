import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { streamSettings, streams } from '../../../db/schema/streams/streams.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { open, seal } from '../../../kernel/sealing.ts';
import { runningStates } from './rows.ts';
import { openMedia } from './watching.ts';
import { lockSettings } from './settings.ts';

type Encoder = ReplySource<'GET /streaming/encoder'>;

const sealOf = ({ config }: Ctx, performerId: string) => ({
  secret: config.secret,
  previous: config.previousSecrets,
  purpose: 'encoder-key',
  about: performerId,
});

/** @throws AppError 409 on a site where encoders can't connect. */
function addressOf({ ports, config }: Ctx): string {
  if (ports.live?.encoder) return `${config.publicUrl}${ports.live.encoder.path}`;
  throw conflict('Encoders can’t connect to this site.');
}

async function writeKey(tx: UserCtx): Promise<string> {
  const key = tx.ports.crypto.randomToken(24);
  await tx.db
    .update(streamSettings)
    .set({
      encoderKey: await seal(sealOf(tx, tx.viewer.id), key),
      encoderKeyHash: tx.ports.crypto.sha256(key),
      updatedAt: now(tx),
    })
    .where(eq(streamSettings.performerId, tx.viewer.id));
  return key;
}

/** The stored key; a new one if there is none, or if it was sealed with a secret that is gone. */
async function keyOf(tx: UserCtx): Promise<string> {
  const { encoderKey } = await lockSettings(tx);
  if (encoderKey === null) return writeKey(tx);
  return open(sealOf(tx, tx.viewer.id), encoderKey).then(
    ({ plain }) => plain,
    () => writeKey(tx),
  );
}

/** Where an encoder of the viewer's sends, and its key. @throws AppError 409. */
export async function viewEncoder(ctx: UserCtx): Promise<Encoder> {
  const url = addressOf(ctx);
  return { url, key: await transaction(ctx, keyOf) };
}

/** Replaces the key. An encoder that sends at the moment goes on until it stops. @throws AppError 409. */
export async function renewEncoder(ctx: UserCtx): Promise<Encoder> {
  const url = addressOf(ctx);
  const key = await transaction(ctx, async (tx) => {
    await lockSettings(tx);
    return writeKey(tx);
  });
  return { url, key };
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
