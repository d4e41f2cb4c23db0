import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { isUntilStated, passFor, requestPlaces, vpnCode } from '../../../kernel/whereabouts.ts';
import { isCountry } from '../../base/site/countries.ts';

type View = (ctx: Ctx, id: string) => Promise<unknown>;
/** What the pages of creators and their items show. */
export interface Views {
  readonly profile: View;
  /** By the first part of their path. */
  readonly items: Readonly<Record<string, View>>;
}
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function findView({ profile, items }: Views, path: string): ((ctx: Ctx) => Promise<unknown>) | null {
  const [first = '', second, ...more] = (path.split(/[?#]/, 1)[0] ?? '').split('/').slice(1);
  if (more.length > 0 || first === '') return null;
  if (second === undefined) return first.length <= 64 ? (ctx) => profile(ctx, first) : null;
  const view = Object.hasOwn(items, first) ? items[first] : undefined;
  return view && uuid.test(second) ? (ctx) => view(ctx, second) : null;
}

/** Whether the page opens for this viewer. */
async function opens(ctx: Ctx, view: (ctx: Ctx) => Promise<unknown>): Promise<boolean> {
  try {
    await view(ctx);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/**
 * Whether a page that doesn't exist for the viewer would once they have stated where they are: the real queries
 * run as if they had. Whoever is blocked, or in a place that is closed for certain, learns nothing.
 */
export async function mustState(
  ctx: Ctx,
  path: string,
  views: Views,
): Promise<ReplySource<'GET /block/place'>> {
  const places = requestPlaces(ctx.request) ?? [];
  const settled = places.filter((code) => !isUntilStated(code));
  const view = settled.length < places.length ? findView(views, path) : null;
  const nothing = { asked: false, country: null };
  if (!view || (await opens(ctx, view))) return nothing;
  const wouldOpen = await opens({ ...ctx, request: { ...ctx.request, places: settled } }, view);
  if (!wouldOpen) return nothing;
  const named = places.find((code) => /^[A-Z]{2}-ZZ\?$/.test(code))?.slice(0, 2) ?? null;
  return { asked: true, country: places.includes(vpnCode) ? null : named };
}

/**
 * Records what a visitor states about where they are, as a signed pass for a cookie.
 * @throws AppError 422, 429
 */
export async function statePlace(
  ctx: Ctx,
  { country, state }: ParsedInput<'POST /block/place'>['body'],
): Promise<ReplySource<'POST /block/place'>> {
  await limitRate(ctx, `place:net:${toNetwork(ctx.request)}`, { max: 30, seconds: 3_600 });
  if (!(await isCountry(country))) throw invalid('country', 'Choose a country from the list.');
  const states = await ctx.ports.places.listStates(country);
  if (states.length > 0 && !states.some(({ code }) => code === state))
    throw invalid('state', 'Choose your state or region from the list.');
  if (states.length === 0 && state !== undefined)
    throw invalid('state', 'This country has no states in our list.');
  const { pass, expiresAt } = passFor(ctx, { country, state: state ?? null });
  return { pass, expiresAt: expiresAt.toISOString() };
}
