import { moderationAppeals, moderationCases, moderationDecisions } from '#backend/db/schema/moderation.ts';
import { decisionPath } from '#backend/domain/base/site/decision-links.ts';
import { type Row, everybody, members, operators } from './row.ts';
import type { Scene } from './scene.ts';

/** A warning to the owner. */
async function decisionAboutOwner(
  { app, owner, post }: Scene,
  values: Partial<typeof moderationDecisions.$inferInsert> = {},
): Promise<string> {
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
    ...values,
  });
  return id;
}

/** Of somebody who can't be banned by being part of the scene. */
const proposed = ({ someCreator }: Scene) =>
  ({
    accountId: someCreator.id,
    targetId: someCreator.id,
    targetType: 'account',
    action: 'ban',
    state: 'proposed',
  }) as const;

async function caseAboutOwner({ app, owner, post }: Scene): Promise<string> {
  const id = app.ports.ids();
  const moment = app.ports.clock.now();
  await app.db.insert(moderationCases).values({
    id,
    targetType: 'feed',
    targetId: await post(),
    accountId: owner.id,
    category: 'spam',
    createdAt: moment,
    updatedAt: moment,
  });
  return id;
}

async function appealedByOwner(scene: Scene): Promise<string> {
  const { app, owner } = scene;
  const decisionId = await decisionAboutOwner(scene);
  const moment = app.ports.clock.now();
  await app.db.insert(moderationAppeals).values({
    decisionId,
    accountId: owner.id,
    text: 'That was meant kindly.',
    createdAt: moment,
    updatedAt: moment,
  });
  return decisionId;
}

const warning = {
  action: 'warn',
  ground: 'terms',
  rule: 'Rule 7',
  facts: 'It advertises something.',
  seen: 0,
};
const period = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };

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
  'GET /operator/cases': [{ cells: operators(200) }],
  'GET /operator/cases/:id': [
    { cells: operators(200), given: async (scene) => ({ params: { id: await caseAboutOwner(scene) } }) },
  ],
  'POST /operator/cases': [
    {
      cells: operators(201),
      given: async ({ post }) => ({
        body: { targetType: 'feed', targetId: await post(), category: 'violation', reason: 'I saw it.' },
      }),
    },
  ],
  'POST /operator/cases/:id/files/:fileId/open': [
    {
      case: 'a file that isn’t part of it',
      cells: operators(404),
      given: async (scene) => ({
        params: { id: await caseAboutOwner(scene), fileId: scene.app.ports.ids() },
        body: {},
      }),
    },
  ],
  'POST /operator/cases/:id/releases': [
    {
      cells: operators(200),
      given: async (scene) => ({ params: { id: await caseAboutOwner(scene) }, body: {} }),
    },
  ],
  'POST /operator/cases/:id/decisions': [
    {
      cells: operators(201),
      given: async (scene) => ({ params: { id: await caseAboutOwner(scene) }, body: warning }),
    },
    {
      case: 'seen before another decision',
      cells: operators(409),
      given: async (scene) => ({
        params: { id: await caseAboutOwner(scene) },
        body: { ...warning, seen: 3 },
      }),
    },
  ],
  'POST /operator/decisions/:id/confirm': [
    {
      cells: operators(200),
      given: async (scene) => ({ params: { id: await decisionAboutOwner(scene, proposed(scene)) } }),
    },
  ],
  'POST /operator/decisions/:id/withdraw': [
    {
      cells: operators(200),
      given: async (scene) => ({
        params: { id: await decisionAboutOwner(scene, proposed(scene)) },
        body: { reason: 'Too harsh' },
      }),
    },
  ],
  'POST /operator/decisions/:id/lift': [
    {
      cells: operators(200),
      given: async (scene) => ({
        params: { id: await decisionAboutOwner(scene) },
        body: { reason: 'A mistake' },
      }),
    },
  ],
  'POST /operator/decisions/:id/appeal': [
    {
      cells: operators(200),
      given: async (scene) => ({
        params: { id: await appealedByOwner(scene) },
        body: { outcome: 'reversed', answer: 'You’re right.' },
      }),
    },
  ],
  'GET /operator/moderation/statements': [{ cells: operators(200), given: () => ({ query: period }) }],
  'GET /operator/moderation/numbers': [{ cells: operators(200), given: () => ({ query: period }) }],
} satisfies Record<string, readonly Row[]>;
