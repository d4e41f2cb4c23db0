import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { DecisionGround, ModerationAction } from '#contract/across/decisions.ts';
import type { ReportTarget } from '#contract/across/reports.ts';
import { shortText } from '#lib/short-text.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { moderationDecisions, reports } from '../../../db/schema/moderation.ts';
import { mailAccount, utcMinute } from '../../people/accounts/account-mail.ts';
import { decisionPath } from '../../base/site/decision-links.ts';
import { queueMail } from '../../base/site/mails.ts';
import { notify } from '../../people/notifications/notify.ts';
import { appealBy } from './appeal-time.ts';
import { type DecisionRow, wasReported } from './effects.ts';
import { targetWord } from './targets.ts';

const wordFor = ({ targetType }: DecisionRow): string => targetWord(targetType as ReportTarget);

/** `post “Two days in Lisbon”`, or `post` where it has no words. */
export function namedTarget(decision: DecisionRow): string {
  const about = shortText(decision.about, 60);
  return about === '' ? wordFor(decision) : `${wordFor(decision)} “${about}”`;
}

const sentences: Record<Exclude<ModerationAction, 'dismiss'>, (decision: DecisionRow) => string> = {
  warn: (decision) => `You received a warning about your ${namedTarget(decision)}.`,
  hide: (decision) =>
    `Your ${namedTarget(decision)} is hidden. ${decision.ground === 'illegal' ? 'No one can see it.' : 'Only you can see it.'}`,
  remove: (decision) => `Your ${namedTarget(decision)} was removed.`,
  suspend: () => 'Your account is suspended.',
  ban: () => 'Your account is permanently closed.',
  refund: (decision) => `A payment you received was refunded because of your ${namedTarget(decision)}.`,
  'hold-payout': () => 'Your payouts are on hold.',
};
/** What was decided, in one sentence to the person concerned. */
export const describeDecision = (decision: DecisionRow): string =>
  decision.action === 'dismiss' ? '' : sentences[decision.action](decision);

/** Whether an operator who didn't decide can answer an appeal. */
const isAnotherThere = sql<boolean>`(SELECT count(*) > 1 FROM operators)`;

const grounds: Record<DecisionGround, string> = {
  illegal: 'It is against the law',
  terms: 'It is against the rules of this site',
};

/** The statement of reasons: what, why, by which rule, until when, how it was decided, and how to appeal. */
function reasonLines(
  ctx: Ctx,
  decision: DecisionRow,
  { reported, isAnotherThere }: { reported: boolean; isAnotherThere: boolean },
): string[] {
  const { facts, ground, rule, until, automated } = decision;
  const by = appealBy(decision);
  const link = `${ctx.config.publicUrl}${decisionPath(ctx, decision.id)}`;
  return [
    describeDecision(decision),
    ...(until ? [`It applies until ${utcMinute(until)}.`] : []),
    `Why: ${facts}`,
    `${grounds[ground]}: ${rule}`,
    `${automated ? 'This was decided automatically' : 'A person decided this'}${reported ? ' after a report.' : ' after our own review.'}`,
    by
      ? `If you think this is wrong, you can appeal once, until ${utcMinute(by)}${isAnotherThere ? '. Another person will decide' : ''}: ${link}`
      : `Details: ${link}`,
  ];
}

/** Sends the person concerned the statement of reasons. A suspension writes its own email, with the same link. */
export async function notifyPerson(tx: Ctx, decision: DecisionRow): Promise<void> {
  if (decision.action === 'dismiss') return;
  await notify(tx, {
    to: decision.accountId,
    type: 'moderation',
    text: describeDecision(decision),
    href: routes.decision(decision.id),
    letter: null,
  });
  if (decision.action === 'suspend' || decision.action === 'ban') return;
  const [found] = await tx.db
    .select({ reported: wasReported, isAnotherThere })
    .from(moderationDecisions)
    .where(eq(moderationDecisions.id, decision.id));
  await mailAccount(tx, decision.accountId, (site) => ({
    subject: `A decision about your ${site} account`,
    lines: reasonLines(tx, decision, found ?? { reported: false, isAnotherThere: false }),
  }));
}

/** Notifies the person of what became of a decision: lifted, or the answer to their appeal. `hasMail`: an email says so already. */
export async function notifyOutcome(
  tx: Ctx,
  decision: DecisionRow,
  { text, answer, hasMail = false }: { text: string; answer: string; hasMail?: boolean },
): Promise<void> {
  await notify(tx, {
    to: decision.accountId,
    type: 'moderation',
    text,
    href: routes.decision(decision.id),
    letter: null,
  });
  if (hasMail) return;
  await mailAccount(tx, decision.accountId, (site) => ({
    subject: `A decision about your ${site} account`,
    lines: [
      text,
      ...(answer === '' ? [] : [answer]),
      `${tx.config.publicUrl}${decisionPath(tx, decision.id)}`,
    ],
  }));
}

const outcomeText = (targetType: string, isActedOn: boolean): string =>
  `We reviewed the ${targetWord(targetType as ReportTarget)} you reported ${
    isActedOn ? 'and took action' : 'and found nothing against our rules'
  }. Thank you for letting us know.`;

/** Emails the visitors who left an address in the open reports of a case what came of it, each once. */
export async function mailVisitors(
  tx: Ctx,
  { id, targetType }: { id: string; targetType: string },
  isActedOn: boolean,
): Promise<void> {
  const visitors = await tx.db
    .selectDistinct({ to: reports.reporterEmail })
    .from(reports)
    .where(and(eq(reports.caseId, id), eq(reports.state, 'open'), isNotNull(reports.reporterEmail)));
  const { siteName } = await tx.settings.all();
  for (const { to } of visitors)
    if (to !== null)
      await queueMail(tx, {
        to,
        subject: `Your report on ${siteName}`,
        text: [outcomeText(targetType, isActedOn), siteName].join('\n\n'),
      });
}

/** Notifies a reporter of the outcome, in general words: what was done stays between us and the person. */
export const notifyReporter = (
  tx: Ctx,
  { reporterId, targetType, isActedOn }: { reporterId: string; targetType: string; isActedOn: boolean },
): Promise<void> =>
  notify(tx, {
    to: reporterId,
    type: 'report',
    text: outcomeText(targetType, isActedOn),
    href: routes.decisions,
  });
