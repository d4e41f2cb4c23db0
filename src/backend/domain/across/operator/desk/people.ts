import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { DeskPerson, FoundFile, FoundPerson } from '#contract/across/operator/people.ts';
import { matchesText } from '../../../../db/matches-text.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { performers } from '../../../../db/schema/creators.ts';
import { files } from '../../../../db/schema/files.ts';
import { payments } from '../../../../db/schema/ledger.ts';
import { operators } from '../../../../db/schema/operator.ts';
import { transaction } from '../../../../kernel/context.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { activeFactor } from '../../../people/accounts/factors/codes.ts';
import { type OperatorCtx, audit } from '../audit.ts';
import { showProposedBan } from '../proposed-bans.ts';
import { personRef } from './lists.ts';
import { personFigures } from './person-figures.ts';
import { findPayments } from './payments.ts';
import { type Quoted, quoted } from './quoted.ts';
import { findThings } from './things.ts';

type Account = typeof accounts.$inferSelect;

/** An account that its owner deactivated isn't suspended, unless an operator did that, too. */
function accountState({ suspendedAt, suspendedReason, deactivatedAt }: Account): FoundPerson['state'] {
  if (!suspendedAt) return 'open';
  return deactivatedAt && suspendedReason === null ? 'deactivated' : 'suspended';
}

const foundPerson = (account: Account): FoundPerson => ({
  ...personRef(account),
  email: account.email,
  isPerformer: account.isPerformer,
  state: accountState(account),
});

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** @throws AppError 404 */
export async function showPerson(ctx: OperatorCtx, id: string): Promise<DeskPerson> {
  const [row] = await ctx.db
    .select({ account: accounts, verified: performers.verified, operatorId: operators.accountId })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .leftJoin(operators, eq(operators.accountId, accounts.id))
    .where(eq(accounts.id, id));
  if (!row) throw notFound();
  const { account, verified, operatorId } = row;
  const [factor, banProposal, settings, figures] = await Promise.all([
    activeFactor(ctx, id),
    showProposedBan(ctx, id),
    ctx.settings.all(),
    personFigures(ctx, account),
  ]);
  const person = foundPerson(account);
  return {
    ...person,
    emailVerifiedAt: toIso(account.emailVerifiedAt),
    country: account.country,
    createdAt: account.createdAt.toISOString(),
    lastSeenAt: toIso(account.lastSeenAt),
    suspension:
      person.state === 'suspended' && account.suspendedAt
        ? {
            since: account.suspendedAt.toISOString(),
            until: toIso(account.suspendedUntil),
            reason: account.suspendedReason ?? '',
          }
        : null,
    verified,
    hasSecondFactor: factor !== null,
    isOperator: operatorId !== null,
    isSelf: id === ctx.actorId,
    bansNeedTwo: settings.twoPersonBans,
    banProposal,
    figures,
  };
}

/**
 * Keeps a note about a person in the audit log, from where their timeline shows it to operators.
 * @throws AppError 404
 */
export async function addNote(ctx: OperatorCtx, id: string, note: string): Promise<DeskPerson> {
  await transaction(ctx, async (tx) => {
    const [person] = await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id));
    if (!person) throw notFound();
    await audit(tx, { action: 'account.noted', subject: id, facts: { reason: note } });
  });
  return showPerson(ctx, id);
}

const most = 20;

/** Who tried to pay with this reference of the gateway and couldn't. What was paid is found as a payment. */
const whoTried = (ctx: OperatorCtx, { id, text }: Quoted) =>
  inArray(
    accounts.id,
    ctx.db
      .select({ id: payments.accountId })
      .from(payments)
      .where(and(ne(payments.state, 'succeeded'), id ? eq(payments.id, id) : eq(payments.gatewayRef, text))),
  );

/** Whose id, statement or name it is. */
function isNamed({ id, text, statement }: Quoted) {
  if (id !== null) return eq(accounts.id, id);
  return statement === null
    ? matchesText(text, accounts.username, accounts.email, accounts.name)
    : and(eq(accounts.isPerformer, true), sql`right(${accounts.id}::text, 12) = ${statement.of}`);
}

function findPeople(ctx: OperatorCtx, quotedQuery: Quoted): Promise<Account[]> {
  return ctx.db
    .select()
    .from(accounts)
    .where(or(whoTried(ctx, quotedQuery), isNamed(quotedQuery)))
    .orderBy(desc(accounts.createdAt), desc(accounts.id))
    .limit(most);
}

async function findFile(ctx: OperatorCtx, id: string): Promise<FoundFile[]> {
  const rows = await ctx.db
    .select({ file: files, owner: { id: accounts.id, username: accounts.username, name: accounts.name } })
    .from(files)
    .innerJoin(accounts, eq(accounts.id, files.ownerId))
    .where(eq(files.id, id));
  return rows.map(({ file, owner }) => ({
    _id: file.id,
    type: file.type,
    mime: file.mime,
    bytes: file.bytes,
    state: file.state,
    owner: personRef(owner),
    createdAt: file.createdAt.toISOString(),
  }));
}

/**
 * People by part of a name, username or email, by a payment that failed, or by the number of a monthly statement;
 * payments by their receipt's number or the gateway's reference; orders by their number; and anything by its id or
 * address.
 */
export async function searchDesk(ctx: OperatorCtx, q: string) {
  const quotedQuery = quoted(q);
  const [people, found, foundFiles, things] = await Promise.all([
    findPeople(ctx, quotedQuery),
    findPayments(ctx, quotedQuery),
    quotedQuery.id ? findFile(ctx, quotedQuery.id) : [],
    findThings(ctx, quotedQuery),
  ]);
  return { people: people.map(foundPerson), payments: found, files: foundFiles, things };
}
