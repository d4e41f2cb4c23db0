import { Command, InvalidArgumentError, Option } from 'commander';
import { formatMoney, formatTokens } from '#lib/format.ts';
import {
  type AdjustmentRow,
  approveAdjustment,
  declineAdjustment,
  isAloneHere,
  listAdjustments,
  proposeAdjustment,
} from '../../domain/across/operator/adjustments.ts';
import { invalid } from '../../kernel/errors.ts';
import { type Run, limit, reason } from './options.ts';
import { confirm } from './output.ts';

const states = ['proposed', 'approved', 'declined'] as const;

/** Such as `12.50` of money, or `40` tokens. */
function parseAmount(text: string, unit: 'money' | 'tokens'): number {
  const isRight = unit === 'money' ? /^\d{1,7}(\.\d{2})?$/.test(text) : /^\d{1,9}$/.test(text);
  const value = unit === 'money' ? Math.round(Number(text) * 100) : Number(text);
  if (!isRight || value < 1)
    throw new InvalidArgumentError(
      unit === 'money' ? 'Enter an amount like 12.50.' : 'Enter a whole number of tokens.',
    );
  return value;
}
const money = (text: string) => parseAmount(text, 'money');
const tokens = (text: string) => parseAmount(text, 'tokens');

const formatChange = ({ purse, amount }: Pick<AdjustmentRow, 'purse' | 'amount'>, currency: string): string =>
  `${amount < 0 ? '−' : '+'}${purse === 'wallet' ? formatTokens(Math.abs(amount)) : formatMoney(Math.abs(amount), currency)}`;

interface Proposing {
  readonly give?: true;
  readonly take?: true;
  readonly tokens?: number;
  readonly earnings?: number;
  readonly reason: string;
  readonly reference: string;
}

/** What is asked for: tokens or earnings, given or taken. @throws AppError 422 */
function parseChange({ give, take, tokens: asTokens, earnings }: Proposing) {
  const amount = asTokens ?? earnings;
  if (amount === undefined || (asTokens !== undefined && earnings !== undefined))
    throw invalid('amount', 'Say how much: --tokens <count> or --earnings <amount>.');
  if ((give === true) === (take === true)) throw invalid('direction', 'Say which: --give or --take.');
  return {
    purse: asTokens === undefined ? ('earnings' as const) : ('wallet' as const),
    amount: give ? amount : -amount,
  };
}

function addPropose(command: Command, deciding: Run): void {
  command
    .command('propose <username-or-email>')
    .description('propose to give someone tokens or earnings, or to take them; another operator approves it')
    .option('--give', 'add to the balance')
    .option('--take', 'take from the balance')
    .option('--tokens <count>', 'tokens of the wallet', tokens)
    .option('--earnings <amount>', 'money of a creator’s earnings, like 12.50', money)
    .requiredOption('--reason <text>', 'the reason the person receives', reason)
    .option('--reference <text>', 'number or id of the order, payout or payment it is about', '')
    .action((person: string, options: Proposing) => {
      return deciding(async (ctx, out) => {
        const change = parseChange(options);
        const { reason: why, reference } = options;
        const row = await proposeAdjustment(ctx, { person, ...change, reason: why, reference });
        const next = (await isAloneHere(ctx))
          ? 'There is no other operator, so you can approve it.'
          : 'Another operator has to approve it.';
        out.done(row, `Proposed as ${row.id}. ${next}`);
      });
    });
}

function addDecisions(command: Command, deciding: Run): void {
  for (const [word, what, decide, said] of [
    [
      'approve',
      'approve an adjustment that another operator proposed, and book it',
      approveAdjustment,
      'approved',
    ],
    ['decline', 'decline an adjustment, or withdraw your own', declineAdjustment, 'declined'],
  ] as const)
    command
      .command(`${word} <id>`)
      .description(what)
      .requiredOption('--reason <text>', 'why, for the audit log', reason)
      .option('--yes', 'skip the confirmation')
      .action((id: string, options: { reason: string; yes?: boolean }) =>
        deciding(async (ctx, out) => {
          await confirm(`Adjustment ${id} will be ${said}. This can’t be undone.`, options.yes === true);
          const row = await decide(ctx, id, options.reason);
          const alone = row.isAlone ? ' You are the only operator, which is noted.' : '';
          out.done(row, `Adjustment ${id} is ${said}.${alone}`);
        }),
      );
}

/** Commands about corrections of wallets and earnings. */
export function adjustments(run: Run, deciding: Run): Command {
  const command = new Command('adjustments');
  command
    .command('list', { isDefault: true })
    .description('list adjustments that wait for approval, longest waiting first, or those in one state')
    .addOption(new Option('--state <state>', 'filter by state').choices(states).default('proposed'))
    .addOption(limit())
    .action((options: { state: AdjustmentRow['state']; limit: number }) =>
      run(async (ctx, out) => {
        const { currency } = await ctx.settings.all();
        const shown = ({ row, username }: Awaited<ReturnType<typeof listAdjustments>>[number]) => ({
          id: row.id,
          since: row.createdAt,
          person: username,
          amount: formatChange(row, currency),
          about: row.aboutLabel,
          reason: row.reason,
          proposed_by: row.proposedBy,
          decided_by: row.decidedBy,
        });
        out.rows(await listAdjustments(ctx, options), shown, 'There are no adjustments here.');
      }),
    );
  addPropose(command, deciding);
  addDecisions(command, deciding);
  return command;
}
