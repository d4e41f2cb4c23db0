import { sql } from 'drizzle-orm';
import type { Ctx } from '../kernel/context.ts';
import { fetchRows } from '../db/db.ts';
import { broadcasts, fanListMembers, fanLists } from '../db/schema/broadcasts.ts';
import { creatorNamed } from './cast.ts';
import { type Past, before, days } from './past.ts';
import { demoId } from './random.ts';

/** The demo creator's list of regulars, and a mass message that isn't sent yet. */
export async function broadcastStory(tx: Ctx, { today }: Past): Promise<void> {
  const performerId = creatorNamed('demo-creator').id;
  const time = before(today, days(2));
  const followers = await fetchRows<{ id: string }>(
    tx.db.execute(
      sql`SELECT follower_id AS id FROM follows JOIN accounts a ON a.id = follower_id AND NOT a.is_performer WHERE performer_id = ${performerId} ORDER BY follower_id LIMIT 6`,
    ),
  );
  const listId = demoId('list of regulars');
  await tx.db.insert(fanLists).values({
    id: listId,
    performerId,
    name: 'Regulars',
    members: followers.length,
    createdAt: time,
    updatedAt: time,
  });
  await tx.db
    .insert(fanListMembers)
    .values(followers.map(({ id: accountId }) => ({ listId, accountId, createdAt: time })));
  await tx.db.insert(broadcasts).values({
    id: demoId('unsent message to many'),
    performerId,
    state: 'draft',
    type: 'text',
    text: 'The autumn walk is on the first Saturday of the month. Who is coming?',
    audience: {
      include: [{ kind: 'followers' }, { kind: 'expired' }],
      exclude: [],
      excludeOwners: true,
    },
    createdAt: time,
    updatedAt: time,
  });
}
