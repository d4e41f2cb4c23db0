import { and, asc, eq } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import type { SocialProvider } from '#contract/people/auth/social.ts';
import { routes } from '#config/routes.ts';
import { sqlState } from '../../../../db/db.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { socialLogins } from '../../../../db/schema/factors.ts';
import { conflict, notFound } from '../../../../kernel/errors.ts';
import { mailAccount } from '../account-mail.ts';
import { requireProof } from '../factors/proof.ts';
import { keepWayIn } from '../ways-in.ts';

type Connection = Pick<typeof socialLogins.$inferSelect, 'accountId' | 'provider' | 'subject' | 'label'>;

/** Whether a unique index refused: the identity is connected already, or the account to another of its kind. */
export const isTaken = (error: unknown): boolean => sqlState(error) === '23505';

/** Fails with the unique index's error; see `isTaken`. */
export async function insertConnection(ctx: Ctx, connection: Connection): Promise<void> {
  await ctx.db.insert(socialLogins).values({ id: ctx.ports.ids(), ...connection, createdAt: now(ctx) });
}

/** As people know them. */
export const providerNames: Readonly<Record<SocialProvider, string>> = { google: 'Google', twitter: 'X' };

const mailConnected = (tx: Ctx, { accountId, provider, label }: Connection): Promise<void> =>
  mailAccount(tx, accountId, (site) => ({
    subject: `${providerNames[provider]} is connected to your ${site} account`,
    lines: [
      `You can log in with your ${providerNames[provider]} account ${label} from now on.`,
      `If this wasn’t you, someone was logged in to your account. Set a new password and disconnect ${providerNames[provider]} under “Connected accounts”: ${tx.config.publicUrl}${routes.forgotPassword}`,
    ],
  }));

/**
 * Lets an identity log in to an account. Repeating it changes nothing.
 * @throws AppError 409 when it belongs to another account, or the account has another of the same provider.
 */
export async function connect(ctx: Ctx, connection: Connection): Promise<void> {
  try {
    await transaction(ctx, async (tx) => {
      await insertConnection(tx, connection);
      await mailConnected(tx, connection);
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    const { accountId, provider, subject } = connection;
    const [same] = await ctx.db
      .select({ accountId: socialLogins.accountId })
      .from(socialLogins)
      .where(and(eq(socialLogins.provider, provider), eq(socialLogins.subject, subject)));
    if (same?.accountId === accountId) return;
    throw conflict(
      same
        ? 'That account is connected to another account here. Disconnect it there first.'
        : 'Disconnect the other account of this kind first.',
    );
  }
}

const findPasswordHash = async (ctx: Ctx, accountId: string) =>
  (
    await ctx.db
      .select({ passwordHash: accounts.passwordHash })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update')
  )[0]?.passwordHash ?? null;

/** The viewer's connected providers, oldest first. */
export async function listConnections(ctx: UserCtx): Promise<ReplySource<'GET /auth/social'>> {
  const rows = await ctx.db
    .select()
    .from(socialLogins)
    .where(eq(socialLogins.accountId, ctx.viewer.id))
    .orderBy(asc(socialLogins.createdAt));
  return {
    data: rows.map(({ provider, label, createdAt }) => ({
      provider,
      name: label,
      createdAt: createdAt.toISOString(),
    })),
    hasPassword: (await findPasswordHash(ctx, ctx.viewer.id)) !== null,
  };
}

/**
 * Takes a provider off the viewer's account.
 * @throws AppError 403 `step_up_required`; 404; 409 when nothing would be left to log in with.
 */
export async function disconnect(ctx: UserCtx, provider: SocialProvider): Promise<void> {
  await requireProof(ctx);
  await transaction(ctx, async (tx) => {
    // Holds the account, so that two providers can't be disconnected at once.
    await findPasswordHash(tx, tx.viewer.id);
    const rows = await tx.db.select().from(socialLogins).where(eq(socialLogins.accountId, tx.viewer.id));
    const found = rows.find((row) => row.provider === provider);
    if (!found) throw notFound();
    await keepWayIn(tx, tx.viewer.id);
    await tx.db.delete(socialLogins).where(eq(socialLogins.id, found.id));
  });
}
