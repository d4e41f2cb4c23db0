import { contactMessages, emailOutbox } from '#backend/db/schema/site.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { webhookEvents } from '#backend/db/schema/payment-outcomes.ts';
import { type Row, operators } from './row.ts';
import type { Scene } from './scene.ts';

const reason = 'The mail server is back.';

async function contactMessage({ app }: Scene) {
  const [row] = await app.db
    .insert(contactMessages)
    .values({
      id: app.ports.ids(),
      name: 'Eve',
      email: 'eve@example.com',
      subject: 'My bill',
      message: 'Where is my bill?',
      createdAt: app.ports.clock.now(),
    })
    .returning();
  return { params: { id: row?.id ?? '' } };
}

async function mail({ app }: Scene) {
  const [row] = await app.db
    .insert(emailOutbox)
    .values({
      id: app.ports.ids(),
      to: 'eve@example.com',
      subject: 'Your receipt',
      text: 'Hello Eve',
      createdAt: app.ports.clock.now(),
    })
    .returning();
  return { params: { id: row?.id ?? '' } };
}

async function failedJob({ app }: Scene) {
  const moment = app.ports.clock.now();
  const [row] = await app.db
    .insert(jobs)
    .values({
      id: app.ports.ids(),
      kind: 'mail-send',
      payload: { mailId: app.ports.ids() },
      runAt: moment,
      failedAt: moment,
      lastError: 'no mail server',
      createdAt: moment,
    })
    .returning();
  return { params: { id: row?.id ?? '' }, body: { reason } };
}

async function event({ app, fresh }: Scene) {
  const moment = app.ports.clock.now();
  const id = `evt_${fresh()}`;
  await app.db
    .insert(webhookEvents)
    .values({ id, gateway: 'sandbox', type: 'refund', payload: {}, happenedAt: moment, receivedAt: moment });
  return { params: { id }, body: { reason } };
}

export const operatorSiteRows = {
  'GET /operator/contact/search': [{ cells: operators(200) }],
  'GET /operator/contact/:id': [{ cells: operators(200), given: contactMessage }],
  'POST /operator/contact/:id/answer': [
    {
      cells: operators(201),
      given: async (scene) => ({ ...(await contactMessage(scene)), body: { text: 'In your account.' } }),
    },
  ],
  'POST /operator/contact/:id/state': [
    {
      cells: operators(200),
      given: async (scene) => ({ ...(await contactMessage(scene)), body: { state: 'closed', reason } }),
    },
  ],
  'GET /operator/mails/search': [{ cells: operators(200) }],
  'GET /operator/mails/:id': [{ cells: operators(200), given: mail }],
  'POST /operator/mails/:id/resend': [
    { cells: operators(200), given: async (scene) => ({ ...(await mail(scene)), body: { reason } }) },
  ],
  'GET /operator/jobs/search': [{ cells: operators(200) }],
  'POST /operator/jobs/:id/retry': [{ cells: operators(200), given: failedJob }],
  'GET /operator/events/search': [{ cells: operators(200) }],
  'POST /operator/events/:id/retry': [{ cells: operators(200), given: event }],
  'GET /operator/audit/search': [{ cells: operators(200) }],
  'POST /operator/audit/export': [
    { cells: operators(200), given: async () => ({ body: { action: 'payout' } }) },
  ],
  'GET /operator/health': [{ cells: operators(200) }],
  'GET /operator/figures': [{ cells: operators(200) }],
} satisfies Record<string, readonly Row[]>;
