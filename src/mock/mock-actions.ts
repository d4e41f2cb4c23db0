import type { Backend } from '#backend/create-backend.ts';
import { decide } from '#backend/domain/across/moderation/deciding.ts';
import { listCases } from '#backend/domain/across/moderation/queue.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { addOperator } from '#backend/domain/across/operator/operators.ts';
import {
  approvePayout,
  payPayout,
  processPayout,
  rejectPayout,
} from '#backend/domain/across/operator/payouts.ts';
import { showSitePost, writeSitePost } from '#backend/domain/across/operator/posts.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { setSetting } from '#backend/domain/across/operator/settings.ts';
import { AppError } from '#backend/kernel/errors.ts';

/** Operator actions, and moving time forward, since tests can't wait. */
export type MockAction =
  | { readonly do: 'move-clock'; readonly ms: number }
  | { readonly do: 'hide'; readonly targetId: string; readonly facts: string }
  | { readonly do: 'refund'; readonly transactionId: string; readonly reason: string }
  | { readonly do: 'add-operator'; readonly username: string }
  | { readonly do: 'ask-again'; readonly slug: string; readonly changes: string }
  | { readonly do: 'set-setting'; readonly key: string; readonly text: string }
  | {
      readonly do: 'payout';
      readonly step: 'approve' | 'process' | 'pay' | 'reject';
      readonly id: string;
      readonly text: string;
    };

export interface MockActionDeps {
  readonly operator: OperatorCtx;
  readonly backend: Backend;
  moveClock(ms: number): void;
}

const payout = {
  approve: (ctx: OperatorCtx, id: string) => approvePayout(ctx, id),
  process: (ctx: OperatorCtx, id: string) => processPayout(ctx, id),
  pay: payPayout,
  reject: rejectPayout,
} as const;

/** Hides what the oldest open case is about. */
async function hide(
  ctx: OperatorCtx,
  { targetId, facts }: { targetId: string; facts: string },
): Promise<void> {
  const { rows } = await listCases(ctx, { state: 'open', limit: 100 });
  const found = rows.find(({ row }) => row.targetId === targetId);
  if (!found) throw new AppError(404, 'not_found', 'There is no such case.');
  await decide(ctx, found.row.id, {
    action: 'hide',
    ground: 'terms',
    rule: 'Terms of service',
    until: null,
    transactionId: null,
    seen: 0,
    facts,
  });
}

/** Publishes a new version of a page that everyone is asked to accept. */
async function askAgain(
  ctx: OperatorCtx,
  { slug, changes }: { slug: string; changes: string },
): Promise<void> {
  const html = `<p>${changes}</p>`;
  await writeSitePost(ctx, { slug, title: slug, summary: '', html, kind: 'page', changes });
  await showSitePost(ctx, slug, true);
}

/** Performs an action. Returns why it failed, or null. */
export async function perform(
  { operator, backend, moveClock }: MockActionDeps,
  action: MockAction,
): Promise<string | null> {
  try {
    if (action.do === 'move-clock') {
      moveClock(action.ms);
      await backend.runJobs();
    }
    if (action.do === 'hide') await hide(operator, action);
    if (action.do === 'refund') await refundTransaction(operator, action.transactionId, action.reason);
    if (action.do === 'add-operator') await addOperator(operator, action.username);
    if (action.do === 'ask-again') await askAgain(operator, action);
    if (action.do === 'set-setting') await setSetting(operator, action);
    if (action.do === 'payout') await payout[action.step](operator, action.id, action.text);
    return null;
  } catch (error) {
    return error instanceof AppError ? error.message : String(error);
  }
}
