import { describe, expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { berlin } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

const { call, ok, raw, makeFan, ports } = await testBackend();

const add = (who: Person, more: object = {}) =>
  ok('POST /addresses/create', { token: who.token, body: { ...berlin, ...more } });
const list = async (who: Person) => (await ok('GET /addresses/search', { token: who.token })).data;

describe('addresses', () => {
  test('the first one is the default; another takes its place on request', async () => {
    const fan = await makeFan();
    const first = await add(fan);
    expect(first).toMatchObject({ ...berlin, isDefault: true });
    ports.clock.move('1m');
    const second = await add(fan, { city: 'Hamburg' });
    expect(second.isDefault).toBe(false);
    await ok('PUT /addresses/:id', {
      token: fan.token,
      params: { id: second._id },
      body: { isDefault: true },
    });
    expect((await list(fan)).map(({ city, isDefault }) => [city, isDefault])).toEqual([
      ['Hamburg', true],
      ['Berlin', false],
    ]);
  });

  test('changes only the given fields', async () => {
    const fan = await makeFan();
    const { _id } = await add(fan, { line2: 'Floor 2' });
    const changed = await ok('PUT /addresses/:id', {
      token: fan.token,
      params: { id: _id },
      body: { zip: '10115' },
    });
    expect(changed).toMatchObject({ zip: '10115', line2: 'Floor 2', name: berlin.name, isDefault: true });
  });

  test('if the default is deleted, the newest of the rest becomes it', async () => {
    const fan = await makeFan();
    const first = await add(fan);
    await add(fan, { city: 'Bremen' });
    ports.clock.move('1m');
    await add(fan, { city: 'Hamburg' });
    await ok('DELETE /addresses/:id', { token: fan.token, params: { id: first._id } });
    expect((await list(fan)).map(({ city, isDefault }) => [city, isDefault])).toEqual([
      ['Hamburg', true],
      ['Bremen', false],
    ]);
  });

  test('one default, however many requests at once', async () => {
    const fan = await makeFan();
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => add(fan, { city: `City ${at}`, isDefault: true })),
    );
    expect((await list(fan)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('at most fifty are stored', async () => {
    const fan = await makeFan();
    await Promise.all(Array.from({ length: 50 }, () => add(fan)));
    const answer = await raw('POST /addresses/create', { token: fan.token, body: berlin });
    expect([answer.status, answer.problem.message]).toEqual([
      409,
      'You can save up to 50 addresses. Remove one first.',
    ]);
  });

  test('a telephone number is stored as it is dialed from abroad; without a country code it is rejected', async () => {
    const fan = await makeFan();
    const save = (phone: string) =>
      call('POST /addresses/create', { token: fan.token, body: { ...berlin, phone } });
    expect((await save('+49 (30) 123-456')).data.phone).toBe('+4930123456');
    expect((await save('')).data.phone).toBe('');
    for (const wrong of ['030 123456', '+49', '+0 301234567', `+${'1'.repeat(16)}`])
      expect((await save(wrong)).status).toBe(422);
  });

  test.each([
    [{ name: ' ' }, 'name', 'Enter the recipient’s name.'],
    [{ line1: '' }, 'line1', 'Enter a street address.'],
    [{ city: '' }, 'city', 'Enter a city.'],
    [{ zip: 'x'.repeat(21) }, 'zip', 'Use at most 20 characters.'],
    [{ zip: '10!19' }, 'zip', 'Use only letters, digits, spaces and dashes.'],
    [{ country: 'Germany' }, 'country', 'Choose a country from the list.'],
    [{ country: 'XX' }, 'country', 'Choose a country from the list.'],
    [{ phone: 'call me' }, 'phone', 'Enter a phone number with its country code, such as +49 30 123456.'],
    [{ isAdmin: true }, 'isAdmin', expect.any(String)],
  ])('%j is rejected on its field', async (wrong, field, message) => {
    const fan = await makeFan();
    const answer = await raw('POST /addresses/create', { token: fan.token, body: { ...berlin, ...wrong } });
    expect([answer.status, answer.problem.errors?.[0]]).toEqual([422, { field, message }]);
    expect(await list(fan)).toEqual([]);
  });
});
