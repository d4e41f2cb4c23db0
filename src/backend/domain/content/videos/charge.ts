import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { shortText } from '#lib/short-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { videos } from '../../../db/schema/videos.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Charged } from '../../money/wallet/spend.ts';
import { type Sellable, type Wanted, unlock } from '../../money/wallet/unlock.ts';
import { asItem } from './presenters.ts';

async function lockVideo(tx: UserCtx, id: string): Promise<Sellable> {
  const [row] = await tx.db
    .select({ creator: accounts.name, video: videos })
    .from(videos)
    .innerJoin(accounts, eq(accounts.id, videos.performerId))
    .where(eq(videos.id, id))
    .for('share', { of: videos });
  if (!row) throw notFound();
  return {
    item: asItem(row.video),
    description: `Video by ${row.creator}: ${shortText(row.video.title, 60)}`,
    title: shortText(row.video.title, 120),
    href: routes.video(id),
  };
}

export const unlockVideo = (ctx: UserCtx, wanted: Wanted): Promise<Charged> =>
  unlock(ctx, wanted, { kind: 'video', lock: lockVideo });
