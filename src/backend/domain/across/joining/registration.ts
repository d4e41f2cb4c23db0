import type { RegisterBody, RegisterCreatorBody } from '#contract/people/auth/auth.ts';
import type { z } from 'zod';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import type { SettingsValues } from '../../../kernel/settings.ts';
import { issueLink } from '../../people/accounts/auth-links.ts';
import { agreeByJoining } from '../../people/accounts/approval/agreed-pages.ts';
import { checkStatements, confirmStatements } from '../../people/accounts/approval/consents.ts';
import { issueDevice } from '../../people/accounts/devices.ts';
import { addressHolder } from '../../people/accounts/email-changes.ts';
import { mailAddressInUse } from '../../people/accounts/email-mails.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { lockVerification, submitIfComplete } from '../../people/creators/verification.ts';
import { documentErrors, storeDocuments } from '../../base/files/documents.ts';
import { hashPassword } from '../../people/accounts/password-forms.ts';
import { passwordErrors } from '../../people/accounts/password-rules.ts';
import { limitOrAsk } from '../../base/site/captcha.ts';
import { joinedBy, resolveInviter } from '../../money/referrals/attribution.ts';
import type { FoundInviter } from '../../money/referrals/codes.ts';
import { welcomeByMail } from '../../people/accounts/first-steps/welcome.ts';
import { openSession } from '../../people/accounts/sessions.ts';
import {
  explainTaken,
  lockUsername,
  isAddressTaken,
  refuse,
  takenAddress,
  usernameErrors,
} from '../../people/accounts/identity.ts';

type Registration = z.output<typeof RegisterBody>;
interface Registered {
  token: string | null;
  device: string | null;
  requireEmailVerification: boolean;
  pendingApproval: boolean;
}

const perNetwork = {
  whereConfirmed: { max: 60, seconds: 3600, free: 20 },
  elsewhere: { max: 10, seconds: 3600, free: 5 },
};

interface Prepared {
  readonly passwordHash: string;
  readonly inviter: FoundInviter | null;
  /** The account that already has the address. */
  readonly holder: { readonly name: string } | null;
}

/**
 * The account that already has the address. If registering requires email confirmation, only that address is
 * notified, by email; otherwise the error reveals it, under a stricter rate limit.
 */
async function findHolder(
  ctx: Ctx,
  { email, username, password }: Registration,
  uploads: readonly UploadedFile[],
): Promise<Prepared['holder']> {
  const { requireEmailVerification } = await ctx.settings.all();
  const rule = requireEmailVerification ? perNetwork.whereConfirmed : perNetwork.elsewhere;
  await limitOrAsk(ctx, [{ key: `register:net:${toNetwork(ctx.request)}`, ...rule }]);
  const holder = await addressHolder(ctx, email);
  const wrong = [
    ...(await usernameErrors(ctx, username)),
    ...(holder && !requireEmailVerification ? [takenAddress] : []),
    ...(await passwordErrors(ctx, password, { username, email })),
  ];
  if (wrong.length > 0) throw refuse([...wrong, ...documentErrors(uploads)]);
  return holder;
}

/**
 * Runs the cheap checks before the expensive hash, and tells all that is wrong at once.
 * @throws AppError 422, 428, 429
 */
async function prepare(
  ctx: Ctx,
  body: Registration,
  uploads: readonly UploadedFile[] = [],
): Promise<Prepared> {
  const holder = await findHolder(ctx, body, uploads);
  const inviter = await resolveInviter(ctx, body.referralCode);
  return { holder, inviter, passwordHash: await hashPassword(ctx, body.password) };
}

/**
 * Replies as if the account had been created. The username is reserved too; otherwise trying it again would
 * reveal the truth.
 */
async function pretend(
  ctx: Ctx,
  body: Registration,
  { name }: { readonly name: string },
): Promise<Omit<Registered, 'pendingApproval'>> {
  await transaction(ctx, async (tx) => {
    await lockUsername(tx, body.username);
    await mailAddressInUse(tx, { email: body.email, name });
  });
  return { token: null, device: null, requireEmailVerification: true };
}

/** Handles an address that another call registered a moment earlier. */
async function explainRefusal(
  ctx: Ctx,
  body: Registration,
  error: unknown,
): Promise<Omit<Registered, 'pendingApproval'>> {
  const { requireEmailVerification } = await ctx.settings.all();
  const holder =
    requireEmailVerification && isAddressTaken(error) ? await addressHolder(ctx, body.email) : null;
  return holder ? pretend(ctx, body, holder) : explainTaken(error);
}

async function insertAccount(
  tx: Ctx,
  body: Registration,
  { inviter, passwordHash, isPerformer }: Prepared & { isPerformer: boolean },
): Promise<string> {
  const id = tx.ports.ids();
  const time = now(tx);
  await tx.db.insert(accounts).values({
    id,
    name: body.name,
    username: body.username,
    email: body.email,
    passwordHash,
    isPerformer,
    createdAt: time,
    updatedAt: time,
  });
  await agreeByJoining(tx, id, body);
  await joinedBy(tx, inviter, { id, name: body.name });
  return id;
}

/**
 * Gives an account a creator's page, a draft until documents and statements are sent. In demo mode, it is
 * approved immediately.
 */
export async function insertPerformer(tx: Ctx, accountId: string): Promise<void> {
  const { freeSubscriptionDuration } = await tx.settings.all();
  const time = now(tx);
  await tx.db.insert(performers).values({
    accountId,
    verified: tx.config.demo ? 'approved' : 'draft',
    freeDays: freeSubscriptionDuration,
    createdAt: time,
    updatedAt: time,
  });
}

/** Logs the new account in, or sends the confirmation email if one is required. */
async function welcome(
  tx: Ctx,
  { from, ...account }: { id: string; name: string; email: string; from: string | undefined },
  settings: SettingsValues,
) {
  const { requireEmailVerification, siteName } = settings;
  if (requireEmailVerification) await issueLink(tx, { account, purpose: 'verify-email', siteName, from });
  else await welcomeByMail(tx, account.id);
  const token = requireEmailVerification
    ? null
    : (await openSession(tx, account.id, { remember: false })).token;
  return {
    token,
    requireEmailVerification,
    device: token === null ? null : issueDevice(tx, { id: account.id, deviceEpoch: 0 }),
  };
}

export async function registerFan(ctx: Ctx, body: Registration): Promise<Registered> {
  const prepared = await prepare(ctx, body);
  const settings = await ctx.settings.all();
  const join = () =>
    transaction(ctx, async (tx) => {
      const id = await insertAccount(tx, body, { ...prepared, isPerformer: false });
      return welcome(tx, { id, name: body.name, email: body.email, from: body.from }, settings);
    });
  const joined = prepared.holder
    ? await pretend(ctx, body, prepared.holder)
    : await join().catch((error: unknown) => explainRefusal(ctx, body, error));
  return { ...joined, pendingApproval: false };
}

/**
 * Registers a creator, with documents for the operator to review. Until approved, nobody else sees the
 * profile. In demo mode, it is approved immediately.
 */
export async function registerCreator(
  ctx: Ctx,
  body: z.output<typeof RegisterCreatorBody>,
  uploads: readonly UploadedFile[],
): Promise<Registered> {
  checkStatements(body.statements);
  const prepared = await prepare(ctx, body, uploads);
  const documents = await storeDocuments(ctx, uploads);
  const settings = await ctx.settings.all();
  const join = () =>
    transaction(ctx, async (tx) => {
      const id = await insertAccount(tx, body, { ...prepared, isPerformer: true });
      await insertPerformer(tx, id);
      await documents.write(tx, id);
      if (body.statements !== undefined) await confirmStatements(tx, id);
      if (!tx.config.demo) await submitIfComplete(tx, await lockVerification(tx, id));
      return welcome(tx, { id, name: body.name, email: body.email, from: body.from }, settings);
    });
  const giveUp = async (error: unknown) => {
    await documents.discard();
    return explainRefusal(ctx, body, error);
  };
  if (prepared.holder) await documents.discard();
  const joined = prepared.holder ? await pretend(ctx, body, prepared.holder) : await join().catch(giveUp);
  return { ...joined, pendingApproval: !ctx.config.demo };
}
