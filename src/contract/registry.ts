import { addresses, auctions, orders } from './commerce.ts';
import { galleries, photos, products, videos } from './assets.ts';
import { auth } from './auth.ts';
import { earnings, payouts } from './earnings.ts';
import { comments, reactions, referrals, reports } from './engagement.ts';
import { feeds, uploads } from './feeds.ts';
import { follows } from './follows.ts';
import { messaging } from './messages.ts';
import { payment, subscriptions, tokenPackages, wallet } from './payment.ts';
import { performers } from './performers.ts';
import { blocks, captcha, contact, files, posts, promos, reference, settings } from './site.ts';
import { streaming } from './streaming.ts';
import { users } from './users.ts';
import type { z } from 'zod';

/** Every server call there is, by route string. Specification section 7, plus our own additions (`ours`). */
export const contract = {
  ...auth, ...users, ...blocks, ...performers, ...feeds, ...uploads, ...galleries, ...photos, ...videos, ...products, ...orders,
  ...payment, ...wallet, ...payouts, ...earnings, ...subscriptions, ...follows, ...messaging, ...streaming, ...auctions,
  ...comments, ...reactions, ...addresses, ...reports, ...referrals, ...settings, ...contact, ...posts, ...files,
  ...reference, ...captcha, ...tokenPackages, ...promos,
};
export type Contract = typeof contract;
export type RouteName = keyof Contract;

type Field<R extends RouteName, F extends string> = Contract[R] extends { [K in F]: infer S extends z.ZodType } ? S : never;
type Part<R extends RouteName, F extends string, Side extends 'input' | 'output'> =
  [Field<R, F>] extends [never] ? unknown : { [K in F]: Side extends 'input' ? z.input<Field<R, F>> : z.output<Field<R, F>> };

/** What a client gives: `{ params, query, body }`, each only where the operation has it. */
export type CallInput<R extends RouteName> = Part<R, 'params', 'input'> & Part<R, 'query', 'input'> & Part<R, 'body', 'input'>;
/** What the server's function receives after parsing. */
export type ParsedInput<R extends RouteName> = Part<R, 'params', 'output'> & Part<R, 'query', 'output'> & Part<R, 'body', 'output'>;
/** `data` of the reply. */
export type ReplyOf<R extends RouteName> = z.output<Contract[R]['reply']>;
/** What the server's function returns: checked and stripped by the reply schema. */
export type ReplySource<R extends RouteName> = z.input<Contract[R]['reply']>;
/** The operations that are served now. */
export type LiveRoute = { [R in RouteName]: Contract[R] extends { pending: true } ? never : R }[RouteName];
