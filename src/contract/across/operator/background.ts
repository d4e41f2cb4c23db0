import { z } from 'zod';
import { op } from '../../core/op.ts';
import {
  Done,
  Id,
  IdParams,
  Money,
  OffsetPage,
  SignedMoney,
  Timestamp,
  listReply,
} from '../../core/schemas.ts';
import { Reasoned } from './parts.ts';

export const JobState = z.enum(['waiting', 'failed']);
export type JobState = z.infer<typeof JobState>;
const Job = z.object({
  _id: Id,
  kind: z.string(),
  state: JobState,
  attempts: z.int().describe('Number of tries so far.'),
  error: z.string().nullable().describe('Why it failed last.'),
  runAt: Timestamp.describe('When it is due, or was.'),
  createdAt: Timestamp,
});
export type Job = z.infer<typeof Job>;

export const EventState = z.enum(['waiting', 'failed', 'applied']);
export type EventState = z.infer<typeof EventState>;
const Event = z.object({
  _id: z.string().describe('The gateway’s id.'),
  type: z.string(),
  state: EventState,
  attempts: z.int().describe('Number of tries so far.'),
  error: z.string().nullable(),
  receivedAt: Timestamp,
});
export type Event = z.infer<typeof Event>;

const Waiting = z.object({
  count: z.int().describe('Number of those that wait.'),
  oldestAt: Timestamp.nullable().describe('Since when the oldest has waited.'),
});
const Health = z.object({
  checkedAt: Timestamp,
  payments: z.enum(['stripe', 'sandbox']).describe('What takes payments; `sandbox` moves no real money.'),
  database: z.object({
    milliseconds: z.int().describe('How long a question to it took: the number of milliseconds.'),
    bytes: z.int().describe('Its size in bytes.'),
    connections: z.int().describe('Number of connections in use.'),
    maximumConnections: z.int().describe('Number of connections it allows.'),
  }),
  processes: z.array(
    z.object({
      _id: Id,
      role: z.string(),
      host: z.string(),
      store: z.string().describe('Where it keeps files.'),
      isRunning: z.boolean(),
      startedAt: Timestamp,
    }),
  ),
  jobs: Waiting.extend({
    failed: z
      .array(z.object({ kind: z.string(), count: z.int().describe('Number of jobs.') }))
      .describe('Given up, by kind.'),
  }),
  mails: Waiting,
  events: Waiting.extend({ failed: z.int().describe('Number of events that no job tries again.') }),
  files: Waiting.extend({
    failed: z.int().describe('Number of those that couldn’t be processed in the last seven days.'),
  }),
  streams: z.object({
    public: z.int().describe('Number of public streams that are live.'),
    private: z.int().describe('Number of private streams.'),
    interrupted: z.int().describe('Number of public streams that wait for their creator.'),
  }),
});
export type Health = z.infer<typeof Health>;

const Figures = z.object({
  active: z.int().describe('Number of accounts that were there, summed over days.'),
  joined: z.int().describe('Number of new accounts.'),
  performersJoined: z.int().describe('Number of creators among them.'),
  gross: Money.describe('What fans paid creators, in cents.'),
  commission: SignedMoney.describe('What the site kept of it after refunds, in cents.'),
  refunds: Money.describe('Refunded to fans, in cents.'),
});
const DayFigures = Figures.extend({ day: z.iso.date().describe('In UTC.') });
export type DayFigures = z.infer<typeof DayFigures>;
const SiteFigures = z.object({
  accounts: z.int().describe('Number of accounts that aren’t closed.'),
  performers: z.int().describe('Number of creators among them.'),
  total: Figures,
  previous: Figures.describe('The same number of days before.'),
  days: z.array(DayFigures).describe('Every finished day of the period, oldest first.'),
  isAddingUp: z
    .boolean()
    .describe('Whether past sales are still being added up, as after an upgrade: until then, amounts are 0.'),
});
export type SiteFigures = z.infer<typeof SiteFigures>;

const periods = [7, 28, 90] as const;

/** The operator's desk: what the server does by itself, how it is, and how the site does. */
export const operatorBackground = {
  'GET /operator/jobs/search': op({
    summary: 'Unfinished jobs, next to run first',
    access: 'operator',
    query: z.strictObject({ ...OffsetPage, state: JobState.optional() }),
    reply: listReply(Job),
    ours: true,
  }),
  'POST /operator/jobs/:id/retry': op({
    summary: 'Run a job again now',
    access: 'operator',
    params: IdParams,
    body: Reasoned,
    reply: Done,
    ours: true,
  }),
  'GET /operator/events/search': op({
    summary: 'Events from the payment gateway; by default those that aren’t applied',
    access: 'operator',
    query: z.strictObject({ ...OffsetPage, state: EventState.optional() }),
    reply: listReply(Event),
    ours: true,
  }),
  'POST /operator/events/:id/retry': op({
    summary: 'Apply an event from the payment gateway now',
    access: 'operator',
    params: z.strictObject({ id: z.string().min(1).max(255) }),
    body: Reasoned,
    reply: Done,
    ours: true,
  }),
  'GET /operator/health': op({
    summary: 'How the installation is: database, processes, and what waits for how long',
    access: 'operator',
    reply: Health,
    ours: true,
  }),
  'GET /operator/figures': op({
    summary: 'The site by day: who was there, who joined, what was paid and refunded',
    access: 'operator',
    query: z.strictObject({
      days: z
        .enum(periods.map(String) as ['7', '28', '90'])
        .default('28')
        .transform(Number),
    }),
    reply: SiteFigures,
    ours: true,
  }),
};
