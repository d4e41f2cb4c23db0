import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { describeIssue } from '#config/issue-sentences.ts';
import { limits } from '#config/limits.ts';
import { cleanLine } from '#config/line-text.ts';
import { isConnectionLost } from '../db/connection-lost.ts';
import type { Db } from '../db/db.ts';
import { settings as table } from '../db/schema/kernel.ts';
import { AppError } from './errors.ts';

const cents = (price: number) => Math.round(price * 100);
const Price = z.int().min(0).max(100_000_000);

/**
 * The site settings an operator can change. Money is in cents, tips are in tokens; other units are in the
 * name or beside it.
 */
export const SettingsSchema = z.strictObject({
  siteName: z.string().overwrite(cleanLine).min(1).max(60).default('Limelight'),
  logo: z.string().max(500).nullable().default(null),
  favicon: z.string().max(500).default('/favicon.ico'),
  menus: z
    .array(
      z.strictObject({
        title: z.string().overwrite(cleanLine).max(60),
        path: z.string().max(300),
        isNewTab: z.boolean(),
      }),
    )
    .max(20)
    .default([]),
  requireEmailVerification: z.boolean().default(false),
  stripePublishableKey: z.string().max(200).nullable().default(null),
  paymentGateway: z.enum(['stripe', 'sandbox']).default('stripe'),
  freeSubscriptionEnabled: z.boolean().default(true),
  /** In days. */
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
  /** How many tokens 1.00 of the currency buys. */
  tokenRate: z.int().min(1).max(10_000).default(20),
  /** The site's share of what a fan pays, in basis points (hundredths of a percent). */
  commissionBps: z.int().min(0).max(10_000).default(2_000),
  payoutHoldDays: z.int().min(0).max(90).default(7),
  /** Hours before anything is paid out to a new or changed payout method. */
  payoutLockHours: z.int().min(0).max(720).default(72),
  /** Minutes during which the sender of a message can edit its text. */
  messageEditMinutes: z.int().min(0).max(1_440).default(15),
  /** Days a creator has to answer a message request before it ends and its price is returned. */
  messageRequestDays: z.int().min(1).max(90).default(7),
  /** The longest voice message, in seconds. */
  voiceMessageSeconds: z.int().min(10).max(900).default(limits.voice.seconds),
  /** Seconds for which an interrupted stream waits for its creator before it ends. */
  streamGraceSeconds: z.int().min(10).max(1_800).default(120),
  /** A stream that ends within this many minutes of a ticket's purchase refunds it. */
  streamRefundMinutes: z.int().min(0).max(60).default(2),
  /** Hours a creator has to answer a request for a private stream. */
  privateRequestHours: z.int().min(1).max(720).default(24),
  /** Minutes within which an accepted private stream must begin. */
  privateJoinMinutes: z.int().min(1).max(120).default(10),
  /** Seconds during which a tip can be undone. */
  tipUndoSeconds: z.int().min(0).max(3_600).default(60),
  /** Hours before a raised spend cap takes effect. */
  spendCapRaiseHours: z.int().min(0).max(720).default(24),
  /** Days before a renewal at which the notice is emailed. */
  renewalNoticeDays: z.int().min(1).max(30).default(3),
  /**
   * A referrer's share of the site's commission on a referred account, in basis points, paid for
   * `referralDays`.
   */
  referralBps: z.int().min(0).max(10_000).default(500),
  referralDays: z.int().min(0).max(3_650).default(365),
  /**
   * A bid this many seconds or less before the end of an auction extends it to this many seconds after the
   * bid.
   */
  auctionExtensionSeconds: z.int().min(0).max(3_600).default(60),
  /** Days a seller has to accept an order before it is refunded. */
  orderAcceptDays: z.int().min(0).max(90).default(3),
  /** Days to ship an accepted order, on top of the product's own processing days, before it is refunded. */
  orderShipDays: z.int().min(0).max(90).default(7),
  /** Days after which a shipped order counts as delivered. */
  orderDeliverDays: z.int().min(0).max(180).default(14),
  /** Days after which a delivered order is closed. */
  orderCloseDays: z.int().min(0).max(90).default(7),
  /** Days to answer when a buyer reports a problem with an order, and for the buyer to object to the answer. */
  orderAnswerDays: z.int().min(1).max(90).default(5),
  /** How many mass messages a creator may send in one day (UTC). */
  massMessagesPerDay: z.int().min(0).max(1_000).default(10),
  /** How many mass messages a fan receives in 7 days, unless the fan chose a number. */
  massMessageWeeklyCap: z.int().min(0).max(limits.broadcast.weeklyCap).default(30),
  /** How many quick replies a creator can have. */
  quickRepliesMax: z.int().min(0).max(limits.quickReply.most).default(50),
  /** Days after which notifications that were read are removed. */
  notificationDays: z.int().min(1).max(3_650).default(90),
  /** Days for which the copy of one's data can be downloaded. */
  exportDays: z.int().min(1).max(30).default(7),
  /** Days between asking for an account's deletion and the deletion itself, during which a login cancels it. */
  deletionGraceDays: z.int().min(1).max(90).default(14),
  /** From this amount on, two operators have to approve a payout at the desk; null: one is enough. */
  twoPersonPayoutAmount: Price.nullable().default(null),
  /** Two operators have to agree on a ban at the desk. */
  twoPersonBans: z.boolean().default(true),
  /** Minutes for which an operator's code is good for actions at the desk. */
  operatorProofMinutes: z.int().min(1).max(1_440).default(30),
  /** Hours after which an operator's session ends, and after which the desk asks for a code again. */
  operatorSessionHours: z.int().min(1).max(168).default(12),
  /** What the files of one account may take up in all, and those that nothing uses yet. */
  fanStorageMegabytes: z.int().min(1).max(1_000_000_000).default(5_120),
  creatorStorageMegabytes: z.int().min(1).max(1_000_000_000).default(1_048_576),
  fanUnusedMegabytes: z.int().min(1).max(1_000_000_000).default(1_024),
  creatorUnusedMegabytes: z.int().min(1).max(1_000_000_000).default(30_720),
  /** Room on the disk that files may not use, so that the database can go on. */
  diskReserveMegabytes: z.int().min(0).max(1_000_000_000).default(1_024),
  /** Whether everyone named in a work without an account needs a signed release before it is published. */
  releasesRequired: z.boolean().default(false),
  /** Days within which documents that creators send are usually reviewed. */
  documentReviewDays: z.int().min(1).max(60).default(3),
  /** Days after a creator's document has expired before the page is hidden. */
  documentGraceDays: z.int().min(0).max(90).default(0),
  passwordHashing: z.enum(['true', 'false']).default('false'),
  allowContextMenu: z.boolean().default(false),
  googleAnalyticsCode: z
    .string()
    .regex(/^(G|UA|GT|AW)-[A-Z0-9-]{4,20}$/)
    .nullable()
    .default(null),
  /** Where messages to the operator are sent. Null means `operator@` the site's own host. */
  contactEmail: z.email().nullable().default(null),
  /** Who runs the site, as printed on creators' statements. Null means the site's name. */
  legalName: z.string().overwrite(cleanLine).min(1).max(150).nullable().default(null),
  /** Postal address, with line breaks. */
  legalAddress: z.string().trim().max(500).default(''),
  taxNumber: z.string().trim().max(40).default(''),
  /** Hours for which an account is new and has limits on how much it can do; 0: no account is. */
  newAccountHours: z.int().min(0).max(8_760).default(24),
  /** Whether an account has these limits until its email address is confirmed, however old it is. */
  newUntilEmailConfirmed: z.boolean().default(true),
  /** How many conversations a new account can start in 24 hours. */
  newAccountConversations: z.int().min(1).max(10_000).default(20),
  /** How many comments a new account can write in an hour. */
  newAccountComments: z.int().min(1).max(10_000).default(30),
  /** How many creators a new account can follow in 24 hours. */
  newAccountFollows: z.int().min(1).max(100_000).default(200),
  /** Countries the whole site is closed to. */
  blockedCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(250)
    .default([]),
});
export type SettingsValues = z.infer<typeof SettingsSchema>;
export type SettingKey = keyof SettingsValues;

const CACHE_MS = 2_000;

/** Site settings behind a short cache: an operator's change shows everywhere within two seconds. */
export interface SiteSettings {
  all(): Promise<SettingsValues>;
  set(key: string, value: unknown): Promise<void>;
}

export function createSettings(db: Db, clock: () => number = Date.now): SiteSettings {
  let cached: SettingsValues | null = null;
  let readAt = 0;
  let reading: Promise<SettingsValues> | null = null;
  const read = async () => {
    // Read as text, because drizzle would parse a JSON string a second time and turn the word "true" into a
    // boolean.
    const rows = await db.select({ key: table.key, value: sql<string>`${table.value}::text` }).from(table);
    cached = SettingsSchema.parse(
      Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as unknown])),
    );
    readAt = clock();
    return cached;
  };
  /** While the database is down, the cached values are used. A single lost connection is retried once. */
  const without = (error: unknown) => {
    if (!isConnectionLost(error)) throw error;
    return cached ?? read();
  };
  /** Not when read later than now: the clock has been corrected since. */
  const isFresh = () => readAt <= clock() && clock() - readAt < CACHE_MS;
  return {
    // One reader refreshes the cache for all; meanwhile the others use the cached values.
    async all() {
      if (cached && (reading || isFresh())) return cached;
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
      const parsed = schema.safeParse(value, { error: describeIssue });
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
