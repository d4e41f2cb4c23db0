import type { CallInput, ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { BackendConfig } from '#backend/kernel/context.ts';
import { createBackend } from '#backend/create-backend.ts';
import type { FieldError } from '#backend/kernel/errors.ts';
import type { Ports } from '#backend/ports/ports.ts';
import type { TestDatabase } from './database.ts';
import type { FakeClock } from './fake-ports.ts';
import { withPriceNow } from './prices-now.ts';
import { type TestApp, makeTestApp } from './test-app.ts';

/** Optional parts of an input, and those whose fields are all optional. */
type LeavableKeys<Input> = {
  [Part in keyof Input]: undefined extends Input[Part] ? Part : object extends Input[Part] ? Part : never;
}[keyof Input];
type Leavable<Input> = Omit<Input, LeavableKeys<Input>> & { [Part in LeavableKeys<Input>]?: Input[Part] };
/** Makes the expected price optional, for tests that aren't about it. */
type Unpriced<Input> = Input extends { body: infer Body extends { expectedPrice: number } }
  ? Omit<Input, 'body'> & { body: Omit<Body, 'expectedPrice'> & { expectedPrice?: number } }
  : Input;
type Given<R extends RouteName> = Leavable<Unpriced<CallInput<R>>> & Around;

/** What a call has besides its input. */
export interface Around {
  /** The token, sent as `Authorization`. */
  token?: string | null;
  /** Sent as `Idempotency-Key`. */
  key?: string;
  /** Sent as `If-Match`. */
  version?: string;
  /** Of a solved captcha. */
  captchaPass?: string | undefined;
  /** Sent as multipart/form-data, with the body's fields as text. */
  form?: FormData;
  ip?: string;
  /** As reported by a trusted proxy. */
  country?: string | null | undefined;
  /** What else a trusted proxy reports, and the cookie with what the visitor stated. */
  region?: string;
  isVpn?: boolean;
  placePass?: string;
  userAgent?: string;
}
export interface Problem {
  status: number;
  code: string;
  message: string;
  errors?: FieldError[];
  [more: string]: unknown;
}
export interface Answer<Data> {
  status: number;
  headers: Headers;
  /** The reply as it was sent, byte for byte. */
  text: string;
  /** Set for successful calls. */
  data: Data;
  /** Set for failed calls. */
  problem: Problem;
}
export interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const addressOf = (route: string, { params = {}, query = {} }: LooseInput) => {
  const path = (route.split(' ')[1] ?? '').replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined)
      for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  return `https://limelight.test/api/v1${path}${search.size > 0 ? `?${search}` : ''}`;
};

function bodyOf({ body }: LooseInput, form: FormData | undefined): { body?: BodyInit; type?: string } {
  if (form) {
    for (const [field, value] of Object.entries((body ?? {}) as Record<string, string>))
      form.set(field, value);
    return { body: form };
  }
  return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' };
}

function headersOf(
  { userAgent, token, key, captchaPass, version }: Around,
  type: string | undefined,
): Headers {
  const headers = new Headers({ 'user-agent': userAgent ?? 'vitest' });
  if (type) headers.set('content-type', type);
  if (token) headers.set('authorization', token);
  if (key) headers.set('idempotency-key', key);
  if (version) headers.set('if-match', `"${version}"`);
  if (captchaPass) headers.set('x-captcha-pass', captchaPass);
  return headers;
}

/**
 * The whole backend on a database of its own, called like a client would. Call it at the top level of a test
 * file.
 */
export async function testBackend<More extends Partial<Ports> = object>(
  options: { ports?: More; config?: Partial<BackendConfig>; database?: TestDatabase } = {},
) {
  const app = await makeTestApp(options);
  const backend = createBackend({
    db: app.db,
    ports: app.ports,
    config: app.config,
    settings: app.settings,
  });

  /** Calls with arbitrary input, including input that the contract rejects. */
  async function raw<Data = unknown>(route: string, input: LooseInput & Around = {}): Promise<Answer<Data>> {
    const { body, type } = bodyOf(
      { body: input.form ? input.body : await withPriceNow(app as unknown as TestApp, route, input) },
      input.form,
    );
    const request = new Request(addressOf(route, input), {
      method: route.split(' ')[0],
      headers: headersOf(input, type),
      body,
    });
    const response = await backend.fetch(request, {
      ip: input.ip ?? '203.0.113.1',
      ...(input.country === undefined ? {} : { country: input.country }),
      ...(input.region === undefined ? {} : { region: input.region }),
      ...(input.isVpn === undefined ? {} : { isVpn: input.isVpn }),
      ...(input.placePass === undefined ? {} : { placePass: input.placePass }),
    });
    const text = await response.text();
    const json = text === '' ? null : (JSON.parse(text) as { data: Data } & Problem);
    return {
      status: response.status,
      headers: response.headers,
      text,
      data: json?.data as Data,
      problem: json as Problem,
    };
  }

  type Rest<R extends RouteName> = object extends Given<R> ? [given?: Given<R>] : [given: Given<R>];

  /** Calls an operation, typed by the contract; returns the reply, successful or not. */
  const call = <R extends RouteName>(route: R, ...[given]: Rest<R>) => raw<ReplyOf<R>>(route, given);

  /** Calls an operation that must succeed; returns its data. */
  async function ok<R extends RouteName>(route: R, ...rest: Rest<R>): Promise<ReplyOf<R>> {
    const answer = await call(route, ...rest);
    if (answer.status >= 300) throw new Error(`${route} answered ${answer.status}: ${answer.text}`);
    return answer.data;
  }

  return { ...app, backend, raw, call, ok };
}
/** The backend with any ports. */
export type TestBackend = Omit<Awaited<ReturnType<typeof testBackend<object>>>, 'ports'> & {
  readonly ports: Ports & { readonly clock: FakeClock };
};
