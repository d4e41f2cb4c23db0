import type { operatorDesk } from '#contract/operator/desk.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { asOperator } from './audit.ts';
import { countQueues } from './queues.ts';

export const operatorHandlers: HandlersOf<typeof operatorDesk> = {
  'GET /operator/me': async (ctx) => ({
    username: ctx.viewer.username,
    name: ctx.viewer.name,
    queues: await countQueues(asOperator(ctx)),
  }),
};
