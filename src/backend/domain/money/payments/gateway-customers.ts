import { and, eq } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { gatewayCustomers } from '../../../db/schema/payments.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';

/**
 * Calls the gateway for a waiting person. Never call it inside a transaction.
 * @throws AppError 503 `gateway_unavailable` when the gateway is down.
 */
export async function askGateway<T>(ctx: Ctx, ask: () => Promise<T>): Promise<T> {
  return ask().catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    ctx.ports.log.error('the payment gateway failed', {
      error: error instanceof Error ? error.message : String(error),
    });
    throw new AppError(
      503,
      'gateway_unavailable',
      'We can’t reach the bank right now. Try again in a moment.',
    );
  });
}

/**
 * The account's customer id at the current gateway, created with its first card. Never call it inside a
 * transaction.
 */
export async function getCustomerId(ctx: Ctx, accountId: string): Promise<string> {
  const gateway = ctx.ports.payments.name;
  const [known] = await ctx.db
    .select({ customerId: gatewayCustomers.customerId })
    .from(gatewayCustomers)
    .where(and(eq(gatewayCustomers.accountId, accountId), eq(gatewayCustomers.gateway, gateway)));
  if (known) return known.customerId;
  const [account] = await ctx.db
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account) throw notFound();
  const { customerId } = await ctx.ports.payments.createCustomer({ accountId, ...account });
  await ctx.db
    .insert(gatewayCustomers)
    .values({ accountId, gateway, customerId, createdAt: now(ctx) })
    .onConflictDoNothing();
  return customerId;
}
