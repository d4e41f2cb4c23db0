import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { StreamSettings } from '#contract/talk/streams/settings.ts';
import { streamSettings } from '../../../../db/schema/streams/streams.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { wordList } from '../../../people/held-words.ts';

type Row = typeof streamSettings.$inferSelect;

/** The creator's row, made with the defaults if there was none, and locked. */
export async function lockSettings(tx: UserCtx): Promise<Row> {
  await tx.db
    .insert(streamSettings)
    .values({ performerId: tx.viewer.id, updatedAt: now(tx) })
    .onConflictDoNothing();
  const [row] = await tx.db
    .select()
    .from(streamSettings)
    .where(eq(streamSettings.performerId, tx.viewer.id))
    .for('no key update');
  if (!row) throw new Error('the stream settings vanished');
  return row;
}

function mediaSettings({ ports: { live } }: Ctx): StreamSettings['media'] {
  // A call about streams that comes here found no process that carries them.
  if (!live || live.elsewhere) return { kind: 'off', canRecord: false, canUseEncoder: false };
  return { kind: live.kind, canRecord: live.abilities.recording, canUseEncoder: live.encoder !== null };
}

function view(ctx: Ctx, row: Row): StreamSettings {
  const { performerId: _, encoderKeyHash: __, updatedAt: ___, ...settings } = row;
  return { ...settings, media: mediaSettings(ctx) };
}

/** The settings with which the viewer's streams begin. */
export const viewSettings = (ctx: UserCtx): Promise<StreamSettings> =>
  transaction(ctx, async (tx) => view(tx, await lockSettings(tx)));

/** Changes them. Streams that were announced or run keep theirs. */
export const updateSettings = (
  ctx: UserCtx,
  change: ParsedInput<'PUT /streaming/update'>['body'],
): Promise<StreamSettings> =>
  transaction(ctx, async (tx) => {
    await lockSettings(tx);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const words = change.heldWords === undefined ? {} : { heldWords: wordList(change.heldWords) };
    const [row] = await tx.db
      .update(streamSettings)
      .set({ ...given, ...words, updatedAt: now(tx) })
      .where(eq(streamSettings.performerId, tx.viewer.id))
      .returning();
    if (!row) throw new Error('the stream settings vanished');
    return view(tx, row);
  });
