import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/db.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { type SettingKey, SettingsSchema } from '../../kernel/settings.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { countOlderForms } from '../accounts/password-forms.ts';

export interface ShownSetting {
  key: SettingKey;
  value: unknown;
  default: unknown;
  unit: string;
}

const units: Partial<Record<SettingKey, string>> = {
  minimumSubscriptionPrice: 'cents',
  maximumSubscriptionPrice: 'cents',
  minimumWalletPrice: 'cents',
  maximumWalletPrice: 'cents',
  minimumPayoutAmount: 'cents',
  minimumTipPrice: 'tokens',
  maximumTipPrice: 'tokens',
  tokenRate: 'tokens for 1.00',
  commissionBps: '1/100 %',
  referralBps: '1/100 %',
  payoutLockHours: 'hours',
  spendCapRaiseHours: 'hours',
  tipUndoSeconds: 'seconds',
  auctionExtensionSeconds: 'seconds',
  payoutHoldDays: 'days',
  freeSubscriptionDuration: 'days',
  renewalNoticeDays: 'days',
  referralDays: 'days',
  orderAcceptDays: 'days',
  orderShipDays: 'days',
  orderDeliverDays: 'days',
  orderCloseDays: 'days',
};

/** Every setting, or one, with its default and unit. */
export async function getSettings(ctx: OperatorCtx, key?: string): Promise<ShownSetting[]> {
  const values = await ctx.settings.all();
  const defaults = SettingsSchema.parse({});
  const keys = (Object.keys(SettingsSchema.shape) as SettingKey[]).filter(
    (one) => key === undefined || one === key,
  );
  if (keys.length === 0) throw new AppError(404, 'not_found', `There is no setting called ${key ?? ''}.`);
  return keys.map((one) => ({
    key: one,
    value: values[one],
    default: defaults[one],
    unit: units[one] ?? '',
  }));
}

/** Pairs of a lower and an upper bound, which must stay in order. */
const bounds: readonly (readonly [SettingKey, SettingKey])[] = [
  ['minimumSubscriptionPrice', 'maximumSubscriptionPrice'],
  ['minimumWalletPrice', 'maximumWalletPrice'],
  ['minimumTipPrice', 'maximumTipPrice'],
];

async function refuseCrossedBounds(ctx: OperatorCtx, key: string, value: unknown): Promise<void> {
  const after: Record<string, unknown> = { ...(await ctx.settings.all()), [key]: value };
  for (const [low, high] of bounds) {
    if ((key === low || key === high) && Number(after[low]) > Number(after[high]))
      throw new AppError(422, 'invalid_input', `${low} can’t be above ${high}.`);
  }
}

/** Amounts are kept without their currency: another one would make every cent in the books something else. */
async function refuseOtherMoney(ctx: OperatorCtx, key: string, value: unknown): Promise<void> {
  if (key !== 'currency' || value === (await ctx.settings.all()).currency) return;
  const [row] = await rowsOf<{ any: boolean }>(
    ctx.db.execute(sql`SELECT EXISTS (SELECT 1 FROM ledger_postings WHERE unit = 'money') AS any`),
  );
  if (row?.any) throw conflict('The ledger already has entries, so the currency can’t be changed.');
}

/**
 * A password kept in the older form is right only as it was sent when it was set; its owner's next login
 * renews it.
 */
async function refuseLockout(ctx: OperatorCtx): Promise<void> {
  const count = await countOlderForms(ctx);
  if (count === 0) return;
  const who = count === 1 ? '1 account' : `${count} accounts`;
  throw conflict(
    `${who} would be locked out: their passwords are stored in an older format that is upgraded at their next login. Wait until they have logged in, or add --yes to make them reset their passwords by email.`,
  );
}

/**
 * Some settings are wishes that only a certain installation fulfils. One that would change nothing is refused
 * with the reason rather than kept and forgotten. Settings back to what they mean without are always taken.
 */
async function refuseIdle(ctx: OperatorCtx, key: string, value: unknown): Promise<void> {
  const {
    ports: { payments },
  } = ctx;
  if (key === 'paymentGateway' && value !== payments.name) {
    throw conflict(
      payments.name === 'stripe'
        ? 'Payments go through Stripe, because its keys are set in the environment. To use the sandbox, remove STRIPE_SECRET_KEY and restart.'
        : 'Payments go through the sandbox, because no Stripe keys are set in the environment. To use Stripe, set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET and restart.',
    );
  }
  if (key === 'stripePublishableKey' && value !== null && payments.name !== 'stripe')
    throw conflict(
      'Payments go through the sandbox, which has no such key. Set Stripe’s keys in the environment instead.',
    );
  if (key === 'stripePublishableKey' && value !== null && payments.publishableKey)
    throw conflict('STRIPE_PUBLISHABLE_KEY in the environment takes precedence. Change it there.');
}

/**
 * What a word on the command line means: JSON where the setting takes it (25, true, null, ["DE"]), else the
 * text itself.
 */
function readValue(key: string, text: string): unknown {
  const schema = Object.hasOwn(SettingsSchema.shape, key)
    ? SettingsSchema.shape[key as SettingKey]
    : undefined;
  if (text === 'null' && schema?.safeParse(null).success) return null;
  if (schema?.safeParse(text).success) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Changes a setting; everybody sees it within two seconds. `isSure`: though it locks accounts out.
 * @throws AppError 422 with the bound that was missed, 409 for what can't be changed now.
 */
export async function setSetting(
  ctx: OperatorCtx,
  { key, text, isSure = false }: { key: string; text: string; isSure?: boolean },
): Promise<ShownSetting> {
  const before = (await ctx.settings.all())[key as SettingKey];
  const value = readValue(key, text);
  await refuseCrossedBounds(ctx, key, value);
  await refuseOtherMoney(ctx, key, value);
  await refuseIdle(ctx, key, value);
  if (key === 'passwordHashing' && value !== before && !isSure) await refuseLockout(ctx);
  await ctx.settings.set(key, value);
  const [shown] = await getSettings(ctx, key);
  if (!shown) throw new Error(`the setting ${key} vanished`);
  await audit(ctx, { action: 'setting.changed', subject: key, facts: { before, after: shown.value } });
  return shown;
}
