import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { plural } from '#lib/format.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { gifts } from '../../../db/schema/promotions.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';
import { notify } from '../../notifications/notify.ts';
import { nameOf } from '../effects.ts';
import type { GiftRow } from './buying.ts';

const batch = 100;

function remind(tx: Ctx, { id, giverId, months, expiresAt }: GiftRow, creator: string): Promise<void> {
  const gift = `${plural(months, 'month')} of ${creator}`;
  return notify(tx, {
    to: giverId,
    type: 'gift',
    text: `Your gift of ${gift} hasn’t been redeemed. Its link works until ${formatUtcDay(expiresAt)}; after that, you get your money back.`,
    href: routes.gifts,
    group: { key: `gift-ending:${id}` },
    once: true,
  });
}

/**
 * The job that reminds givers of gifts that end soon, once each. It looks at one day's gifts, so that what was told
 * long ago isn't looked at again.
 */
export async function remindOfGifts(ctx: Ctx): Promise<void> {
  const last = addDays(now(ctx), limits.gift.reminderDays);
  let after = addDays(last, -1);
  for (;;) {
    const rows = await ctx.db
      .select()
      .from(gifts)
      .where(and(eq(gifts.state, 'open'), gt(gifts.expiresAt, after), lte(gifts.expiresAt, last)))
      .orderBy(asc(gifts.expiresAt))
      .limit(batch);
    for (const gift of rows)
      await transaction(ctx, async (tx) => {
        const [row] = await tx.db.select().from(gifts).where(eq(gifts.id, gift.id)).for('update');
        if (row?.state === 'open') await remind(tx, row, (await nameOf(tx, row.performerId)).name);
      });
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    after = end.expiresAt;
  }
}
