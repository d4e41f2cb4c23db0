import { beforeEach, expect, test } from 'vitest';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { ok, addCard, subscribe, cancel } = app;

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, creator, cardId } = await app.begin());
});

/** The subscriptions that each card renews, by card id. */
const renewing = async (who: Person = fan) =>
  Object.fromEntries(
    (await ok('GET /payment-cards', { token: who.token })).data.map((card) => [
      card._id,
      card.renews.map(({ name }) => name),
    ]),
  );

test('a card lists the creators whose subscriptions it pays for next', async () => {
  const other = await addCard(fan);
  expect(await renewing()).toEqual({ [cardId]: [], [other]: [] });
  await subscribe('monthly', { cardId: other });
  expect(await renewing()).toEqual({ [cardId]: [], [other]: [creator.viewer.name] });
});

test('a subscription charged to a removed card moves to the default one, and to none with the last card', async () => {
  const other = await addCard(fan);
  await subscribe('monthly', { cardId: other });
  await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: other } });
  expect(await renewing()).toEqual({ [cardId]: [creator.viewer.name] });
  await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: cardId } });
  const third = await addCard(fan);
  expect(await renewing()).toEqual({ [third]: [creator.viewer.name] });
});

test("free and canceled subscriptions renew with no card, and nobody sees another person's", async () => {
  const { data } = await subscribe('monthly');
  const cleo = await app.makeCreator({ name: 'Mo' }, { isFreeSubscription: true });
  await subscribe('free', { performerId: cleo.id });
  expect(await renewing()).toEqual({ [cardId]: [creator.viewer.name] });
  await cancel(data._id);
  expect(await renewing()).toEqual({ [cardId]: [] });
  const stranger = await app.makeFan();
  await addCard(stranger);
  expect(Object.values(await renewing(stranger))).toEqual([[]]);
});
