import { desc, eq, ilike, or } from 'drizzle-orm';
import type { DeskPerson, FoundFile, FoundPerson } from '#contract/operator/people.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { files } from '../../../db/schema/files.ts';
import { operators } from '../../../db/schema/operator.ts';
import { notFound } from '../../../kernel/errors.ts';
import { activeFactor } from '../../accounts/factors/codes.ts';
import type { OperatorCtx } from '../audit.ts';
import { showProposedBan } from '../proposed-bans.ts';
import { personRef } from './lists.ts';
import { findPayments } from './payments.ts';

type Account = typeof accounts.$inferSelect;

/** An account that its owner deactivated isn't suspended, unless an operator did that, too. */
function stateOf({ suspendedAt, suspendedReason, deactivatedAt }: Account): FoundPerson['state'] {
  if (!suspendedAt) return 'open';
  return deactivatedAt && suspendedReason === null ? 'deactivated' : 'suspended';
}

const foundPerson = (account: Account): FoundPerson => ({
  ...personRef(account),
  email: account.email,
  isPerformer: account.isPerformer,
  state: stateOf(account),
});

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

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
  const [factor, banProposal, settings] = await Promise.all([
    activeFactor(ctx, id),
    showProposedBan(ctx, id),
    ctx.settings.all(),
  ]);
  const person = foundPerson(account);
  return {
    ...person,
    emailVerifiedAt: isoOf(account.emailVerifiedAt),
    country: account.country,
    createdAt: account.createdAt.toISOString(),
    lastSeenAt: isoOf(account.lastSeenAt),
    suspension:
      person.state === 'suspended' && account.suspendedAt
        ? {
            since: account.suspendedAt.toISOString(),
            until: isoOf(account.suspendedUntil),
            reason: account.suspendedReason ?? '',
          }
        : null,
    verified,
    hasSecondFactor: factor !== null,
    isOperator: operatorId !== null,
    isSelf: id === ctx.actorId,
    bansNeedTwo: settings.twoPersonBans,
    banProposal,
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const most = 20;

function findPeople(ctx: OperatorCtx, { id, text }: { id: string | null; text: string }): Promise<Account[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const contains = [accounts.username, accounts.email, accounts.name].map((column) => ilike(column, pattern));
  return ctx.db
    .select()
    .from(accounts)
    .where(id ? eq(accounts.id, id) : or(...contains))
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

/** People by part of a name, username or email; payments by the gateway's reference; and anything by its id. */
export async function searchDesk(ctx: OperatorCtx, q: string) {
  const asked = { id: uuid.test(q) ? q.toLowerCase() : null, text: q.replace(/^@/, '') };
  const [people, payments, found] = await Promise.all([
    findPeople(ctx, asked),
    findPayments(ctx, asked),
    asked.id ? findFile(ctx, asked.id) : [],
  ]);
  return { people: people.map(foundPerson), payments, files: found };
}
