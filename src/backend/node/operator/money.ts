import type { Cents } from '#lib/units.ts';
import { Command, Option } from 'commander';
import { checkLedger } from '../../domain/money/audit/ledger-check.ts';
import { addUpAnew } from '../../domain/across/operator/days.ts';
import {
  type ListedPayout,
  type PayoutState,
  approvePayout,
  failPayout,
  listPayouts,
  payPayout,
  processPayout,
  rejectPayout,
  returnPayout,
  showPayout,
} from '../../domain/across/operator/payouts.ts';
import { type ListedPayment, listPayments, refundTransaction } from '../../domain/across/operator/refunds.ts';
import {
  type DisputeRow,
  type WebhookRow,
  type WebhookState,
  listDisputes,
  listEvents,
  retryEvent,
} from '../../domain/across/operator/webhooks.ts';
import { type Run, limit, reason } from './options.ts';
import { confirm } from './output.ts';

const paidText = ({ amount, unit, currency }: ListedPayment): string =>
  unit === 'money' ? `${(amount / 100).toFixed(2)} ${currency}` : `${amount} tokens`;

export function ledger(run: Run): Command {
  const command = new Command('ledger');
  command
    .command('check')
    .description('check the ledger and list what doesn’t add up')
    .action(() =>
      run(async (ctx, out) => {
        const findings = await checkLedger(ctx);
        out.rows(findings, (finding) => ({ ...finding }), 'Everything adds up.');
        if (findings.length > 0) process.exitCode = 1;
      }),
    );
  command
    .command('rebuild')
    .description('recompute past daily earnings from the ledger, if the check names any')
    .action(() =>
      run(async (ctx, out) => {
        await addUpAnew(ctx);
        out.done({ rebuilt: true }, 'Past daily earnings were recomputed.');
      }),
    );
  command
    .command('list')
    .description('list payments, newest first')
    .option('--of <username>', 'only payments to or from this user')
    .addOption(limit())
    .action((options: { of?: string; limit: number }) =>
      run(async (ctx, out) => {
        const shown = (row: ListedPayment) => ({
          id: row.id,
          when: row.createdAt,
          what: row.description,
          amount: paidText(row),
          paid_by: row.paidBy,
          earned_by: row.earnedBy,
          refunded: row.isRefunded ? 'yes' : '',
        });
        out.rows(await listPayments(ctx, options), shown, 'There are no payments here.');
      }),
    );
  return command;
}

export function refunds(run: Run): Command {
  return new Command('refund')
    .argument('<transaction>', 'payment id, from “ledger list”')
    .requiredOption('--reason <text>', 'the reason the fan receives', reason)
    .option('--yes', 'skip the confirmation')
    .action((id: string, options: { reason: string; yes?: boolean }) =>
      run(async (ctx, out) => {
        await confirm(`Refund ${id}? This can’t be undone.`, options.yes === true);
        const done = await refundTransaction(ctx, id, options.reason);
        out.done(done, `Refunded: ${done.description}.`);
      }),
    );
}

const states: readonly PayoutState[] = [
  'pending',
  'approved',
  'processing',
  'paid',
  'rejected',
  'cancelled',
  'failed',
  'returned',
];
const formatAmount = ({ amount, currency }: { amount: Cents; currency: string }) =>
  `${(amount / 100).toFixed(2)} ${currency}`;
const shownPayout = (row: ListedPayout) => ({
  id: row.id,
  since: row.createdAt,
  creator: row.username,
  amount: formatAmount(row),
  state: row.state,
  to: row.method === 'connect' ? 'the gateway' : `${row.bank} ··${row.last4}`,
  locked_until: row.lockedUntil,
  note: row.note,
  reason: row.reason,
});

/** Adds the two commands that return a payout to the creator's balance. */
function addReturns(command: Command, run: Run): void {
  for (const [word, what, move, said] of [
    ['reject', 'return the money before it’s sent to a bank', rejectPayout, 'rejected'],
    ['fail', 'the bank didn’t send the money', failPayout, 'marked as failed'],
  ] as const) {
    command
      .command(`${word} <id>`)
      .description(`${what}; the money is back in the creator’s balance`)
      .requiredOption('--reason <text>', 'the reason the creator receives', reason)
      .option('--yes', 'skip the confirmation')
      .action((id: string, options: { reason: string; yes?: boolean }) =>
        run(async (ctx, out) => {
          await confirm(`Payout ${id} will be ${said}. This can’t be undone.`, options.yes === true);
          out.done(await move(ctx, id, options.reason), `Payout ${id} is ${said}.`);
        }),
      );
  }
}

/** Adds the command for what the bank sends back after it was paid. */
function addBankReturn(command: Command, run: Run): void {
  command
    .command('return <id>')
    .description('the bank sent a paid payout back; the money is in the creator’s balance again')
    .requiredOption('--reason <text>', 'the reason the creator receives', reason)
    .requiredOption('--reference <text>', 'the bank’s reference of the return', reason)
    .option('--yes', 'skip the confirmation')
    .action((id: string, options: { reason: string; reference: string; yes?: boolean }) =>
      run(async (ctx, out) => {
        await confirm(
          `Mark payout ${id} as returned by the bank? This can’t be undone.`,
          options.yes === true,
        );
        out.done(await returnPayout(ctx, id, options), `Payout ${id} is marked as returned.`);
      }),
    );
}

export function payouts(run: Run): Command {
  const command = new Command('payouts');
  command
    .command('list')
    .description('list payouts that need action, longest waiting first, or those in one state')
    .addOption(new Option('--state <state>', 'filter by state').choices(states))
    .addOption(limit())
    .action((options: { state?: PayoutState; limit: number }) =>
      run(async (ctx, out) =>
        out.rows(await listPayouts(ctx, options), shownPayout, 'No payouts are waiting.'),
      ),
    );
  command
    .command('show <id>')
    .description('show a payout with its bank details; this is recorded in the audit log')
    .action((id: string) =>
      run(async (ctx, out) => {
        const row = await showPayout(ctx, id);
        const details = row.details
          ? Object.entries(row.details)
              .map(([name, value]) => `${name}: ${String(value)}`)
              .join('\n')
          : 'Sent by the gateway.';
        out.done(row, `${formatAmount(row)} to ${row.username ?? 'nobody'}, ${row.state}\n${details}`);
      }),
    );
  command
    .command('approve <id>')
    .description('approve a payout; payouts through the gateway are sent automatically')
    .action((id: string) =>
      run(async (ctx, out) => out.done(await approvePayout(ctx, id), `Payout ${id} is approved.`)),
    );
  command
    .command('process <id>')
    .description('mark a payout as processing before you send it; the creator can’t cancel it from then on')
    .action((id: string) =>
      run(async (ctx, out) => out.done(await processPayout(ctx, id), `Payout ${id} is being processed.`)),
    );
  command
    .command('pay <id>')
    .description('mark a payout as paid')
    .requiredOption('--reference <text>', 'the bank’s reference', reason)
    .option('--yes', 'skip the confirmation')
    .action((id: string, options: { reference: string; yes?: boolean }) =>
      run(async (ctx, out) => {
        await confirm(`Mark payout ${id} as paid? This can’t be undone.`, options.yes === true);
        out.done(await payPayout(ctx, id, options.reference), `Payout ${id} is paid.`);
      }),
    );
  addReturns(command, run);
  addBankReturn(command, run);
  return command;
}

export function events(run: Run): Command {
  const shown = (row: WebhookRow) => ({
    id: row.id,
    received: row.receivedAt,
    type: row.type,
    tries: row.attempts,
    applied: row.appliedAt,
    outcome: row.outcome,
    error: row.error,
  });
  const command = new Command('events');
  command
    .command('list')
    .description('list events that aren’t applied yet, oldest first')
    .addOption(new Option('--state <state>', 'filter by state').choices(['waiting', 'failed', 'applied']))
    .addOption(limit())
    .action((options: { state?: WebhookState; limit: number }) =>
      run(async (ctx, out) => out.rows(await listEvents(ctx, options), shown, 'All events are applied.')),
    );
  command
    .command('retry <id>')
    .description('apply an event now')
    .action((id: string) =>
      run(async (ctx, out) =>
        out.done(
          await retryEvent(ctx, id),
          `Event ${id} is applied within seconds, if the server is running.`,
        ),
      ),
    );
  return command;
}

export function disputes(run: Run): Command {
  const shown = (row: DisputeRow) => ({
    id: row.gatewayId,
    since: row.createdAt,
    payment: row.paymentId,
    cents: row.amount,
    reason: row.reason,
    state: row.state,
  });
  const command = new Command('disputes');
  command
    .command('list', { isDefault: true })
    .description('list disputes, newest first')
    .addOption(new Option('--state <state>', 'filter by state').choices(['open', 'won', 'lost']))
    .addOption(limit())
    .action((options: { state?: DisputeRow['state']; limit: number }) =>
      run(async (ctx, out) => out.rows(await listDisputes(ctx, options), shown, 'There are no disputes.')),
    );
  return command;
}
