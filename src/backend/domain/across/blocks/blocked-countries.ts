import { and, eq } from 'drizzle-orm';
import type { ClosedCountries, Doubtful } from '#contract/across/blocks.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { unknownCountry } from '#lib/country-names.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { countryBlocks } from '../../../db/schema/blocks.ts';
import { invalid } from '../../../kernel/errors.ts';
import { stateCode, untilStated, vpnCode } from '../../../kernel/whereabouts.ts';
import { placesClosedBy } from '../../base/access/block-rules.ts';
import { isCountry } from '../../base/site/countries.ts';

/** What a creator chose, without what the site knows. */
type Choice = Omit<ClosedCountries, 'knows'>;

/** The code that is stored for a decision about doubtful visitors. */
const doubtCodes = (code: string, decision: Doubtful): string[] =>
  ({ allow: [], ask: [untilStated(code)], refuse: [code] })[decision];
const decidePlace = (codes: ReadonlySet<string>, code: string): Doubtful =>
  codes.has(code) ? 'refuse' : codes.has(untilStated(code)) ? 'ask' : 'allow';

const countryOfState = (state: string): string => state.slice(0, 2);

/** All codes of a choice. A doubt about the state only matters in a country with closed states. */
function codesFor({ countries, states, unknown, vpn }: Choice): string[] {
  const divided = new Set(states.map(countryOfState));
  return [
    ...countries,
    ...states,
    ...doubtCodes(unknownCountry, unknown),
    ...[...divided].flatMap((country) => doubtCodes(stateCode(country, null), unknown)),
    ...doubtCodes(vpnCode, vpn),
  ];
}

const isState = (code: string): boolean => /^[A-Z]{2}-/.test(code) && !code.startsWith('-ZZ', 2);

async function loadChoice(ctx: UserCtx): Promise<Choice> {
  const codes = await placesClosedBy(ctx, ctx.viewer.id);
  const sorted = [...codes].sort();
  return {
    countries: sorted.filter((code) => /^[A-Z]{2}$/.test(code) && code !== unknownCountry),
    states: sorted.filter(isState),
    unknown: decidePlace(codes, unknownCountry),
    vpn: decidePlace(codes, vpnCode),
  };
}

/** The places the viewer blocks, and what the site can know of its visitors. */
export async function closedPlaces(ctx: UserCtx): Promise<ClosedCountries> {
  const { regions, vpns } = ctx.ports.geo.knows;
  return { ...(await loadChoice(ctx)), knows: { states: regions, vpns } };
}

/** @throws AppError 422 */
async function assertPlaces(
  { ports: { places } }: UserCtx,
  { countries, states = [] }: ParsedInput<'POST /block/countries'>['body'],
): Promise<void> {
  for (const code of countries)
    if (!(await isCountry(code)))
      throw invalid('countries', `There is no country ${code}. Choose from the list.`);
  for (const state of states) {
    const known = await places.listStates(countryOfState(state));
    if (!known.some(({ code }) => code === state.slice(3)))
      throw invalid('states', `There is no state ${state}. Choose from the list.`);
  }
}

/**
 * Replaces the lists of blocked countries and states. Existing followers and subscribers there stay, because
 * people travel; a renewal checks again (`subscriptions/renewal-rules.ts`).
 */
export async function closePlaces(
  ctx: UserCtx,
  body: ParsedInput<'POST /block/countries'>['body'],
): Promise<ClosedCountries> {
  await assertPlaces(ctx, body);
  return transaction(ctx, async (tx) => {
    // When two tabs save at once, one list wins; they are never mixed.
    await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, tx.viewer.id))
      .for('no key update');
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const wanted = new Set(codesFor({ ...(await loadChoice(tx)), ...given }));
    const before = await placesClosedBy(tx, tx.viewer.id);
    for (const code of before)
      if (!wanted.has(code))
        await tx.db
          .delete(countryBlocks)
          .where(and(eq(countryBlocks.blockerId, tx.viewer.id), eq(countryBlocks.country, code)));
    const added = [...wanted].filter((code) => !before.has(code));
    if (added.length > 0)
      await tx.db
        .insert(countryBlocks)
        .values(added.map((country) => ({ blockerId: tx.viewer.id, country, createdAt: now(tx) })));
    return closedPlaces(tx);
  });
}
