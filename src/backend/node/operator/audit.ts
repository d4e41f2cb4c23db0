import { Command } from 'commander';
import { auditHeads, auditRow, factsText } from '#config/audit-table.ts';
import type { AuditEntry } from '#contract/across/operator/audit.ts';
import { toCsv } from '#lib/csv.ts';
import { exportAudit, searchAudit } from '../../domain/across/operator/desk/audit-log.ts';
import { type Run, limit, parseTime } from './options.ts';

interface AuditOptions {
  who?: string;
  whom?: string;
  action?: string;
  from?: Date;
  to?: Date;
  limit: number;
  csv?: boolean;
}

const shown = ({ at, actor, action, subject, about, facts }: AuditEntry) => ({
  time: at,
  who: actor,
  action,
  whom: about?.name ?? subject,
  facts: factsText(facts),
});

/** Commands for what operators did. */
export function auditCommand(run: Run): Command {
  return new Command('audit')
    .option('--who <name>', 'username or id of an operator, or the name of a system user')
    .option('--whom <name>', 'username, email or id it concerns')
    .option('--action <action>', 'such as “payout.paid”, or its first part, such as “payout”')
    .option('--from <date>', 'the first day or moment, in UTC', parseTime)
    .option('--to <date>', 'the day or moment after the last, in UTC', parseTime)
    .option('--csv', 'as CSV, up to 5,000 entries; this is recorded in the audit log')
    .addOption(limit())
    .action(({ from, to, limit: most, csv, ...names }: AuditOptions) =>
      run(async (ctx, out) => {
        const filter = {
          ...names,
          ...(from && { from: from.toISOString() }),
          ...(to && { to: to.toISOString() }),
        };
        if (!csv) {
          const { data } = await searchAudit(ctx, { ...filter, limit: most });
          out.rows(data, shown, 'There are no entries here.');
          return;
        }
        const { data } = await exportAudit(ctx, filter);
        out.done(data, toCsv(auditHeads, data.map(auditRow)).trimEnd());
      }),
    );
}
