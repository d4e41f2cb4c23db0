import type { Ctx } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { isCountry } from './countries.ts';

/** Lower case without accents, so that `sao` finds São Paulo. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

async function listStates({ ports }: Ctx, country: string) {
  if (!(await isCountry(country))) throw notFound();
  return ports.places.listStates(country);
}

/** Throws 404 for a code that no country has. */
export async function states(ctx: Ctx, country: string) {
  const found = await listStates(ctx, country);
  return { data: found.map(({ code, name }) => ({ code, name })), total: found.length };
}

/** Throws 404 for an unknown country or state. */
export async function cities(
  ctx: Ctx,
  wanted: { country: string; state: string; q?: string | undefined; offset: number; limit: number },
) {
  const state = (await listStates(ctx, wanted.country)).find(({ code }) => code === wanted.state);
  if (!state) throw notFound();
  const beginning = plain(wanted.q ?? '');
  const found = state.cities.filter((name) => plain(name).startsWith(beginning));
  return {
    data: found.slice(wanted.offset, wanted.offset + wanted.limit).map((name) => ({ name })),
    total: found.length,
  };
}
