import { and, eq, isNull } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { PayoutMethod } from '#contract/trade/payouts.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { connectAccounts, payoutMethods } from '../../../db/schema/payouts.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import type { ConnectStatus } from '../../../ports/payment-gateway.ts';
import { askGateway } from '../../money/payments/gateway-customers.ts';
import { findMethod, fingerprintOfAccount } from './methods.ts';
import { findOpenPayout } from './state-machine.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { notify } from '../../people/notifications/notify.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

export type ConnectRow = typeof connectAccounts.$inferSelect;
const names: Readonly<Record<string, string>> = { stripe: 'Stripe', sandbox: 'Test gateway' };

/** The creator's account at the current gateway; accounts at other gateways don't count. */
export async function findConnectAccount(ctx: Ctx, accountId: string): Promise<ConnectRow | null> {
  const [row] = await ctx.db
    .select()
    .from(connectAccounts)
    .where(
      and(eq(connectAccounts.accountId, accountId), eq(connectAccounts.gateway, ctx.ports.payments.name)),
    );
  return row ?? null;
}

/** A fingerprint that recognizes the same gateway account. */
export const connectPrint = (
  ctx: Ctx,
  { gateway, gatewayId }: { gateway: string; gatewayId: string },
): string => fingerprintOfAccount(ctx, `${gateway}:${gatewayId}`);

/** Stores the gateway account with a payout method for it. Methods of another gateway are removed. */
async function keep(tx: UserCtx, gatewayId: string, country: string | null): Promise<void> {
  const accountId = tx.viewer.id;
  await lockCreator(tx, accountId);
  if (await findConnectAccount(tx, accountId)) return;
  const time = now(tx);
  const gateway = tx.ports.payments.name;
  const fresh = { gateway, gatewayId, payoutsEnabled: false, requirements: [], updatedAt: time };
  await tx.db
    .insert(connectAccounts)
    .values({ accountId, createdAt: time, ...fresh })
    .onConflictDoUpdate({ target: connectAccounts.accountId, set: fresh });
  const mine = and(
    eq(payoutMethods.accountId, accountId),
    eq(payoutMethods.type, 'connect'),
    isNull(payoutMethods.replacedAt),
  );
  await tx.db
    .update(payoutMethods)
    .set({ replacedAt: time, isChosen: false, undoHash: null, updatedAt: time })
    .where(mine);
  const shown = {
    holder: tx.viewer.name,
    bank: names[gateway] ?? gateway,
    country: country ?? '',
    last4: gatewayId.slice(-4),
  };
  await tx.db.insert(payoutMethods).values({
    id: tx.ports.ids(),
    accountId,
    type: 'connect',
    shown,
    fingerprint: connectPrint(tx, fresh),
    lockedUntil: time,
    createdAt: time,
    updatedAt: time,
  });
}

/**
 * Starts or continues the gateway's onboarding and returns its URL. Choosing the account as the payout method
 * comes later, with the password.
 */
export async function startConnect(ctx: UserCtx): Promise<{ url: string }> {
  const accountId = ctx.viewer.id;
  await limitRate(ctx, `connect:${accountId}`, { max: 20, seconds: 3600 });
  const { connect } = ctx.ports.payments;
  if (!(await findConnectAccount(ctx, accountId))) {
    const [person] = await ctx.db
      .select({ email: accounts.email, country: accounts.country })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    const country = person?.country ?? null;
    const { gatewayId } = await askGateway(ctx, () =>
      connect.createAccount({
        idempotencyKey: `connect:${accountId}`,
        accountId,
        email: person?.email ?? null,
        country,
      }),
    );
    await transaction(ctx, (tx) => keep(tx, gatewayId, country));
  }
  const row = await findConnectAccount(ctx, accountId);
  if (!row) throw notFound();
  const page = `${ctx.config.publicUrl}${routes.creatorPayouts}`;
  return askGateway(ctx, () =>
    connect.onboardingLink({
      gatewayId: row.gatewayId,
      returnUrl: `${page}?connect=back`,
      refreshUrl: `${page}?connect=again`,
    }),
  );
}

const isUnchanged = (row: ConnectRow, { payoutsEnabled, requirements }: ConnectStatus): boolean =>
  row.payoutsEnabled === payoutsEnabled && row.requirements.join() === requirements.join();

/**
 * Records an account's status as reported by the gateway. A payout waiting for it continues. Returns false
 * when it isn't an account of this site.
 */
export async function noteConnectStatus(tx: Ctx, gatewayId: string, status: ConnectStatus): Promise<boolean> {
  const [row] = await tx.db
    .select()
    .from(connectAccounts)
    .where(eq(connectAccounts.gatewayId, gatewayId))
    .for('update');
  if (!row || isUnchanged(row, status)) return row !== undefined;
  const { payoutsEnabled, requirements } = status;
  await tx.db
    .update(connectAccounts)
    .set({ payoutsEnabled, requirements: [...requirements], updatedAt: now(tx) })
    .where(eq(connectAccounts.accountId, row.accountId));
  const text = payoutsEnabled
    ? 'The payment provider is ready to pay you.'
    : 'The payment provider needs more information before it can pay you.';
  await notify(tx, {
    to: row.accountId,
    type: 'payout',
    text,
    href: routes.creatorPayouts,
  });
  const open = payoutsEnabled ? await findOpenPayout(tx, row.accountId) : null;
  if (open?.state === 'approved')
    await enqueue(tx, { kind: 'payout-transfer', payload: { payoutId: open.id } });
  return true;
}

/**
 * Fetches the status of the creator's account from the gateway.
 * @throws AppError 404 for any other account, 409 before onboarding was started.
 */
export async function refreshConnect(ctx: UserCtx, id: string): Promise<PayoutMethod> {
  if (id !== ctx.viewer.id) throw notFound();
  const row = await findConnectAccount(ctx, id);
  if (!row)
    throw conflict(
      'You don’t have an account with the payment provider yet. Start with “Get paid through the payment provider”.',
    );
  await limitRate(ctx, `connect:${id}`, { max: 60, seconds: 3600 });
  const status = await askGateway(ctx, () => ctx.ports.payments.connect.status(row.gatewayId));
  if (!isUnchanged(row, status)) await transaction(ctx, (tx) => noteConnectStatus(tx, row.gatewayId, status));
  const [method] = await ctx.db
    .select({ id: payoutMethods.id })
    .from(payoutMethods)
    .where(
      and(
        eq(payoutMethods.accountId, id),
        eq(payoutMethods.type, 'connect'),
        isNull(payoutMethods.replacedAt),
      ),
    );
  const found = method && (await findMethod(ctx, method.id));
  if (!found) throw notFound();
  return found.view;
}
