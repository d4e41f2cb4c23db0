import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { auditExportMost } from '#backend/domain/across/operator/desk/audit-log.ts';
import { openCase } from '#backend/domain/across/moderation/opening.ts';
import { decide } from '#backend/domain/across/moderation/deciding.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import { testBackend } from '../../../setup/backend.ts';
import { newOperator } from '../../../setup/operators.ts';

const app = await testBackend();
const { ok, ctx, db, ports, makeCreator, makeFan } = app;
const olga = await newOperator(app);
const { token } = olga;
const asOlga: OperatorCtx = { ...ctx, actor: olga.username, actorId: olga.id };

const search = async (query: Record<string, string> = {}) =>
  ok('GET /operator/audit/search', { token, query });
const actions = async (query: Record<string, string>) =>
  (await search(query)).data.map(({ action }) => action);

async function write(values: Partial<typeof auditLog.$inferInsert> & { at: string }): Promise<void> {
  await db.insert(auditLog).values({
    id: ports.ids(),
    actor: 'root',
    action: 'setting.changed',
    subject: 'siteName',
    facts: { before: 'A', after: 'B' },
    createdAt: new Date(values.at),
    ...values,
  });
}

beforeEach(async () => {
  await db.delete(auditLog);
});

describe('the audit log', () => {
  test('is narrowed by who, whom, action and time, and has exact times', async () => {
    const fan = await makeFan();
    await write({ at: '2026-01-01T10:00:00.123Z' });
    await write({ at: '2026-01-02T10:00:00.000Z', action: 'payout.paid', subject: ports.ids() });
    await write({ at: '2026-01-03T10:00:00.000Z', actor: 'x', actorId: olga.id, action: 'payments' });
    await write({ at: '2026-01-04T10:00:00.000Z', action: 'account.noted', subject: fan.id, facts: {} });
    expect(await actions({ who: 'root' })).toEqual(['account.noted', 'payout.paid', 'setting.changed']);
    expect(await actions({ who: `@${olga.username}` })).toEqual(['payments']);
    expect(await actions({ who: olga.id })).toEqual(['payments']);
    for (const whom of [fan.username, fan.email, fan.id])
      expect(await actions({ whom }), whom).toEqual(['account.noted']);
    expect(await actions({ whom: 'siteName' })).toEqual(['payments', 'setting.changed']);
    expect(await actions({ action: 'payout' })).toEqual(['payout.paid']);
    expect(await actions({ action: 'pay' })).toEqual([]);
    expect(await actions({ action: '%' })).toEqual([]);
    const period = { from: '2026-01-02T10:00:00.000Z', to: '2026-01-04T10:00:00.000Z' };
    expect(await actions(period)).toEqual(['payments', 'payout.paid']);
    const [first] = (await search({ action: 'setting.changed' })).data;
    expect(first).toMatchObject({
      at: '2026-01-01T10:00:00.123Z',
      actor: 'root',
      actorId: null,
      about: null,
      facts: [
        { name: 'after', value: 'B' },
        { name: 'before', value: 'A' },
      ],
    });
    const [noted] = (await search({ whom: fan.id })).data;
    expect(noted?.about).toEqual({ kind: 'person', _id: fan.id, name: fan.username });
  });

  test.each([
    'account.noted',
    'performer.approved',
    'operator.added',
    'adjustment.proposed',
    'adjustment.approved',
    'earnings.statement-opened',
  ])('%s leads to the person by name', async (action) => {
    const fan = await makeFan();
    await write({ at: '2026-01-01T10:00:00.000Z', action, subject: fan.id });
    const [entry] = (await search({ action })).data;
    expect(entry?.about).toEqual({ kind: 'person', _id: fan.id, name: fan.username });
  });

  test('is read page by page, without a gap', async () => {
    for (let hour = 0; hour < 5; hour++) await write({ at: `2026-01-01T0${hour >> 1}:00:00.000Z` });
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await search({ limit: '2', ...(cursor && { cursor }) });
      expect(page.total).toBe(5);
      seen.push(...page.data.map(({ _id }) => _id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  test('of a person or a case has the decisions about it, which lead to the case', async () => {
    const creator = await makeCreator();
    const caseId = await openCase(asOlga, {
      targetType: 'account',
      targetId: creator.id,
      category: 'violation',
      reason: 'Seen.',
    });
    await decide(asOlga, caseId, {
      action: 'warn',
      ground: 'terms',
      rule: 'Terms',
      facts: 'Insults.',
      until: null,
      transactionId: null,
      seen: 0,
    });
    for (const whom of [creator.username, caseId]) {
      const { data } = await search({ whom });
      expect(
        data.map(({ action, about }) => [action, about?.kind, about?._id]),
        whom,
      ).toEqual([
        ['moderation.warn', 'case', caseId],
        ['case.opened', 'case', caseId],
      ]);
    }
  });
});

describe('its export', () => {
  test('has what the filter matches, and is in the log with its filter', async () => {
    await write({ at: '2026-01-01T10:00:00.000Z' });
    await write({ at: '2026-01-02T10:00:00.000Z', action: 'payout.paid' });
    const body = { action: 'setting' };
    const { data, isWhole } = await ok('POST /operator/audit/export', { token, body });
    expect([data.map(({ action }) => action), isWhole]).toEqual([['setting.changed'], true]);
    const [noted] = await db.select().from(auditLog).where(eq(auditLog.action, 'audit.exported'));
    expect(noted).toMatchObject({
      actorId: olga.id,
      subject: 'audit_log',
      facts: { action: 'setting', entries: 1 },
    });
  });

  test('ends at a bound and says so', async () => {
    const rows = Array.from({ length: auditExportMost + 1 }, (_, index) => ({
      id: ports.ids(),
      actor: 'root',
      action: 'mail.opened',
      subject: 'm',
      facts: {},
      createdAt: new Date(Date.UTC(2026, 0, 1) + index),
    }));
    for (let at = 0; at < rows.length; at += 1_000)
      await db.insert(auditLog).values(rows.slice(at, at + 1_000));
    const { data, isWhole } = await ok('POST /operator/audit/export', { token, body: {} });
    expect([data.length, isWhole]).toEqual([auditExportMost, false]);
    expect(data.at(-1)?.at).toBe('2026-01-01T00:00:00.001Z');
  });
});

describe('the command', () => {
  const run = async (...words: string[]): Promise<string> => {
    const printed: string[] = [];
    const none = () => Promise.reject(new Error('none here'));
    const program = await operatorProgram({
      asOperator: (work) => work(asOlga),
      backups: { backUp: none, read: none, restore: none },
      print: (line) => printed.push(line),
    });
    await program.parseAsync(['audit', ...words], { from: 'user' });
    return printed.join('\n');
  };

  test('lists entries, and writes CSV in which no text is a formula, which is recorded', async () => {
    await write({ at: '2026-01-01T10:00:00.123Z', subject: '=HYPERLINK("x")', facts: { reason: 'a,b' } });
    await write({ at: '2026-01-02T10:00:00.000Z', action: 'payout.paid' });
    expect(await run('--action', 'payout', '--from', '2026-01-01')).toContain('payout.paid');
    expect(await run('--to', '2026-01-01')).toBe('There are no entries here.');
    expect(await db.select().from(auditLog).where(eq(auditLog.action, 'audit.exported'))).toEqual([]);
    expect((await run('--action', 'setting', '--csv')).split('\n')).toEqual([
      'time,who,who_id,action,whom,facts',
      `2026-01-01T10:00:00.123Z,root,,setting.changed,"'=HYPERLINK(""x"")","reason: a,b"`,
    ]);
    expect(await db.select().from(auditLog).where(eq(auditLog.action, 'audit.exported'))).toHaveLength(1);
  });

  test('an erased or unknown name finds nothing instead of everything', async () => {
    await write({ at: '2026-01-01T10:00:00.123Z' });
    await db.update(accounts).set({ name: 'siteNam' }).where(eq(accounts.id, olga.id));
    expect(await run('--whom', 'siteNam')).toBe('There are no entries here.');
  });
});
