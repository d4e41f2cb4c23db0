import { type Ctx, now } from '../../../../kernel/context.ts';
import { pushKeys } from '../../../../db/schema/notifications.ts';
import { open, seal, siteSeal } from '../../../../kernel/sealing.ts';
import type { PushKeys, PushSender } from '../../../../ports/ports.ts';

const pushKeySeal = (ctx: Ctx) => siteSeal(ctx, { purpose: 'push-keys', about: 'vapid' });

async function stored(ctx: Ctx): Promise<PushKeys | null> {
  const [row] = await ctx.db.select().from(pushKeys);
  if (!row) return null;
  const { plain, isCurrent } = await open(pushKeySeal(ctx), row.privateKey);
  if (!isCurrent)
    await ctx.db
      .update(pushKeys)
      .set({ privateKey: await seal(pushKeySeal(ctx), plain), updatedAt: now(ctx) });
  return { publicKey: row.publicKey, privateKey: plain };
}

/**
 * The site's key pair: from the environment, or else created once and stored, encrypted, for all processes.
 * @throws when it was encrypted with a secret that this process doesn't have.
 */
export async function loadPushKeys(ctx: Ctx, push: PushSender): Promise<PushKeys> {
  if (push.keys) return push.keys;
  const existing = await stored(ctx);
  if (existing) return existing;
  const { publicKey, privateKey } = await push.createKeys();
  const time = now(ctx);
  // If several processes start together, the first one's keys are kept.
  await ctx.db
    .insert(pushKeys)
    .values({
      id: 'vapid',
      publicKey,
      privateKey: await seal(pushKeySeal(ctx), privateKey),
      createdAt: time,
      updatedAt: time,
    })
    .onConflictDoNothing();
  const created = await stored(ctx);
  if (!created) throw new Error('the push keys were not stored');
  return created;
}

/** Encrypts the stored key with the current secret, if an earlier one was used. */
export const renewPushKeys = async (ctx: Ctx): Promise<void> => void (await stored(ctx));
