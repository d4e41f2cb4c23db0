import { and, desc, eq } from 'drizzle-orm';
import { moderationCases, moderationDecisions } from '#backend/db/schema/moderation.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { type DecisionDraft, decide } from '#backend/domain/across/moderation/deciding.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import type { BodyOf } from '#services/http/call.ts';
import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

type Report = BodyOf<'POST /reports'>;
type Reported = [targetType: Report['targetType'], targetId: string, category?: Report['category']];

/** Reports by calls, and decisions by two operators of the command line. */
export function moderationIn({ ctx, db, ok }: TestBackend) {
  const olga: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };
  const oscar: OperatorCtx = { ...ctx, actor: 'oscar', actorId: null };

  /** An operator at the desk, where two operators may have to agree. */
  const atDesk = ({ id, username }: Person): OperatorCtx => ({ ...ctx, actor: username, actorId: id });

  const report = (from: Person, ...[targetType, targetId, category = 'spam']: Reported) =>
    ok('POST /reports', { token: from.token, body: { targetType, targetId, category } });

  /** The newest case about something. */
  async function caseOf(targetId: string): Promise<typeof moderationCases.$inferSelect> {
    const [row] = await db
      .select()
      .from(moderationCases)
      .where(eq(moderationCases.targetId, targetId))
      .orderBy(desc(moderationCases.createdAt), desc(moderationCases.id))
      .limit(1);
    if (!row) throw new Error(`there is no case about ${targetId}`);
    return row;
  }

  const draft = (action: DecisionDraft['action'], more: Partial<DecisionDraft> = {}): DecisionDraft => ({
    action,
    ground: 'terms',
    rule: 'Rule 7',
    facts: 'It advertises something.',
    until: null,
    transactionId: null,
    seen: 0,
    ...more,
  });

  /** Reports something and decides it. */
  async function decideOn(
    from: Person,
    [targetType, targetId]: readonly [Report['targetType'], string],
    { by = olga, ...decision }: DecisionDraft & { by?: OperatorCtx },
  ) {
    await report(from, targetType, targetId);
    return decide(by, (await caseOf(targetId)).id, decision);
  }

  /** The path of the decision's page in the newest email about it. */
  async function linkTo({ email }: Person): Promise<{ id: string; token: string; text: string }> {
    const [mail] = await db
      .select()
      .from(emailOutbox)
      .where(and(eq(emailOutbox.to, email)))
      .orderBy(desc(emailOutbox.createdAt), desc(emailOutbox.id))
      .limit(1);
    const [, id = '', token = ''] =
      /\/user\/decisions\/([0-9a-f-]{36})\?token=(\S+)/.exec(mail?.text ?? '') ?? [];
    return { id, token, text: mail?.text ?? '' };
  }

  const decisionById = async (id: string) =>
    (await db.select().from(moderationDecisions).where(eq(moderationDecisions.id, id)))[0];

  return { olga, oscar, atDesk, report, caseOf, draft, decideOn, linkTo, decisionById };
}
