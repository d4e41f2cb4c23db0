import { z } from 'zod';
import {
  CountryCode,
  Done,
  Email,
  Id,
  NameOrIdParams,
  OffsetPage,
  Timestamp,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { Pronouns } from '../people/creators.ts';
import { SocialProvider } from '../people/auth/social.ts';
import { op } from '../core/op.ts';

/** Names and limits as in the specification's Settings. Prices are in whole currency units (2.95). */
export const PublicSettings = z.object({
  siteName: z.string(),
  logo: z.string().nullable(),
  favicon: z.string(),
  menus: z.array(z.object({ title: z.string(), path: z.string(), isNewTab: z.boolean() })),
  requireEmailVerification: z.boolean(),
  stripePublishableKey: z.string().nullable(),
  paymentGateway: z.string(),
  freeSubscriptionEnabled: z.boolean(),
  freeSubscriptionDuration: z.int().describe('Days that a free subscription lasts.'),
  minimumSubscriptionPrice: z.number().describe('Amount in the site’s currency, like 2.95.'),
  maximumSubscriptionPrice: z.number().describe('Amount in the site’s currency, like 300.'),
  minimumWalletPrice: z.number().describe('Amount in the site’s currency, like 2.95.'),
  maximumWalletPrice: z.number().describe('Amount in the site’s currency, like 300.'),
  minimumTipPrice: z.int().describe('Tokens.'),
  maximumTipPrice: z.int().describe('Tokens.'),
  minimumPayoutAmount: z.number().describe('Amount in the site’s currency, like 50.'),
  voiceMessageSeconds: z.int().describe('Longest voice message in seconds.'),
  currency: z.string(),
  commissionBps: z.int().describe('The site’s commission on what fans pay, in hundredths of a percent.'),
  tokenRate: z.int().describe('Number of tokens that one unit of the site’s currency buys.'),
  /** The string `true` makes the client hash passwords before sending them (specification section 5). */
  passwordHashing: z.string(),
  allowContextMenu: z.boolean(),
  googleAnalyticsCode: z.string().nullable(),
  liveStreams: z.boolean().describe('Whether live streams are available at the moment.'),
  /** Social logins that are configured. */
  socialLogins: z.array(SocialProvider),
  demo: z.object({ user: z.string(), performer: z.string(), password: z.string() }).nullable(),
});
export type PublicSettings = z.infer<typeof PublicSettings>;

export const Country = z.object({
  name: z.string(),
  code: z.string(),
  capital: z.string(),
  region: z.enum(['AS', 'EU', 'AF', 'OC', 'NA', 'SA', 'AN', 'Americas', '']),
  demonym: z.string().optional(),
  currency: z.object({ code: z.string(), name: z.string(), symbol: z.string().nullable() }),
  language: z.object({
    code: z.string().nullable(),
    name: z.string(),
    iso639_2: z.string().optional(),
    nativeName: z.string().optional(),
  }),
  flag: z.string(),
});
export type Country = z.infer<typeof Country>;

/** What has a page that search engines may list. */
export const SiteMapKind = z.enum(['profile', 'post', 'series', 'video', 'gallery', 'product', 'auction']);
export type SiteMapKind = z.infer<typeof SiteMapKind>;

export const siteMap = {
  'GET /site-map': op({
    summary: 'The parts of the site map: up to 5,000 pages of one kind each',
    access: 'anyone',
    reply: listReply(
      z.object({
        kind: SiteMapKind,
        after: Id.nullable().describe('Where it begins; null for a kind’s first.'),
      }),
    ),
    ours: true,
  }),
  'GET /site-map/:kind': op({
    summary: 'One part of the site map: pages that a visitor from the same place can open',
    access: 'anyone',
    params: z.strictObject({ kind: SiteMapKind }),
    query: z.strictObject({ after: Id.optional() }),
    reply: listReply(
      z.object({ name: z.string().describe('A username, or an item’s id.'), updatedAt: Timestamp }),
    ),
    ours: true,
  }),
};

export const settings = {
  'GET /settings/public': op({
    summary: 'Public settings that every browser needs',
    access: 'anyone',
    reply: PublicSettings,
  }),
  'POST /settings/keys': op({
    summary: 'Some public settings by name',
    access: 'anyone',
    body: z.strictObject({ keys: z.array(z.string().max(60)).max(50) }),
    reply: z.record(z.string(), z.unknown()),
  }),
};
export const contact = {
  'POST /contact': op({
    captcha: true,
    summary: 'Send a message to the operator',
    access: 'anyone',
    body: z.strictObject({
      name: lineText().min(1, 'Enter a name.').max(100),
      email: Email,
      subject: lineText().max(150).default(''),
      message: z.string().trim().min(10, 'Write a little more.').max(5_000),
    }),
    reply: Done,
    status: 201,
  }),
};
const SitePostRow = z.object({
  _id: Id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  publishedAt: Timestamp,
});
/** `html` is sanitized when it is saved and again when it is served. */
export const SitePost = SitePostRow.extend({
  html: z.string(),
  kind: z.enum(['news', 'page']),
  updatedAt: Timestamp,
});
export type SitePost = z.infer<typeof SitePost>;

export const posts = {
  'GET /posts/search': op({
    summary: 'News of the site, newest first',
    access: 'anyone',
    query: z.strictObject({ ...OffsetPage, q: z.string().trim().max(100).optional() }),
    reply: listReply(SitePostRow),
  }),
  'GET /posts/:id': op({
    summary: 'A news post or page of the site, by id or slug',
    access: 'anyone',
    params: NameOrIdParams,
    reply: SitePost,
  }),
};
export const reference = {
  'GET /countries/list': op({
    summary: 'Countries and territories',
    access: 'anyone',
    reply: listReply(Country),
  }),
  'GET /states/:country': op({
    summary: 'States of a country, by name; none if it has none (data: GeoNames, CC BY 4.0)',
    access: 'anyone',
    params: z.strictObject({ country: CountryCode }),
    reply: listReply(z.object({ code: z.string(), name: z.string() })),
  }),
  'GET /cities/:country/:state': op({
    summary: 'Cities of a state whose names begin with `q`, by name (data: GeoNames, CC BY 4.0)',
    access: 'anyone',
    params: z.strictObject({ country: CountryCode, state: z.string().regex(/^\w{1,8}$/) }),
    query: z.strictObject({ ...OffsetPage, q: z.string().trim().max(100).optional() }),
    reply: listReply(z.object({ name: z.string() })),
  }),
  'GET /languages/list': op({
    summary: 'Languages',
    access: 'anyone',
    reply: listReply(z.object({ code: z.string(), name: z.string(), nativeName: z.string() })),
  }),
  'GET /phone-codes/list': op({
    summary: 'Telephone codes',
    access: 'anyone',
    reply: listReply(z.object({ code: z.string(), country: z.string(), countryCode: z.string() })),
  }),
  'GET /user-additional': op({
    summary: 'Further choices for a profile',
    access: 'anyone',
    reply: z.object({ pronouns: z.array(Pronouns) }),
  }),
};
export const captcha = {
  'POST /re-captcha/verify': op({
    summary: 'Exchange a captcha answer for a pass, which repeats the refused call once',
    access: 'anyone',
    body: z.strictObject({
      token: z
        .string()
        .min(1)
        .max(8_192)
        .describe('The solved proof of work as JSON, or what reCAPTCHA gave the browser.'),
    }),
    reply: Done.extend({ pass: z.string(), expiresAt: z.iso.datetime() }),
  }),
};
export const promos = {
  'GET /site-promo/search': op({
    summary: 'Promotions of the site itself',
    access: 'anyone',
    reply: listReply(
      z.object({
        _id: z.uuid(),
        title: z.string(),
        text: z.string(),
        href: z.string(),
        cover: z.string().nullable(),
      }),
    ),
  }),
};
