import { expect, test } from 'vitest';
import { createPlaceBook } from '#backend/node/ports/places.ts';

test('the installed places: states of a country by name, each with its cities', async () => {
  const places = createPlaceBook();
  const states = await places.listStates('US');
  expect(states.map(({ name }) => name)).toEqual(states.map(({ name }) => name).toSorted());
  expect(states).toHaveLength(51);
  const california = states.find(({ code }) => code === 'CA');
  expect(california?.name).toBe('California');
  expect(california?.cities).toContain('San Francisco');
  expect(california?.cities).not.toContain('Portland');
  const cities = california?.cities ?? [];
  expect(new Set(cities).size).toBe(cities.length);

  expect((await places.listStates('DE')).map(({ name }) => name)).toContain('Bavaria');
  expect(await places.listStates('XX')).toEqual([]);
});
