import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { sentenceOf } from '#config/issue-sentences.ts';
import { limits } from '#config/limits.ts';
import { isConnectionLost } from '../db/connection-lost.ts';
import type { Db } from '../db/db.ts';
import { settings as table } from '../db/schema.ts';
import { AppError } from './errors.ts';

const cents = (price: number) => Math.round(price * 100);
const Price = z.int().min(0).max(100_000_000);

/**
 * What the operator can change, with the unit in the name where it isn't plain. Money in cents, tips in
 * tokens.
 */
export const SettingsSchema = z.strictObject({
  siteName: z.string().trim().min(1).max(60).default('Limelight'),
  logo: z.string().max(500).nullable().default(null),
  favicon: z.string().max(500).default('/favicon.ico'),
  menus: z
    .array(z.strictObject({ title: z.string().max(60), path: z.string().max(300), isNewTab: z.boolean() }))
    .max(20)
    .default([]),
  requireEmailVerification: z.boolean().default(false),
  stripePublishableKey: z.string().max(200).nullable().default(null),
  paymentGateway: z.enum(['stripe', 'sandbox']).default('stripe'),
  freeSubscriptionEnabled: z.boolean().default(true),
  /** Days. */
  freeSubscriptionDuration: z.int().min(1).max(365).default(limits.freeSubscriptionDuration),
  minimumSubscriptionPrice: Price.default(cents(limits.subscriptionPrice.min)),
  maximumSubscriptionPrice: Price.default(cents(limits.subscriptionPrice.max)),
  minimumWalletPrice: Price.default(cents(limits.walletAmount.min)),
  maximumWalletPrice: Price.default(cents(limits.walletAmount.max)),
  minimumTipPrice: z.int().min(1).max(1_000_000).default(limits.tip.min),
  maximumTipPrice: z.int().min(1).max(1_000_000).default(limits.tip.max),
  minimumPayoutAmount: Price.default(cents(limits.minimumPayout)),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  /** Tokens for 1.00 of money. */
  tokenRate: z.int().min(1).max(10_000).default(20),
  /** Hundredths of a percent of what a fan pays. */
  commissionBps: z.int().min(0).max(10_000).default(2_000),
  payoutHoldDays: z.int().min(0).max(90).default(7),
  /** Hours that nothing is paid out to a new or changed payout method. */
  payoutLockHours: z.int().min(0).max(720).default(72),
  /** A tip can be taken back so many seconds. */
  tipUndoSeconds: z.int().min(0).max(3_600).default(60),
  /** Hours until a raised spend cap counts. */
  spendCapRaiseHours: z.int().min(0).max(720).default(24),
  /** Days before a renewal that a mail announces it. */
  renewalNoticeDays: z.int().min(1).max(30).default(3),
  /** Hundredths of a percent of the site's commission on a referred account, and for how many days. */
  referralBps: z.int().min(0).max(10_000).default(500),
  referralDays: z.int().min(0).max(3_650).default(365),
  /** A valid bid in the last so many seconds of an auction moves its end to as many from then. */
  auctionExtensionSeconds: z.int().min(0).max(3_600).default(60),
  /** Days a seller has to accept an order before it is refunded. */
  orderAcceptDays: z.int().min(0).max(90).default(3),
  /** Days to send an accepted order, beyond the product's own processing days, before it is refunded. */
  orderShipDays: z.int().min(0).max(90).default(7),
  /** Days after which what was sent counts as delivered. */
  orderDeliverDays: z.int().min(0).max(180).default(14),
  /** Days after which what was delivered is closed. */
  orderCloseDays: z.int().min(0).max(90).default(7),
  passwordHashing: z.enum(['true', 'false']).default('false'),
  allowContextMenu: z.boolean().default(false),
  googleAnalyticsCode: z
    .string()
    .regex(/^(G|UA|GT|AW)-[A-Z0-9-]{4,20}$/)
    .nullable()
    .default(null),
  /** Where messages to the operator go; null: `operator@` the site's own host. */
  contactEmail: z.email().nullable().default(null),
  /** Countries the whole site is closed to. */
  blockedCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(250)
    .default([]),
});
export type SettingsValues = z.infer<typeof SettingsSchema>;
export type SettingKey = keyof SettingsValues;

const CACHE_MS = 2_000;

/** Reads settings with a short cache: a change by the operator shows everywhere within two seconds. */
export interface SiteSettings {
  all(): Promise<SettingsValues>;
  set(key: string, value: unknown): Promise<void>;
}

export function createSettings(db: Db, clock: () => number = Date.now): SiteSettings {
  let cached: SettingsValues | null = null;
  let readAt = 0;
  let reading: Promise<SettingsValues> | null = null;
  const read = async () => {
    // As text: drizzle would read a JSON string once more, and make of the word "true" the value true.
    const rows = await db.select({ key: table.key, value: sql<string>`${table.value}::text` }).from(table);
    cached = SettingsSchema.parse(
      Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as unknown])),
    );
    readAt = clock();
    return cached;
  };
  /**
   * While the database is away what is known has to do; a connection that was lost alone is tried once more.
   */
  const without = (error: unknown) => {
    if (!isConnectionLost(error)) throw error;
    return cached ?? read();
  };
  return {
    // One reads for all; meanwhile the rest go on with what is known.
    async all() {
      if (cached && (reading || clock() - readAt < CACHE_MS)) return cached;
      reading ??= read()
        .catch(without)
        .finally(() => {
          reading = null;
        });
      return reading;
    },
    async set(key, value) {
      const schema = Object.hasOwn(SettingsSchema.shape, key)
        ? (SettingsSchema.shape as Record<string, z.ZodType>)[key]
        : undefined;
      if (!schema) throw new AppError(422, 'invalid_input', `There is no setting called ${key}.`);
      const parsed = schema.safeParse(value, { error: sentenceOf });
      if (!parsed.success)
        throw new AppError(
          422,
          'invalid_input',
          `${key}: ${parsed.error.issues[0]?.message ?? 'not a valid value'}`,
        );
      const stored = sql`${JSON.stringify(parsed.data)}::jsonb`;
      const updatedAt = new Date(clock());
      await db
        .insert(table)
        .values({ key, value: stored, updatedAt })
        .onConflictDoUpdate({ target: table.key, set: { value: stored, updatedAt } });
      await read();
    },
  };
}
