import { type ChosenPrices, bundlePrice, bundleTypes, monthsPerPlan } from '#lib/plans/bundles.ts';
import type { Cents } from '#lib/units.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { PerformerUpdate, performers as family } from '#contract/people/creators.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import type { SettingsValues } from '../../../kernel/settings.ts';
import { isLanguage } from '../../base/site/languages.ts';
import { searchPerformers } from './search.ts';
import { similarPerformers } from './discovery.ts';
import { categoriesInUse, randomPerformers, topPerformers } from './suggestions.ts';
import { ownPerformer, viewPerformer } from './queries.ts';
import { replaceDocuments } from './documents.ts';
import { priceChanging } from '../../trade/subscriptions/price.ts';
import { removePicture, setPicture } from '../accounts/pictures.ts';
import { updateAccount } from '../accounts/profile-update.ts';
import { removeWelcomeVideo, setWelcomeVideo } from './welcome-video.ts';

type Change = z.output<typeof PerformerUpdate>;

const asMoney = (cents: Cents) => (cents / 100).toFixed(2);

function checkPrice(
  field: 'monthlyPrice' | 'yearlyPrice',
  price: Cents | undefined,
  { minimumSubscriptionPrice: min, maximumSubscriptionPrice: max }: SettingsValues,
): void {
  if (price === undefined) return;
  if (price < min) throw invalid(field, `The lowest price is ${asMoney(min)}.`);
  if (price > max) throw invalid(field, `The highest price is ${asMoney(max)}.`);
}

/** A year must not cost more than twelve months. */
function checkYear(change: Change, before: ChosenPrices): void {
  if (change.monthlyPrice === undefined && change.yearlyPrice === undefined) return;
  const [monthly, yearly] = [change.monthlyPrice ?? before.monthly, change.yearlyPrice ?? before.yearly];
  if (monthly === null) throw invalid('monthlyPrice', 'Set a monthly price too.');
  if (yearly === null || yearly <= 12 * monthly) return;
  if (change.yearlyPrice === undefined)
    throw invalid(
      'monthlyPrice',
      `Twelve months would cost less than a year (${asMoney(yearly)}). Lower the yearly price too.`,
    );
  throw invalid('yearlyPrice', `A year can cost at most twelve months: ${asMoney(12 * monthly)}.`);
}

/** What is paid at once for several months is a subscription price like any other, within the same limit. */
function checkBundles(
  change: Change,
  before: ChosenPrices,
  { maximumSubscriptionPrice: max }: SettingsValues,
) {
  const month = change.monthlyPrice ?? before.monthly;
  for (const type of bundleTypes) {
    const { [`${type}Percent` as const]: percent = before[`${type}Percent`] } = change;
    if (percent === null) continue;
    if (month === null) throw invalid('monthlyPrice', 'Set a monthly price too.');
    const price = bundlePrice(type, { month, percent });
    if (price <= max) continue;
    const field = change[`${type}Percent`] === undefined ? 'monthlyPrice' : `${type}Percent`;
    throw invalid(
      field,
      `${monthsPerPlan[type]} months would cost ${asMoney(price)}. The highest price is ${asMoney(max)}.`,
    );
  }
}

/** Checks against the operator's limits, which may differ from the contract's. */
function checkTerms(change: Change, settings: SettingsValues): void {
  checkPrice('monthlyPrice', change.monthlyPrice, settings);
  checkPrice('yearlyPrice', change.yearlyPrice, settings);
  if (change.isFreeSubscription && !settings.freeSubscriptionEnabled)
    throw invalid('isFreeSubscription', 'Free subscriptions are turned off on this site.');
  const unknown = change.languages?.find((code) => !isLanguage(code));
  if (unknown !== undefined) throw invalid('languages', 'Choose languages from the list.');
}

/** Updates the viewer's own profile; absent keys stay unchanged. Existing subscribers keep their price. */
async function updatePerformer(ctx: UserCtx, id: string, change: Change) {
  if (id !== ctx.viewer.id) throw notFound();
  const settings = await ctx.settings.all();
  checkTerms(change, settings);
  const {
    categories,
    languages,
    pronouns,
    monthlyPrice,
    yearlyPrice,
    quarterlyPercent,
    semiannualPercent,
    isFreeSubscription,
    freeDays,
    ...account
  } = change;
  const unique = (words: string[] | undefined) => words && [...new Set(words)];
  await updateAccount(ctx, account, async (tx) => {
    const before = await priceChanging(tx, id, {
      monthly: monthlyPrice,
      yearly: yearlyPrice,
      quarterlyPercent,
      semiannualPercent,
    });
    checkYear(change, before);
    checkBundles(change, before, settings);
    await tx.db
      .update(performers)
      .set({
        categories: unique(categories),
        languages: unique(languages),
        pronouns,
        monthlyPrice,
        yearlyPrice,
        quarterlyPercent,
        semiannualPercent,
        isFreeSubscription,
        freeDays,
        updatedAt: now(tx),
      })
      .where(eq(performers.accountId, id));
  });
  return ownPerformer(ctx);
}

export const performerHandlers: HandlersOf<typeof family> = {
  'GET /performers/user/search': (ctx, { query }) => searchPerformers(ctx, query),
  'GET /performers/search/random': (ctx, { query }) => randomPerformers(ctx, query.limit),
  'GET /performers/top': (ctx, { query }) => topPerformers(ctx, query.limit),
  'GET /performers/categories': (ctx) => categoriesInUse(ctx),
  'GET /performers/me': (ctx) => ownPerformer(ctx),
  'GET /performers/:id': (ctx, { params }) => viewPerformer(ctx, params.id),
  'GET /performers/:id/similar': (ctx, { params, query }) => similarPerformers(ctx, params.id, query.limit),
  'PUT /performers/:id': (ctx, { params, body }) => updatePerformer(ctx, params.id, body),
  'POST /performers/avatar/upload': (ctx, { files }) => setPicture(ctx, 'avatar', files),
  'POST /performers/cover/upload': (ctx, { files }) => setPicture(ctx, 'cover', files),
  async 'DELETE /performers/cover'(ctx) {
    await removePicture(ctx, 'cover');
    return { success: true };
  },
  'POST /performers/welcome-video/upload': (ctx, { body, files }) => setWelcomeVideo(ctx, body, files[0]),
  async 'DELETE /performers/welcome-video'(ctx) {
    await removeWelcomeVideo(ctx);
    return { success: true };
  },
  'POST /performers/documents/upload': (ctx, { body, files }) =>
    replaceDocuments(ctx, files, body.statements).then((data) => ({ data, total: data.length })),
};
