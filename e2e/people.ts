import { Secret, TOTP } from 'otpauth';
import { type Page, expect } from 'playwright/test';

/** An account created for one test with a unique name, so that specs don't depend on each other. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface Reply<Data> {
  readonly status: number;
  readonly data: Data;
  readonly message: string;
  readonly code?: string;
}

interface Sent {
  readonly route: string;
  readonly body?: object;
  /** Form fields that receive a drawn picture; if any, the call is sent as multipart/form-data. */
  readonly files?: readonly string[];
  /** The apparent client address. The server under test trusts one proxy. */
  readonly from?: string;
}

/** Sends a request from within the page, because the mock can't be reached from outside. */
export async function send<Data = Record<string, unknown>>(page: Page, sent: Sent): Promise<Reply<Data>> {
  return page.evaluate(async ({ route, body = {}, files = [], from }) => {
    const token = /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
    const authorization: Record<string, string> = {
      ...(token ? { authorization: decodeURIComponent(token) } : {}),
      ...(from ? { 'x-forwarded-for': from } : {}),
    };
    const draw = async (name: string) => {
      const canvas = new OffscreenCanvas(960, 640);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      for (let y = 0; y < 640; y += 16) {
        context.fillStyle = `hsl(${20 + y / 8} 45% ${40 + y / 32}%)`;
        context.fillRect(0, y, 960, 16);
      }
      return new File([await canvas.convertToBlob({ type: 'image/png' })], `${name}.png`, {
        type: 'image/png',
      });
    };
    const form = async () => {
      const data = new FormData();
      for (const [name, value] of Object.entries(body)) data.append(name, String(value));
      for (const name of files) data.append(name, await draw(name));
      return { body: data, headers: authorization };
    };
    const json = () => ({
      body: JSON.stringify(body),
      headers: { ...authorization, 'content-type': 'application/json' },
    });
    const [method = 'GET', path = '/'] = route.split(' ');
    const bare = method === 'GET' || method === 'DELETE';
    const content = async () => (files.length > 0 ? form() : bare ? { headers: authorization } : json());
    const answer = await fetch(`/api/v1${path}`, { method, ...(await content()) });
    const reply = (await answer.json().catch(() => ({}))) as {
      data?: unknown;
      message?: string;
      code?: string;
    };
    return { status: answer.status, data: reply.data, message: reply.message ?? '', code: reply.code };
  }, sent) as Promise<Reply<Data>>;
}
export const call = <Data = Record<string, unknown>>(
  page: Page,
  route: string,
  body?: object,
): Promise<Reply<Data>> => send<Data>(page, { route, body });

let made = 0;
const fresh = (kind: string): Omit<Person, 'id'> => {
  const tag = `${Date.now().toString(36)}${(made += 1)}`;
  return {
    username: `${kind}-${tag}`,
    name: `${kind === 'fan' ? 'Fay' : 'Cleo'} ${tag}`,
    email: `${kind}-${tag}@example.com`,
    password: 'correct horse',
  };
};

/**
 * A random address, because registrations are rate-limited by address. Taken from documentation ranges, which
 * map to no country.
 */
const address = (): string =>
  `${Math.random() < 0.5 ? '198.51.100' : '203.0.113'}.${Math.floor(Math.random() * 256)}`;

async function join(page: Page, kind: 'fan' | 'creator'): Promise<Person> {
  const person = fresh(kind);
  const { username, name, email, password } = person;
  const body = { username, name, email, password };
  const reply = await send<{ token: string }>(
    page,
    kind === 'fan'
      ? { route: 'POST /auth/users/register', body, from: address() }
      : { route: 'POST /auth/performers/register', body, files: ['idFront'], from: address() },
  );
  if (reply.status !== 201) throw new Error(`joining answered ${reply.status}: ${reply.message}`);
  await page.evaluate(
    (token) => void (document.cookie = `token=${token}; path=/; samesite=lax`),
    reply.data.token,
  );
  const me = await call<{ _id: string }>(page, 'GET /users/me');
  // Nobody can subscribe to a creator without a price.
  if (kind === 'creator')
    await call(page, `PUT /performers/${me.data._id}`, { monthlyPrice: 999, yearlyPrice: 9_999 });
  return { ...person, id: me.data._id };
}

/** Registers through the API and leaves the page logged in. The page must already be on the site. */
export const joinAsFan = (page: Page): Promise<Person> => join(page, 'fan');
export const joinAsCreator = (page: Page): Promise<Person> => join(page, 'creator');

/** Turns on two-factor authentication of whoever is logged in. */
export async function protect(page: Page): Promise<void> {
  const { data } = await call<{ secret: string }>(page, 'POST /auth/second-factor');
  const app = new TOTP({ secret: Secret.fromBase32(data.secret) });
  const reply = await call(page, 'POST /auth/second-factor/confirm', {
    code: app.generate({ timestamp: Date.now() }),
  });
  expect(reply.status, reply.message).toBe(200);
}

/**
 * Waits until the server has the follow. The button changes before that, and leaving the page at once could
 * cancel the request.
 */
export const isFollowed = (page: Page, username: string, followed: boolean): Promise<void> =>
  expect
    .poll(
      async () => (await call<{ isFollowed: boolean }>(page, `GET /performers/${username}`)).data.isFollowed,
    )
    .toBe(followed);

/** Publishes a post with one drawn photo (or none) and returns its id. */
export async function publish(
  page: Page,
  post: {
    text: string;
    audience?: string;
    price?: number;
    photo?: boolean;
    includedInSubscription?: boolean;
  },
): Promise<string> {
  const { photo, ...body } = post;
  const fileIds = photo
    ? [
        (await send<{ _id: string }>(page, { route: 'POST /performer/feeds/photo/upload', files: ['file'] }))
          .data._id,
      ]
    : [];
  const reply = await call<{ _id: string }>(page, 'POST /performer/feeds', {
    ...body,
    type: photo ? 'photo' : 'text',
    fileIds,
  });
  if (reply.status !== 201) throw new Error(`publishing answered ${reply.status}: ${reply.message}`);
  return reply.data._id;
}

/** Saves a test card and tops up the wallet by an amount in cents. */
export async function topUp(page: Page, cents: number): Promise<void> {
  const reply = await call(page, 'POST /payment/wallet/top-up', {
    amount: cents,
    cardId: await storeCard(page, '4242424242424242'),
  });
  if (reply.status !== 201) throw new Error(`topping up answered ${reply.status}: ${reply.message}`);
}

/** Subscribes monthly at the creator's price. */
export async function subscribeMonthly(
  page: Page,
  performerId: string,
  cardId: string,
): Promise<Reply<unknown>> {
  const { monthlyPrice: expectedPrice } = (
    await call<{ monthlyPrice: number }>(page, `GET /performers/${performerId}`)
  ).data;
  return call(page, 'POST /payment/subscribe/performers', {
    performerId,
    type: 'monthly',
    cardId,
    expectedPrice,
  });
}

/**
 * Logs the page's person in for a year, for specs that advance the clock. After joining, a session lasts only
 * one day.
 */
export async function rememberMe(page: Page, { email, password }: Person): Promise<void> {
  const reply = await call<{ token: string }>(page, 'POST /auth/login', {
    credentials: email,
    password,
    remember: true,
  });
  if (reply.status !== 201 && reply.status !== 200)
    throw new Error(`logging in answered ${reply.status}: ${reply.message}`);
  await page.evaluate(
    (token) => void (document.cookie = `token=${token}; path=/; samesite=lax`),
    reply.data.token,
  );
}

/** Saves a test card by its number, which determines how it behaves. */
export async function storeCard(page: Page, number: string): Promise<string> {
  const card = await call<{ _id: string }>(page, 'POST /sandbox/cards', {
    token: `${number}|12/${(new Date().getFullYear() % 100) + 3}|123`,
  });
  if (card.status !== 201) throw new Error(`keeping a card answered ${card.status}: ${card.message}`);
  return card.data._id;
}
