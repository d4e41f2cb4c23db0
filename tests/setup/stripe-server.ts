import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import Stripe from 'stripe';
import { type Fields, decodeForm, requestCheck } from './stripe-schema.ts';
import { StripeRefusal, StripeState } from './stripe-state.ts';

export const stripeKeys = {
  secretKey: 'sk_test_standin',
  publishableKey: 'pk_test_standin',
  webhookSecret: 'whsec_standin',
} as const;

/**
 * What goes wrong with one request. `fail`: 500 without effect. `fail-after`: takes effect, but returns 500,
 * also for retries with its key. `cut`, `half`: takes effect, and the connection ends before or during the
 * response. `slow`: takes effect, and the response comes after `ms`. `drip`: takes effect, and the response
 * comes byte by byte forever. `twice`: the response is sent twice.
 */
export interface Fault {
  readonly on: string;
  readonly kind: 'fail' | 'fail-after' | 'cut' | 'half' | 'slow' | 'drip' | 'twice';
  readonly ms?: number;
}
interface Answer {
  readonly status: number;
  readonly body: unknown;
}
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Fields;
  readonly body: Fields;
}

const failure: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'Something went wrong over here.' } },
};
const list = (data: unknown[]) => ({ object: 'list', has_more: false, data });
const isIn = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;

/** The supported operations, longest paths first. */
const operations: readonly (readonly [RegExp, (state: StripeState, asked: Asked, id: string) => unknown])[] =
  [
    [/^POST \/v1\/customers$/, (state, { body }) => state.customer(body)],
    [
      /^POST \/v1\/customers\/(\w+)$/,
      (state, { body }, id) => state.found(state.customers, id) && state.customer(body, id),
    ],
    [/^GET \/v1\/payment_methods\/(\w+)$/, (state, _asked, id) => state.method(id)],
    [
      /^POST \/v1\/payment_methods\/(\w+)\/detach$/,
      (state, _asked, id) => {
        const method = state.found(state.methods, id);
        if (method.customer === null)
          throw new StripeRefusal(400, {
            type: 'invalid_request_error',
            message: 'The payment method isn’t attached.',
          });
        return Object.assign(method, { customer: null });
      },
    ],
    [
      /^POST \/v1\/setup_intents$/,
      (state, { body }) => state.setup({ ...body, confirm: body['confirm'] === 'true' }),
    ],
    [/^GET \/v1\/setup_intents\/(\w+)$/, (state, _asked, id) => state.intent(id, 'setup_intent')],
    [/^POST \/v1\/setup_intents\/(\w+)\/cancel$/, (state, _asked, id) => state.cancel(id, 'setup_intent')],
    [
      /^POST \/v1\/payment_intents$/,
      (state, { body }) => state.pay({ ...body, off_session: body['off_session'] === 'true' }),
    ],
    [
      /^GET \/v1\/payment_intents$/,
      (state, { query }) => {
        const from = Number((query['created'] as Fields | undefined)?.['gte'] ?? 0);
        return list(
          [...state.intents.values()]
            .filter(
              (one) =>
                one.object === 'payment_intent' &&
                isIn(query['customer'], one.customer) &&
                one.created >= from,
            )
            .toReversed(),
        );
      },
    ],
    [/^GET \/v1\/payment_intents\/(\w+)$/, (state, _asked, id) => state.intent(id, 'payment_intent')],
    [
      /^POST \/v1\/payment_intents\/(\w+)\/cancel$/,
      (state, _asked, id) => state.cancel(id, 'payment_intent'),
    ],
    [/^GET \/v1\/charges\/(\w+)$/, (state, _asked, id) => state.found(state.charges, id)],
    [
      /^POST \/v1\/refunds$/,
      (state, { body }) =>
        state.refund({
          charge: String(body['charge']),
          ...(body['amount'] === undefined ? {} : { amount: Number(body['amount']) }),
        }),
    ],
    [/^POST \/v1\/accounts$/, (state, { body }) => state.account(body)],
    [/^GET \/v1\/accounts\/(\w+)$/, (state, _asked, id) => state.found(state.accounts, id)],
    [
      /^POST \/v1\/account_links$/,
      (state, { body }) =>
        state.found(state.accounts, String(body['account'])) && {
          object: 'account_link',
          url: `https://connect.stripe.test/${String(body['account'])}`,
        },
    ],
    [/^POST \/v1\/transfers$/, (state, { body }) => state.transfer(body)],
    [
      /^GET \/v1\/transfers$/,
      (state, { query }) =>
        list(
          [...state.transfers.values()].filter((one) => isIn(query['transfer_group'], one['transfer_group'])),
        ),
    ],
  ];

function perform(state: StripeState, asked: Asked): Answer {
  const line = `${asked.method} ${asked.path}`;
  const found = operations.find(([pattern]) => pattern.test(line));
  if (!found)
    return {
      status: 404,
      body: { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${line}).` } },
    };
  try {
    return { status: 200, body: structuredClone(found[1](state, asked, found[0].exec(line)?.[1] ?? '')) };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return { status: error.status, body: { error: structuredClone(error.error) } };
  }
}

/** Responses stored by idempotency key, like Stripe does. */
interface Kept {
  readonly asked: string;
  answer: Answer | null;
}

function underKey(
  keys: Map<string, Kept>,
  { key, asked }: { key: string | undefined; asked: string },
  work: () => Answer,
): Answer {
  if (key === undefined) return work();
  const kept = keys.get(key);
  const refuse = (status: number, code: string) => ({
    status,
    body: { error: { type: 'idempotency_error', code, message: code } },
  });
  if (kept && kept.asked !== asked) return refuse(400, 'idempotency_parameters_mismatch');
  if (kept?.answer) return kept.answer;
  const answer = work();
  // A request that was rejected before it took effect may be repeated with corrections.
  if (answer.status !== 400 && answer.status !== 404) keys.set(key, { asked, answer });
  return answer;
}

const json = { 'content-type': 'application/json', 'request-id': 'req_standin' };

/** How to send each kind of faulty response, after the request has taken effect. */
const wrongly: Partial<
  Record<Fault['kind'], (response: ServerResponse, text: string, status: number) => void>
> = {
  cut: (response) => response.socket?.destroy(),
  half(response, text, status) {
    response.writeHead(status, { ...json, 'content-length': Buffer.byteLength(text) });
    response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
  },
  drip(response, _text, status) {
    response.writeHead(status, json);
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  },
  twice(response, text, status) {
    const { socket } = response;
    response.writeHead(status, { ...json, 'content-length': Buffer.byteLength(text) }).end(text);
    socket?.write(
      `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  },
};

async function reply(
  response: ServerResponse,
  { status, body }: Answer,
  fault: Fault | undefined,
): Promise<void> {
  const text = JSON.stringify(body, (name, value: unknown) => (name === 'behaviour' ? undefined : value));
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 1_000));
  const way = fault && wrongly[fault.kind];
  if (way) way(response, text, status);
  else response.writeHead(status, { ...json, 'content-length': Buffer.byteLength(text) }).end(text);
}

const whole = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** A fake Stripe with the operations that the product uses, on a local port. `now` is its clock. */
export async function startStripe({ now = () => new Date() }: { now?: () => Date } = {}) {
  const seconds = () => Math.floor(now().getTime() / 1000);
  const state = new StripeState(seconds);
  const [faults, requests, problems]: [Fault[], string[], string[]] = [[], [], []];
  const keys = new Map<string, Kept>();
  const check = requestCheck();

  function takeFault(line: string): Fault | undefined {
    const index = faults.findIndex(({ on }) => line.startsWith(on));
    return index < 0 ? undefined : faults.splice(index, 1)[0];
  }
  function work(
    asked: Asked,
    { authorization, 'stripe-version': version }: IncomingMessage['headers'],
    fault: Fault | undefined,
  ): Answer {
    if (authorization !== `Bearer ${stripeKeys.secretKey}`)
      return {
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_****' } },
      };
    const wrong = version === '2026-10-28.endive' ? check(asked) : `version ${String(version)}`;
    if (wrong !== null) problems.push(wrong);
    if (wrong !== null)
      return { status: 400, body: { error: { type: 'invalid_request_error', message: wrong } } };
    const answer = perform(state, asked);
    return fault?.kind === 'fail-after' ? failure : answer;
  }
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://standin');
    const text = await whole(request);
    const asked = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: decodeForm(url.search.slice(1)),
      body: decodeForm(text),
    };
    const line = `${asked.method} ${asked.path}`;
    requests.push(line);
    const fault = takeFault(line);
    if (fault?.kind === 'fail') return reply(response, failure, undefined);
    const key = request.headers['idempotency-key'] as string | undefined;
    const answer = underKey(
      keys,
      { key: asked.method === 'POST' ? key : undefined, asked: `${line} ${text}` },
      () => work(asked, request.headers, fault),
    );
    return reply(response, answer, fault);
  }
  const server = createServer(
    (request, response) =>
      void handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error))),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { webhooks } = new Stripe(stripeKeys.secretKey);
  /**
   * An event as Stripe would send it: its text and signature. `created` and `signedAt` are in milliseconds.
   */
  function event(
    type: string,
    object: object,
    more: { id?: string; created?: number; signedAt?: number; secret?: string } = {},
  ) {
    const payload = JSON.stringify({
      id: more.id ?? state.newId('evt'),
      object: 'event',
      type,
      created: Math.floor((more.created ?? now().getTime()) / 1000),
      livemode: false,
      data: { object },
    });
    const timestamp = Math.floor((more.signedAt ?? now().getTime()) / 1000);
    return {
      payload,
      signature: webhooks.generateTestHeaderString({
        payload,
        secret: more.secret ?? stripeKeys.webhookSecret,
        timestamp,
      }),
    };
  }
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    state,
    faults,
    requests,
    problems,
    event,
    forgetKeys: () => keys.clear(),
    close,
  };
}
export type StripeStand = Awaited<ReturnType<typeof startStripe>>;
