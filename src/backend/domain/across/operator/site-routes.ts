import type { operatorBackground } from '#contract/across/operator/background.ts';
import type {
  ContactCase,
  ContactRow,
  MailRow,
  operatorMessages,
} from '#contract/across/operator/messages.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { asOperator } from './audit.ts';
import { type ListedContact, answerContact, closeContact, listContact, showContact } from './contact.ts';
import { siteFigures } from './figures.ts';
import { siteHealth } from './health.ts';
import { countJobs, listJobs, retryJob } from './jobs.ts';
import { type OutboxMail, countMails, listMails, openMail, sendAgain } from './mail.ts';
import { countEvents, listEvents, retryEvent } from './webhooks.ts';

const contactRow = (row: ListedContact): ContactRow => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  username: row.username,
  accountId: row.accountId,
  subject: row.subject,
  state: row.closedAt ? 'closed' : 'open',
  answers: row.replies,
  createdAt: row.createdAt.toISOString(),
});

async function contactCase(ctx: UserCtx, id: string): Promise<ContactCase> {
  const { answers, ...row } = await showContact(asOperator(ctx), id);
  return {
    ...contactRow(row),
    message: row.message,
    replies: answers.map(({ id: _id, author, text, createdAt }) => ({
      _id,
      author,
      text,
      createdAt: createdAt.toISOString(),
    })),
  };
}

const mailRow = ({ id, to, subject, createdAt, sentAt }: OutboxMail): MailRow => ({
  _id: id,
  to,
  subject,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
});

const done = { success: true } as const;

export const operatorMessageHandlers: HandlersOf<typeof operatorMessages> = {
  'GET /operator/contact/search': async (ctx, { query }) => {
    const { data, total } = await listContact(asOperator(ctx), query);
    return { data: data.map(contactRow), total };
  },
  'GET /operator/contact/:id': (ctx, { params }) => contactCase(ctx, params.id),
  'POST /operator/contact/:id/answer': async (ctx, { params, body }) => {
    await answerContact(asOperator(ctx), params.id, body.text);
    return contactCase(ctx, params.id);
  },
  'POST /operator/contact/:id/state': async (ctx, { params, body: { state, reason } }) => {
    await closeContact(asOperator(ctx), params.id, { isClosed: state === 'closed', reason });
    return contactCase(ctx, params.id);
  },
  'GET /operator/mails/search': async (ctx, { query: { state, ...query } }) => {
    const filter = { ...query, waiting: state && state === 'waiting' };
    const rows = await listMails(asOperator(ctx), filter);
    return { data: rows.map(mailRow), total: await countMails(asOperator(ctx), filter) };
  },
  'GET /operator/mails/:id': async (ctx, { params }) => {
    const mail = await openMail(asOperator(ctx), params.id);
    return { ...mailRow(mail), text: mail.text };
  },
  'POST /operator/mails/:id/resend': async (ctx, { params, body }) => {
    await sendAgain(asOperator(ctx), params.id, body.reason);
    return done;
  },
};

export const operatorBackgroundHandlers: HandlersOf<typeof operatorBackground> = {
  'GET /operator/jobs/search': async (ctx, { query }) => {
    const rows = await listJobs(asOperator(ctx), query);
    const data = rows.map((row) => ({
      _id: row.id,
      kind: row.kind,
      state: row.failedAt ? ('failed' as const) : ('waiting' as const),
      attempts: row.attempts,
      error: row.lastError,
      runAt: row.runAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    }));
    return { data, total: await countJobs(asOperator(ctx), query) };
  },
  'POST /operator/jobs/:id/retry': async (ctx, { params, body }) => {
    await retryJob(asOperator(ctx), params.id, body.reason);
    return done;
  },
  'GET /operator/events/search': async (ctx, { query }) => {
    const rows = await listEvents(asOperator(ctx), query);
    const data = rows.map(({ id, type, state, attempts, error, receivedAt }) => ({
      _id: id,
      type,
      state,
      attempts,
      error,
      receivedAt: receivedAt.toISOString(),
    }));
    return { data, total: await countEvents(asOperator(ctx), query) };
  },
  'POST /operator/events/:id/retry': async (ctx, { params, body }) => {
    await retryEvent(asOperator(ctx), params.id, body.reason);
    return done;
  },
  'GET /operator/health': (ctx) => siteHealth(asOperator(ctx)),
  'GET /operator/figures': (ctx, { query }) => siteFigures(asOperator(ctx), query.days),
};
