import { z } from 'zod';
import { op } from '../../core/op.ts';
import { Timestamp } from '../../core/schemas.ts';

/** What waits for an operator. Each has a section of the desk. */
export const QueueName = z.enum([
  'creators',
  'payouts',
  'adjustments',
  'disputes',
  'orders',
  'reports',
  'comments',
  'contact',
  'jobs',
  'events',
]);
export type QueueName = z.infer<typeof QueueName>;
export const Queue = z.object({
  name: QueueName,
  count: z.int().describe('Number of cases that wait.'),
  oldestAt: Timestamp.nullable().describe('Since when the oldest has waited.'),
});
export type Queue = z.infer<typeof Queue>;
export const Desk = z.object({
  username: z.string().nullable(),
  name: z.string(),
  queues: z.array(Queue),
  takesNoMoney: z
    .boolean()
    .describe('Whether test cards buy on a site that is no demo, because no payment provider is set up'),
});
export type Desk = z.infer<typeof Desk>;

/** Calls of the operator's desk. */
export const operatorDesk = {
  'GET /operator/me': op({
    summary: 'Who you are at the operator’s desk, and what waits there',
    access: 'operator',
    reply: Desk,
    ours: true,
  }),
};
