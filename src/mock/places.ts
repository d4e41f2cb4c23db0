import type { PlaceBook, State } from '#backend/ports/ports.ts';

/** The same states and cities as on the server, a file for each country beside the demo data. */
export function createFetchedPlaces(): PlaceBook {
  const found = new Map<string, Promise<readonly State[]>>();
  async function read(country: string): Promise<readonly State[]> {
    const reply = await fetch(`/mock/places/${country}.json`);
    if (reply.status === 404) return [];
    if (!reply.ok) throw new Error(`places of ${country}: ${reply.status}`);
    return (await reply.json()) as readonly State[];
  }
  return {
    listStates(country) {
      const known = found.get(country) ?? read(country);
      found.set(country, known);
      known.catch(() => found.delete(country));
      return known;
    },
  };
}
