import type { Cents } from '#lib/units.ts';
import { asc, eq } from 'drizzle-orm';
import type {
  PublicSettings,
  captcha,
  contact,
  promos as promoFamily,
  reference,
  settings,
  siteMap,
} from '#contract/base/site.ts';
import { socialProviders } from '#contract/people/auth/social.ts';
import { pronounChoices } from '#contract/people/creators.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { promos } from '../../../db/schema/operator.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import type { SettingsValues } from '../../../kernel/settings.ts';
import { exchangeCaptcha } from './captcha.ts';
import { writeToOperator } from './contact.ts';
import { countries, phoneCodes } from './countries.ts';
import { languages } from './languages.ts';
import { cities, states } from './places.ts';
import { siteMapPart, siteMapParts } from './site-map.ts';

/** The demo accounts, as seeded and as shown on the login page. */
export const demoAccounts = { user: 'demo-fan', performer: 'demo-creator', password: 'limelight' } as const;

const asPrice = (cents: Cents) => cents / 100;

/** The publishable key of the current gateway: the host's, else the one in the settings. */
const publishableKey = ({ ports: { payments } }: Ctx, all: SettingsValues): string | null =>
  payments.name === 'stripe' ? (payments.publishableKey ?? all.stripePublishableKey) : null;

const hasLiveStreams = async ({ ports: { live } }: Ctx): Promise<boolean> =>
  live !== null && ((await live.elsewhere?.isThere()) ?? true);

/**
 * The settings that are public. Prices are in whole currency units, tips in tokens. The gateway is the one in
 * use, which may differ from the setting.
 */
export async function publicSettings(ctx: Ctx): Promise<PublicSettings> {
  const all = await ctx.settings.all();
  const gateway = ctx.ports.payments.name;
  return {
    siteName: all.siteName,
    logo: all.logo,
    favicon: all.favicon,
    menus: all.menus,
    requireEmailVerification: all.requireEmailVerification,
    stripePublishableKey: publishableKey(ctx, all),
    paymentGateway: gateway,
    freeSubscriptionEnabled: all.freeSubscriptionEnabled,
    freeSubscriptionDuration: all.freeSubscriptionDuration,
    minimumSubscriptionPrice: asPrice(all.minimumSubscriptionPrice),
    maximumSubscriptionPrice: asPrice(all.maximumSubscriptionPrice),
    minimumWalletPrice: asPrice(all.minimumWalletPrice),
    maximumWalletPrice: asPrice(all.maximumWalletPrice),
    minimumTipPrice: all.minimumTipPrice,
    maximumTipPrice: all.maximumTipPrice,
    minimumPayoutAmount: asPrice(all.minimumPayoutAmount),
    voiceMessageSeconds: all.voiceMessageSeconds,
    currency: all.currency,
    commissionBps: all.commissionBps,
    tokenRate: all.tokenRate,
    passwordHashing: all.passwordHashing,
    allowContextMenu: all.allowContextMenu,
    googleAnalyticsCode: all.googleAnalyticsCode,
    liveStreams: await hasLiveStreams(ctx),
    socialLogins: socialProviders.filter((name) => ctx.ports.identityProviders[name]),
    demo: ctx.config.demo ? demoAccounts : null,
  };
}

/** The requested public settings; unknown and private names are omitted. */
async function settingsByName(ctx: Ctx, keys: readonly string[]): Promise<Record<string, unknown>> {
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries(await publicSettings(ctx)).filter(([key]) => wanted.has(key)));
}

async function activePromos(ctx: Ctx) {
  const rows = await ctx.db
    .select()
    .from(promos)
    .where(eq(promos.isActive, true))
    .orderBy(asc(promos.createdAt), asc(promos.id))
    .limit(50);
  return rows.map(({ id, title, text, href, image }) => ({ _id: id, title, text, href, cover: image }));
}

const listed = <Item>(data: readonly Item[]) => ({ data: [...data], total: data.length });

export const siteHandlers: HandlersOf<
  typeof settings & typeof contact & typeof reference & typeof captcha & typeof promoFamily & typeof siteMap
> = {
  'GET /settings/public': (ctx) => publicSettings(ctx),
  'POST /settings/keys': (ctx, { body }) => settingsByName(ctx, body.keys),
  'POST /contact': (ctx, { body }) => writeToOperator(ctx, body).then(() => ({ success: true })),
  'POST /re-captcha/verify': (ctx, { body }) => exchangeCaptcha(ctx, body.token),
  'GET /countries/list': async (ctx) => listed(await countries(ctx.config.publicUrl)),
  'GET /states/:country': (ctx, { params }) => states(ctx, params.country),
  'GET /cities/:country/:state': (ctx, { params, query }) => cities(ctx, { ...params, ...query }),
  'GET /languages/list': async () => listed(languages()),
  'GET /phone-codes/list': async () => listed(await phoneCodes()),
  'GET /user-additional': async () => ({ pronouns: [...pronounChoices] }),
  'GET /site-promo/search': async (ctx) => listed(await activePromos(ctx)),
  'GET /site-map': async (ctx) => listed(await siteMapParts(ctx)),
  'GET /site-map/:kind': async (ctx, { params, query }) =>
    listed(await siteMapPart(ctx, params.kind, query.after)),
};
