import type { RegisterBody } from '#contract/auth';
import type { z } from 'zod';
import { type Ctx, now, transaction } from '../context.ts';
import { accounts, performers } from '../db/schema.ts';
import type { UploadedFile } from '../http/input.ts';
import type { SettingsValues } from '../settings.ts';
import { issueLink } from './auth-links.ts';
import { storeDocuments } from './performers-documents.ts';
import { limitRate } from './rate-limit.ts';
import { inviterOf, joinedBy } from './referral-attribution.ts';
import type { FoundInviter } from './referral-codes.ts';
import { openSession } from './sessions.ts';
import { assertFree, explainTaken } from './users-identity.ts';

type Registration = z.output<typeof RegisterBody>;
interface Registered {
  token: string | null;
  requireEmailVerification: boolean;
  pendingApproval: boolean;
}

const perAddress = { max: 60, seconds: 3600 };

/** Cents. Where the operator's bounds leave them out, the nearest bound. */
const usualPrice = { monthly: 999, yearly: 9_999 };
const within = (price: number, settings: SettingsValues) =>
  Math.min(Math.max(price, settings.minimumSubscriptionPrice), settings.maximumSubscriptionPrice);

interface Prepared {
  readonly passwordHash: string;
  readonly inviter: FoundInviter | null;
}

/** Checks that cost little before the hash, which costs much. */
async function prepare(ctx: Ctx, body: Registration): Promise<Prepared> {
  await limitRate(ctx, `register:ip:${ctx.request.ip}`, perAddress);
  await assertFree(ctx, body);
  const inviter = await inviterOf(ctx, body.referralCode);
  return { inviter, passwordHash: await ctx.ports.passwords.hash(body.password) };
}

async function insertAccount(
  tx: Ctx,
  body: Registration,
  { inviter, ...facts }: Prepared & { isPerformer: boolean },
): Promise<string> {
  const id = tx.ports.ids();
  const moment = now(tx);
  await tx.db.insert(accounts).values({
    id,
    name: body.name,
    username: body.username,
    email: body.email,
    ...facts,
    createdAt: moment,
    updatedAt: moment,
  });
  await joinedBy(tx, inviter, { id, name: body.name });
  return id;
}

/** Logs the new account in, or sends the mail that has to be answered first. */
async function welcome(
  tx: Ctx,
  { from, ...account }: { id: string; name: string; email: string; from: string | undefined },
  settings: SettingsValues,
) {
  const { requireEmailVerification, siteName } = settings;
  if (requireEmailVerification) await issueLink(tx, { account, purpose: 'verify-email', siteName, from });
  const token = requireEmailVerification ? null : (await openSession(tx, account.id, false)).token;
  return { token, requireEmailVerification };
}

/** Joins as a fan. */
export async function registerFan(ctx: Ctx, body: Registration): Promise<Registered> {
  const prepared = await prepare(ctx, body);
  const settings = await ctx.settings.all();
  return transaction(ctx, async (tx) => {
    const id = await insertAccount(tx, body, { ...prepared, isPerformer: false });
    return {
      ...(await welcome(tx, { id, name: body.name, email: body.email, from: body.from }, settings)),
      pendingApproval: false,
    };
  }).catch(explainTaken);
}

/** Joins as a creator, with documents for the operator to look at; until then nobody else sees the profile. The demo approves at once. */
export async function registerCreator(
  ctx: Ctx,
  body: Registration,
  uploads: readonly UploadedFile[],
): Promise<Registered> {
  const prepared = await prepare(ctx, body);
  const documents = await storeDocuments(ctx, uploads);
  const settings = await ctx.settings.all();
  const moment = now(ctx);
  const profile = {
    verified: ctx.config.demo ? ('approved' as const) : ('pending' as const),
    monthlyPrice: within(usualPrice.monthly, settings),
    yearlyPrice: within(usualPrice.yearly, settings),
    freeDays: settings.freeSubscriptionDuration,
  };
  try {
    return await transaction(ctx, async (tx) => {
      const id = await insertAccount(tx, body, { ...prepared, isPerformer: true });
      await tx.db
        .insert(performers)
        .values({ accountId: id, ...profile, createdAt: moment, updatedAt: moment });
      await documents.write(tx, id);
      return {
        ...(await welcome(tx, { id, name: body.name, email: body.email, from: body.from }, settings)),
        pendingApproval: profile.verified === 'pending',
      };
    });
  } catch (error) {
    await documents.discard();
    return explainTaken(error);
  }
}
