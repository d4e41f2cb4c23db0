import { Command, Option } from 'commander';
import { decisionReasons } from '#config/decision-reasons.ts';
import { limits } from '#config/limits.ts';
import { statementHeads, transparencyHeads } from '#config/moderation-tables.ts';
import { ModerationAction } from '#contract/across/decisions.ts';
import { ReportCategory, ReportTarget } from '#contract/across/reports.ts';
import { toCsv } from '#lib/csv.ts';
import { decideAppeal } from '../../domain/across/moderation/appeals.ts';
import {
  confirmDecision,
  decide,
  liftDecision,
  withdrawDecision,
} from '../../domain/across/moderation/deciding.ts';
import {
  type ListedCase,
  type QueueState,
  type ShownCase,
  listCases,
  showCase,
} from '../../domain/across/moderation/queue.ts';
import { openCase } from '../../domain/across/moderation/opening.ts';
import { loadStatements, loadTransparency } from '../../domain/across/moderation/transparency.ts';
import { StartError } from '../process/start-error.ts';
import { type Run, limit, parseTime, reason } from './options.ts';

const caseState = ({ row, isWaiting, isAppealed }: ListedCase): string =>
  isAppealed ? 'appealed' : isWaiting ? 'waiting' : row.state;

const shown = (listed: ListedCase) => ({
  id: listed.row.id,
  since: listed.row.createdAt,
  state: caseState(listed),
  category: listed.row.category,
  target: `${listed.row.targetType} ${listed.row.targetId}`,
  of: listed.username,
  reports: listed.reports,
});

const sourceNames = {
  person: 'nobody',
  visitor: 'a visitor',
  operator: 'an operator',
  site: 'the site',
} as const;

/** A case as text: who, the evidence, the decisions so far, and the payments that could be refunded. */
function formatCase(found: ShownCase): string {
  const { row, username, reportsShown, decisions, earlier, payments } = found;
  return [
    `${row.category}: ${row.targetType} ${row.targetId} of ${username ?? row.accountId}, ${caseState(found)}`,
    ...reportsShown.map(
      ({ report, reporter, history }) =>
        `\n${report.openedBy === null ? `Report by ${reporter ?? sourceNames[report.source]}` : `Opened by ${report.openedBy}`}: ${report.category}. ${report.comment}\n` +
        `Earlier reports by them: ${history.acted} acted on, ${history.dismissed} dismissed, ${history.open} open\n` +
        JSON.stringify(report.snapshot, null, 2),
    ),
    ...decisions.map(
      ({ decision, appeal }) =>
        `\nDecision ${decision.id}: ${decision.action}, ${decision.state}, by ${decision.decidedBy}: ${decision.facts}` +
        (appeal ? `\nAppeal, ${appeal.state}: ${appeal.text}` : ''),
    ),
    ...earlier.map(
      ({ decision }) =>
        `\nEarlier: ${decision.action} on ${decision.createdAt.toISOString()}, ${decision.state}: ${decision.facts}`,
    ),
    ...payments.map(
      ({ id, description, paidBy }) => `\nPayment ${id} by ${paidBy ?? 'nobody'}: ${description}`,
    ),
  ].join('\n');
}

interface DecideOptions {
  action: ModerationAction;
  reason?: string;
  ground?: 'illegal' | 'terms';
  rule?: string;
  facts?: string;
  until?: Date;
  payment?: string;
}

const longest = { rule: limits.text.decisionRule, facts: limits.text.decisionFacts };

/** One text of the statement of reasons. Nobody receives one about a dismissal. */
function textFor(name: 'rule' | 'facts', given: string | undefined, isNeeded: boolean): string {
  const text = given?.trim() ?? '';
  if (isNeeded && text === '') throw new StartError('Give --reason, or both --rule and --facts.');
  if (text.length > longest[name])
    throw new StartError(`--${name} can have up to ${longest[name]} characters.`);
  return text;
}

/** A prepared reason, as far as its texts aren't replaced. */
function statementFrom({ action, reason: key, ground, rule, facts }: DecideOptions) {
  const canned = decisionReasons.find((one) => one.key === key);
  const isNeeded = action !== 'dismiss';
  return {
    ground: ground ?? canned?.ground ?? ('terms' as const),
    rule: textFor('rule', rule ?? canned?.rule, isNeeded),
    facts: textFor('facts', facts ?? canned?.facts, isNeeded),
  };
}

function opening(command: Command, run: Run): void {
  command
    .command('open <kind> <id>')
    .description('open a case of your own about anything on the site')
    .addOption(
      new Option('--category <category>', 'what it is about')
        .choices(ReportCategory.options)
        .default('violation'),
    )
    .requiredOption('--reason <text>', 'why, for the audit log', reason)
    .action((kind: string, id: string, options: { category: ReportCategory; reason: string }) =>
      run(async (ctx, out) => {
        const targetType = ReportTarget.safeParse(kind).data;
        if (!targetType) throw new StartError(`Cases are about: ${ReportTarget.options.join(', ')}.`);
        const caseId = await openCase(ctx, { ...options, targetType, targetId: id });
        out.done({ id: caseId }, `Case ${caseId} is open: cases decide ${caseId}`);
      }),
    );
}

function deciding(command: Command, run: Run): void {
  command
    .command('decide <id>')
    .description('decide a case, and tell the person concerned and those who reported')
    .addOption(
      new Option('--action <action>', 'what is done').choices(ModerationAction.options).makeOptionMandatory(),
    )
    .addOption(
      new Option('--reason <key>', 'a prepared reason').choices(decisionReasons.map(({ key }) => key)),
    )
    .addOption(new Option('--ground <ground>', 'against the law, or the rules').choices(['illegal', 'terms']))
    .option('--rule <text>', 'the law or rule it relies on')
    .option('--facts <text>', 'what it is based on, as the person reads it')
    .option('--until <date>', 'when a suspension or payout hold ends, in UTC', parseTime)
    .option('--payment <id>', 'the payment to refund')
    .action((id: string, options: DecideOptions) =>
      run(async (ctx, out) => {
        const { decisions } = await showCase(ctx, id);
        const made = await decide(ctx, id, {
          ...statementFrom(options),
          action: options.action,
          until: options.until ?? null,
          transactionId: options.payment ?? null,
          seen: decisions.length,
        });
        out.done(
          made,
          made.state === 'proposed'
            ? `The ban is proposed. Another operator confirms it: cases confirm ${made.id}`
            : `Decided: ${made.action}.`,
        );
      }),
    );
}

/** Commands about decisions that were taken: the second operator of a ban, the end, and appeals. */
function following(command: Command, run: Run): void {
  command
    .command('confirm <decision>')
    .description('confirm a ban that another operator proposed')
    .action((id: string) =>
      run(async (ctx, out) => out.done(await confirmDecision(ctx, id), 'The account is banned.')),
    );
  command
    .command('reject <decision>')
    .description('reject a proposed ban; the case stays open')
    .requiredOption('--reason <text>', 'why, for the audit log', reason)
    .action((id: string, options: { reason: string }) =>
      run(async (ctx, out) =>
        out.done(await withdrawDecision(ctx, id, options.reason), 'The ban is rejected.'),
      ),
    );
  command
    .command('lift <decision>')
    .description('end a decision without an appeal: what was taken down is back, a suspension or hold ends')
    .requiredOption('--reason <text>', 'why, for the audit log', reason)
    .action((id: string, options: { reason: string }) =>
      run(async (ctx, out) =>
        out.done(await liftDecision(ctx, id, options.reason), 'The decision is lifted.'),
      ),
    );
  command
    .command('appeal <decision>')
    .description('decide an appeal against another operator’s decision')
    .addOption(
      new Option('--outcome <outcome>', 'whether the decision stands')
        .choices(['upheld', 'reversed'])
        .makeOptionMandatory(),
    )
    .requiredOption('--answer <text>', 'the answer they receive', reason)
    .action((id: string, options: { outcome: 'upheld' | 'reversed'; answer: string }) =>
      run(async (ctx, out) =>
        out.done(await decideAppeal(ctx, id, options), `The decision is ${options.outcome}.`),
      ),
    );
}

function reporting(command: Command, run: Run): void {
  const period = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .requiredOption('--from <date>', 'first day, in UTC', parseTime)
      .requiredOption('--to <date>', 'the day after the last, in UTC', parseTime);
  period('statements', 'the statements of reasons of a period, as CSV').action(
    (options: { from: Date; to: Date }) =>
      run(async (ctx, out) => {
        const rows = await loadStatements(ctx, options);
        out.done(
          rows,
          toCsv(
            statementHeads,
            rows.map((row) => statementHeads.map((head) => row[head])),
          ),
        );
      }),
  );
  period('numbers', 'the numbers of a transparency report, as CSV').action(
    (options: { from: Date; to: Date }) =>
      run(async (ctx, out) => {
        const rows = await loadTransparency(ctx, options);
        out.done(
          rows,
          toCsv(
            transparencyHeads,
            rows.map((row) => transparencyHeads.map((head) => row[head])),
          ),
        );
      }),
  );
}

interface ListOptions {
  state?: QueueState;
  category?: ReportCategory;
  kind?: ReportTarget;
  limit: number;
}

/** Commands for what people report, and what is decided about it. */
export function cases(run: Run, decides: Run): Command {
  const command = new Command('cases');
  command
    .command('list')
    .description('list cases: child safety first, then illegal content, then the longest waiting')
    .addOption(
      new Option('--state <state>', 'filter by state').choices(['open', 'waiting', 'appealed', 'closed']),
    )
    .addOption(new Option('--category <category>', 'filter by category').choices(ReportCategory.options))
    .addOption(new Option('--kind <kind>', 'filter by what was reported').choices(ReportTarget.options))
    .addOption(limit())
    .action((options: ListOptions) =>
      run(async (ctx, out) =>
        out.rows((await listCases(ctx, options)).rows, shown, 'There are no cases here.'),
      ),
    );
  command
    .command('show <id>')
    .description('show a case with copies of what was reported and what was decided')
    .action((id: string) =>
      run(async (ctx, out) => {
        const found = await showCase(ctx, id);
        out.done(found, formatCase(found));
      }),
    );
  opening(command, decides);
  deciding(command, decides);
  following(command, decides);
  reporting(command, run);
  return command;
}
