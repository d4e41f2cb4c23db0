import { test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { creatorsMedia, fansMedia } from './media-moments.ts';
import { walk } from './moments.ts';
import { creatorsMoney, fansMoney } from './money-moments.ts';
import { call, joinAsCreator, publish } from './people.ts';
import { creatorsTalk, fansTalk } from './talk-moments.ts';

/*
 * Every moment of money, media and talk, at every width: nothing is cut off or out of reach, no word is broken, and
 * a finger finds what it presses.
 */
test.describe.configure({ mode: 'parallel', timeout: process.env.DEEP ? 900_000 : 300_000 });
test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce' },
});
test.skip(({ target }) => target === 'mock', 'The pages are the same.');

async function done<Data>(page: Page, route: string, body: object): Promise<Data> {
  const { status, data, message } = await call<Data>(page, route, body);
  if (status >= 300) throw new Error(`${route} answered ${status}: ${message}`);
  return data;
}

/** A creator with plans of every length, an offer, a post for sale and private streams. */
async function seller(studio: Page): Promise<{ creator: string; post: string }> {
  await studio.goto('/');
  const { username, id } = await joinAsCreator(studio);
  await done(studio, `PUT /performers/${id}`, {
    monthlyPrice: 1_299,
    yearlyPrice: 11_999,
    quarterlyPercent: 10,
    semiannualPercent: 15,
    isFreeSubscription: true,
  });
  await done(studio, 'POST /promotions', {
    percent: 30,
    plan: 'monthly',
    message: 'For the long evenings: a month of prints in the making.',
    maxUses: 12,
  });
  await done(studio, 'PUT /streaming/update', { privateEnabled: true, perMinute: 60 });
  const post = await publish(studio, {
    text: 'Salt at cone ten',
    audience: 'public',
    price: 120,
    photo: true,
  });
  return { creator: username, post };
}

/** Begins a new stream each time: one without a picture ends after a while. */
function streaming(studio: Page): () => Promise<string> {
  let last = '';
  return async () => {
    if (last) await call(studio, `PUT /streaming/live/${last}`, { state: 'ended' });
    const title = 'Glazing a bowl that nobody has ordered yet';
    const { stream } = await done<{ stream: { _id: string } }>(studio, 'POST /streaming/live', { title });
    return (last = stream._id);
  };
}

test('money', async ({ page, newPerson, loginAs }) => {
  const sold = await seller(await newPerson());
  await loginAs(page, 'demo-fan');
  await walk(page, fansMoney(sold));
  await loginAs(page, 'demo-creator');
  await walk(page, creatorsMoney);
});

test('media', async ({ page, loginAs }) => {
  await loginAs(page, 'demo-fan');
  await walk(page, fansMedia);
  await loginAs(page, 'demo-creator');
  await walk(page, creatorsMedia);
});

test('talk', async ({ page, newPerson, loginAs }) => {
  const studio = await newPerson();
  const { creator } = await seller(studio);
  await loginAs(page, 'demo-fan');
  await walk(page, fansTalk({ creator, goLive: streaming(studio) }));
  await loginAs(page, 'demo-creator');
  await walk(page, creatorsTalk);
});
