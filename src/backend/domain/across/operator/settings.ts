import { currencies, isAvailableCurrency, leastCharge } from '#config/currencies.ts';
import { formatMoney } from '#lib/format.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import { type SettingKey, SettingsSchema } from '../../../kernel/settings.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { costsLess, hasMoney } from './currency-query.ts';
import { countOlderForms } from '../../people/accounts/password-forms.ts';

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
  twoPersonPayoutAmount: 'cents',
  minimumTipPrice: 'tokens',
  maximumTipPrice: 'tokens',
  tokenRate: 'tokens for 1.00',
  commissionBps: '1/100 %',
  referralBps: '1/100 %',
  payoutLockHours: 'hours',
  newAccountHours: 'hours',
  newAccountConversations: 'in 24 hours',
  newAccountComments: 'in an hour',
  newAccountFollows: 'in 24 hours',
  spendCapRaiseHours: 'hours',
  messageEditMinutes: 'minutes',
  messageRequestDays: 'days',
  voiceMessageSeconds: 'seconds',
  streamGraceSeconds: 'seconds',
  streamRefundMinutes: 'minutes',
  privateRequestHours: 'hours',
  privateJoinMinutes: 'minutes',
  tipUndoSeconds: 'seconds',
  auctionExtensionSeconds: 'seconds',
  payoutHoldDays: 'days',
  freeSubscriptionDuration: 'days',
  renewalNoticeDays: 'days',
  referralDays: 'days',
  notificationDays: 'days',
  exportDays: 'days',
  deletionGraceDays: 'days',
  fanStorageMegabytes: 'MB',
  creatorStorageMegabytes: 'MB',
  fanUnusedMegabytes: 'MB',
  creatorUnusedMegabytes: 'MB',
  diskReserveMegabytes: 'MB',
  operatorProofMinutes: 'minutes',
  operatorSessionHours: 'hours',
  documentReviewDays: 'days',
  documentGraceDays: 'days',
  massMessagesPerDay: 'messages',
  quickRepliesMax: 'quick replies',
  massMessageWeeklyCap: 'messages',
  orderAcceptDays: 'days',
  orderShipDays: 'days',
  orderDeliverDays: 'days',
  orderCloseDays: 'days',
  orderAnswerDays: 'days',
};

/** All settings, or one, with default and unit. The gateway is the one in use, whatever is stored. */
export async function getSettings(ctx: OperatorCtx, key?: string): Promise<ShownSetting[]> {
  const values = await ctx.settings.all();
  const defaults = SettingsSchema.parse({});
  const keys = (Object.keys(SettingsSchema.shape) as SettingKey[]).filter(
    (one) => key === undefined || one === key,
  );
  if (keys.length === 0) throw new AppError(404, 'not_found', `There is no setting called ${key ?? ''}.`);
  return keys.map((one) => ({
    key: one,
    value: one === 'paymentGateway' ? ctx.ports.payments.name : values[one],
    default: defaults[one],
    unit: units[one] ?? '',
  }));
}

/** Limits below which no card could pay. */
const leastPrices: readonly SettingKey[] = ['minimumSubscriptionPrice', 'minimumWalletPrice'];

/** @throws AppError 422 when a price within the limits would be less than cards pay in the currency. */
async function refuseTinyPrices(ctx: OperatorCtx, key: string, value: unknown): Promise<void> {
  const after: Record<string, unknown> = { ...(await ctx.settings.all()), [key]: value };
  const currency = String(after['currency']);
  const least = leastCharge(currency);
  for (const low of leastPrices) {
    if ((key === low || key === 'currency') && Number(after[low]) < least)
      throw new AppError(
        422,
        'invalid_input',
        `Cards pay ${formatMoney(least, currency)} or more, so ${low} can’t be below ${least}.${key === 'currency' ? ' Set it first.' : ''}`,
      );
  }
}

/** @throws AppError 409 when something for sale costs less than cards pay in the new currency. */
async function refuseUnpayable(ctx: OperatorCtx, key: string, value: unknown): Promise<void> {
  if (key !== 'currency') return;
  const currency = String(value);
  const least = leastCharge(currency);
  if (await costsLess(ctx.db, least))
    throw conflict(
      `Cards pay ${formatMoney(least, currency)} or more, and a token package or a subscription costs less. Raise its price first.`,
    );
}

/** Pairs of a lower and an upper limit, which must stay in order. */
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

/**
 * Amounts are stored without a currency, so changing it would change the meaning of every amount in the
 * ledger.
 * @throws AppError 422 for one that amounts in hundredths don't suit, 409
 */
async function refuseOtherMoney(ctx: OperatorCtx, key: string, value: unknown): Promise<void> {
  if (key !== 'currency' || value === (await ctx.settings.all()).currency) return;
  if (!isAvailableCurrency(value))
    throw new AppError(
      422,
      'invalid_input',
      `${String(value)} isn’t a currency this site can take payments in. Choose one of ${currencies.join(', ')}.`,
    );
  if (await hasMoney(ctx.db))
    throw conflict('The ledger already has entries, so the currency can’t be changed.');
}

/**
 * Changing the hashing setting locks out accounts whose password hash is in the older form. Their next login
 * upgrades it.
 * @throws AppError 409
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
 * Refuses a setting that has no effect on this installation, with the reason, instead of silently storing it.
 * Resetting to the default is always allowed.
 * @throws AppError 409
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

/** What pages can show: a file of the site itself. Their content security policy blocks every other address. */
const ownPicture =
  /^\/(media\/public\/[0-9a-f-]{36}\/\d+\.webp|[\w.-]+\.(svg|png|ico|webp|jpe?g|gif|avif))$/i;

/** @throws AppError 422 for a picture that no page could load */
function refuseForeignPicture(key: string, value: unknown): void {
  if (key !== 'logo' && key !== 'favicon') return;
  if (value === null || (typeof value === 'string' && ownPicture.test(value))) return;
  throw new AppError(
    422,
    'invalid_input',
    `Pages can only show a ${key} that the site serves itself. Put the file into the folder public and set its path, such as /logo.svg.`,
  );
}

/**
 * Parses a command line argument: JSON where the setting accepts it (25, true, null, ["DE"]), else plain
 * text.
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
 * Changes a setting; it takes effect everywhere within two seconds. `isSure` confirms a change that locks
 * accounts out.
 * @throws AppError 422 with the violated limit, 409 when it can't be changed now.
 */
export async function setSetting(
  ctx: OperatorCtx,
  { key, text, isSure = false }: { key: string; text: string; isSure?: boolean },
): Promise<ShownSetting> {
  const before = (await ctx.settings.all())[key as SettingKey];
  const value = readValue(key, text);
  refuseForeignPicture(key, value);
  await refuseCrossedBounds(ctx, key, value);
  await refuseOtherMoney(ctx, key, value);
  await refuseTinyPrices(ctx, key, value);
  await refuseUnpayable(ctx, key, value);
  await refuseIdle(ctx, key, value);
  if (key === 'passwordHashing' && value !== before && !isSure) await refuseLockout(ctx);
  await ctx.settings.set(key, value);
  const [shown] = await getSettings(ctx, key);
  if (!shown) throw new Error(`the setting ${key} vanished`);
  await audit(ctx, { action: 'setting.changed', subject: key, facts: { before, after: shown.value } });
  return shown;
}
