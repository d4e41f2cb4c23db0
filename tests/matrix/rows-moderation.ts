import { moderationDecisions } from '#backend/db/schema/moderation/cases.ts';
import { decisionPath } from '#backend/domain/accounts/decision-links.ts';
import { type Row, everybody, members } from './row.ts';
import type { Scene } from './scene.ts';

/** A warning to the owner. */
async function decisionAboutOwner({ app, owner, post }: Scene): Promise<string> {
  const { db, ports } = app;
  const id = ports.ids();
  const moment = ports.clock.now();
  await db.insert(moderationDecisions).values({
    id,
    accountId: owner.id,
    targetType: 'feed',
    targetId: await post(),
    category: 'spam',
    action: 'warn',
    state: 'in-force',
    ground: 'terms',
    rule: 'Rule 7',
    facts: 'It advertises something.',
    decidedBy: 'olga',
    decidedAt: moment,
    createdAt: moment,
    updatedAt: moment,
  });
  return id;
}

const token = ({ app }: Scene, id: string): string => decisionPath(app.ctx, id).split('token=')[1] ?? '';
/** The person concerned alone; for everyone else it doesn't exist, logged in or not. */
const concerned = '404 404 404 404 200 404 404 404 404 404';

export const moderationRows = {
  'GET /reports': [{ cells: members(200) }],
  'GET /decisions': [{ cells: members(200) }],
  'GET /decisions/on/:type/:id': [
    {
      cells: members(200),
      given: async (scene) => ({ params: { type: 'feed', id: await scene.post() } }),
    },
  ],
  'GET /decisions/:id': [
    {
      case: 'the person concerned',
      cells: concerned,
      id: 'params.id',
      given: async (scene) => ({ params: { id: await decisionAboutOwner(scene) } }),
    },
    {
      case: 'whoever has the link of its email',
      cells: everybody(200),
      async given(scene) {
        const id = await decisionAboutOwner(scene);
        return { params: { id }, query: { token: token(scene, id) } };
      },
    },
  ],
  'POST /decisions/:id/appeal': [
    {
      case: 'the person concerned',
      cells: concerned,
      id: 'params.id',
      given: async (scene) => ({
        params: { id: await decisionAboutOwner(scene) },
        body: { text: 'That was meant kindly.' },
      }),
    },
    {
      case: 'the link of another decision',
      cells: concerned,
      id: 'params.id',
      async given(scene) {
        const id = await decisionAboutOwner(scene);
        const other = await decisionAboutOwner(scene);
        return { params: { id }, body: { text: 'That was meant kindly.', token: token(scene, other) } };
      },
    },
  ],
} satisfies Record<string, readonly Row[]>;
