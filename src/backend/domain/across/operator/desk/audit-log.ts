import { type SQL, and, count, desc, eq, gte, inArray, like, lt, or, sql } from 'drizzle-orm';
import type { AuditEntry, AuditFilter } from '#contract/across/operator/audit.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { moderationDecisions } from '../../../../db/schema/moderation.ts';
import { auditLog } from '../../../../db/schema/operator.ts';
import { transaction } from '../../../../kernel/context.ts';
import { cutPage, encodeCursor } from '../../../../kernel/keyset.ts';
import { type OperatorCtx, audit } from '../audit.ts';
import { afterCursor } from './lists.ts';

type Row = typeof auditLog.$inferSelect;

/** The greatest number of entries in one export. */
export const auditExportMost = 5_000;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The id of the account that is called this; what isn't an account's name stays as it is. */
async function idNamed(ctx: OperatorCtx, name: string): Promise<string> {
  if (isUuid(name)) return name.toLowerCase();
  const given = name.toLowerCase().replace(/^@/, '');
  const [found] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(eq(accounts.username, given), eq(accounts.email, given)));
  return found?.id ?? name;
}

async function byWhom(ctx: OperatorCtx, who: string): Promise<SQL | undefined> {
  const id = await idNamed(ctx, who);
  const isNamed = eq(auditLog.actor, who.replace(/^@/, ''));
  return isUuid(id) ? or(eq(auditLog.actorId, id), isNamed) : isNamed;
}

/** Of a person also their cases, decisions and payouts, of a case its decisions. */
async function toWhom(ctx: OperatorCtx, whom: string): Promise<SQL | undefined> {
  const id = await idNamed(ctx, whom);
  const isIt = eq(auditLog.subject, id);
  if (!isUuid(id)) return isIt;
  return or(
    isIt,
    sql`${auditLog.subject} IN (
      SELECT d.id::text FROM moderation_decisions d WHERE d.account_id = ${id}::uuid OR d.case_id = ${id}::uuid
      UNION ALL SELECT c.id::text FROM moderation_cases c WHERE c.account_id = ${id}::uuid
      UNION ALL SELECT r.id::text FROM payout_requests r WHERE r.performer_id = ${id}::uuid)`,
  );
}

const ofAction = (action: string): SQL | undefined =>
  or(
    eq(auditLog.action, action),
    like(auditLog.action, `${action.replaceAll(/[\\%_]/g, String.raw`\$&`)}.%`),
  );

async function matching(ctx: OperatorCtx, filter: AuditFilter): Promise<SQL | undefined> {
  const { who, whom, action, from, to } = filter;
  return and(
    who === undefined ? undefined : await byWhom(ctx, who),
    whom === undefined ? undefined : await toWhom(ctx, whom),
    action === undefined ? undefined : ofAction(action),
    from === undefined ? undefined : gte(auditLog.createdAt, new Date(from)),
    to === undefined ? undefined : lt(auditLog.createdAt, new Date(to)),
  );
}

/** The kinds of subjects that have pages of their own, by the first part of the action. */
const kinds: Readonly<Record<string, NonNullable<AuditEntry['about']>['kind']>> = {
  account: 'person',
  performer: 'person',
  operator: 'person',
  adjustment: 'person',
  earnings: 'person',
  case: 'case',
  moderation: 'case',
  payout: 'payout',
  payment: 'payment',
  contact: 'contact',
  order: 'order',
};
const subjectKind = ({ action }: Row) => kinds[action.split('.', 1)[0] ?? ''];

/** Where each subject is shown: people by name, decisions in their cases. */
async function loadPlaces(ctx: OperatorCtx, rows: readonly Row[]) {
  const collectIds = (wanted: (row: Row) => boolean) =>
    rows.filter((row) => isUuid(row.subject) && wanted(row)).map(({ subject }) => subject);
  const [people, decisions] = await Promise.all([
    ctx.db
      .select({ id: accounts.id, username: accounts.username, name: accounts.name })
      .from(accounts)
      .where(
        inArray(
          accounts.id,
          collectIds((row) => subjectKind(row) === 'person'),
        ),
      ),
    ctx.db
      .select({ id: moderationDecisions.id, caseId: moderationDecisions.caseId })
      .from(moderationDecisions)
      .where(
        inArray(
          moderationDecisions.id,
          collectIds(({ action }) => action.startsWith('moderation.')),
        ),
      ),
  ]);
  return {
    names: new Map(people.map(({ id, username, name }) => [id, username ?? name])),
    cases: new Map(decisions.map(({ id, caseId }) => [id, caseId])),
  };
}
type Places = Awaited<ReturnType<typeof loadPlaces>>;

function findSubject(row: Row, { names, cases }: Places): AuditEntry['about'] {
  const kind = subjectKind(row);
  if (!kind || !isUuid(row.subject)) return null;
  if (!row.action.startsWith('moderation.'))
    return { kind, _id: row.subject, name: names.get(row.subject) ?? null };
  const caseId = cases.get(row.subject);
  return caseId ? { kind, _id: caseId, name: null } : null;
}

const formatFacts = (facts: unknown): AuditEntry['facts'] =>
  Object.entries(facts as Record<string, unknown>).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));

async function loadEntries(ctx: OperatorCtx, rows: readonly Row[]): Promise<AuditEntry[]> {
  const places = await loadPlaces(ctx, rows);
  return rows.map((row) => ({
    _id: row.id,
    at: row.createdAt.toISOString(),
    actor: row.actor,
    actorId: row.actorId,
    action: row.action,
    subject: row.subject,
    about: findSubject(row, places),
    facts: formatFacts(row.facts),
  }));
}

const place = { at: auditLog.createdAt, id: auditLog.id };

/** What operators did, newest first. */
export async function searchAudit(
  ctx: OperatorCtx,
  { cursor, limit, ...filter }: AuditFilter & { cursor?: string | undefined; limit: number },
) {
  const matches = await matching(ctx, filter);
  const [found, [counted]] = await Promise.all([
    ctx.db
      .select()
      .from(auditLog)
      .where(and(matches, afterCursor({ cursor }, place, 'newest')))
      .orderBy(desc(place.at), desc(place.id))
      .limit(limit + 1),
    ctx.db.select({ total: count() }).from(auditLog).where(matches),
  ]);
  const { rows, nextCursor } = cutPage(found, limit, encodeCursor);
  return { data: await loadEntries(ctx, rows), total: counted?.total ?? 0, nextCursor };
}

/** The newest entries, up to `auditExportMost`. That they were exported is an entry itself. */
export const exportAudit = (ctx: OperatorCtx, filter: AuditFilter) =>
  transaction(ctx, async (tx) => {
    const found = await tx.db
      .select()
      .from(auditLog)
      .where(await matching(tx, filter))
      .orderBy(desc(place.at), desc(place.id))
      .limit(auditExportMost + 1);
    const rows = found.slice(0, auditExportMost);
    await audit(tx, {
      action: 'audit.exported',
      subject: 'audit_log',
      facts: { ...filter, entries: rows.length },
    });
    return { data: await loadEntries(tx, rows), isWhole: found.length === rows.length };
  });
