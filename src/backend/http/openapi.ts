import { z } from 'zod';
import * as auth from '#contract/people/auth/auth.ts';
import * as common from '#contract/core/schemas.ts';
import * as earnings from '#contract/money/earnings.ts';
import * as feeds from '#contract/content/posts/posts.ts';
import * as messages from '#contract/talk/messages/messages.ts';
import type { OpDef, UploadRule } from '#contract/core/op.ts';
import * as payment from '#contract/money/payments.ts';
import * as payouts from '#contract/trade/payouts.ts';
import * as operator from '#contract/across/operator/desk.ts';
import * as performers from '#contract/people/creators.ts';
import * as promotions from '#contract/trade/promotions.ts';
import * as referrals from '#contract/money/referrals.ts';
import { contract } from '#contract/core/registry.ts';
import * as site from '#contract/base/site.ts';
import * as subscriptions from '#contract/trade/subscriptions.ts';
import * as users from '#contract/people/accounts.ts';
import * as wallet from '#contract/money/wallet.ts';

type Json = Record<string, unknown>;

/** Schemas the contract exports by name become components of the document under that name. */
function nameSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  for (const family of [
    common,
    auth,
    users,
    performers,
    feeds,
    payment,
    subscriptions,
    wallet,
    payouts,
    promotions,
    referrals,
    earnings,
    messages,
    site,
    operator,
  ]) {
    for (const [id, value] of Object.entries(family as Record<string, unknown>))
      if (value instanceof z.ZodObject && !registry.has(value)) registry.add(value, { id });
  }
  return registry;
}

/**
 * Zod reads `.describe()` from one registry only, and ours names the components, so descriptions are copied
 * here.
 */
function describeField({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description !== undefined && !('$ref' in jsonSchema)) jsonSchema['description'] = description;
}

/** Collects components while operations are described. */
class Schemas {
  readonly components: Json = {};
  readonly #names = nameSchemas();

  /** A schema as JSON Schema. Named schemas it uses are added to the components. */
  describe(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _dialect,
      $defs = {},
      ...described
    } = z.toJSONSchema(schema, {
      metadata: this.#names,
      io,
      unrepresentable: 'any',
      override: describeField,
    }) as Json & {
      $defs?: Record<string, Json>;
    };
    for (const [name, definition] of Object.entries($defs)) this.components[name] = this.#lift(definition);
    const own = this.#names.get(schema)?.id;
    if (own === undefined) return this.#lift(described);
    this.components[own] = this.#lift(described);
    return { $ref: `#/components/schemas/${own}` };
  }

  #lift(described: Json): Json {
    return JSON.parse(
      JSON.stringify(described, (key, value: unknown) =>
        key === 'id' && typeof value === 'string' ? undefined : value,
      ).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as Json;
  }
}

const problem = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Every error reply an operation can give, by status. */
function refusals(def: OpDef): Json {
  const takesInput = Boolean(def.query ?? def.body ?? def.upload);
  const possible: [boolean | undefined, string, string][] = [
    [
      def.access === 'user' || def.access === 'performer',
      '401',
      'Not logged in, or the session has expired.',
    ],
    [def.access === 'performer', '403', 'Only creators may call this.'],
    [def.access === 'operator', '403', 'The operator has no second factor yet.'],
    [def.params !== undefined || def.access === 'operator', '404', 'Not found, or hidden from the caller.'],
    [def.idempotent === true, '402', 'Not enough tokens, or the card was declined or needs confirmation.'],
    [def.idempotent ?? def.creates, '409', 'Already done, or the idempotency key was used with other input.'],
    [Boolean(def.body ?? def.upload), '408', 'The request body arrived too slowly.'],
    [takesInput, '413', 'Too large.'],
    [takesInput, '422', 'The input is invalid; `errors` names the fields.'],
    [def.captcha === true, '428', 'Limits are near: solve the `captcha` and repeat with `X-Captcha-Pass`.'],
    [true, '429', 'Too many attempts; `retry-after` says how many seconds to wait.'],
  ];
  return Object.fromEntries(
    possible.filter(([applies]) => applies).map(([, status, description]) => [status, problem(description)]),
  );
}

function parameters(def: OpDef): Json[] {
  const list = (place: 'path' | 'query', schema: z.ZodType | undefined): Json[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: describeField,
    }) as { properties?: Record<string, Json>; required?: string[] };
    return Object.entries(properties).map(([name, described]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: described,
    }));
  };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 100 },
    description: 'Requests with the same key get the same reply and take effect only once.',
  };
  return [
    ...list('path', def.params),
    ...list('query', def.query),
    ...(def.idempotent || def.creates ? [key] : []),
  ];
}

function formOf(upload: UploadRule, body: z.ZodType | undefined): Json {
  const text = body
    ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', override: describeField }) as {
        properties?: Json;
        required?: string[];
      })
    : {};
  const files = Object.fromEntries(
    Object.entries(upload.fields).map(([name, { kind, max }]) => {
      const file = {
        type: 'string',
        contentMediaType: 'application/octet-stream',
        description: `One ${kind}.`,
      };
      return [name, max > 1 ? { type: 'array', items: file, maxItems: max } : file];
    }),
  );
  const required = [
    ...(text.required ?? []),
    ...Object.entries(upload.fields).flatMap(([name, field]) => (field.required ? [name] : [])),
  ];
  return {
    type: 'object',
    properties: { ...text.properties, ...files },
    required,
    additionalProperties: false,
  };
}

function requestBody(schemas: Schemas, def: OpDef): Json | undefined {
  if (def.upload)
    return { required: true, content: { 'multipart/form-data': { schema: formOf(def.upload, def.body) } } };
  if (!def.body) return undefined;
  return {
    required: !def.body.safeParse(undefined).success,
    content: { 'application/json': { schema: schemas.describe(def.body, 'input') } },
  };
}

function success(schemas: Schemas, def: OpDef): Json {
  const status = def.status ?? 200;
  if (status === 204) return { 204: { description: 'Done.' } };
  const schema = {
    type: 'object',
    properties: { status: { const: status }, data: schemas.describe(def.reply, 'output') },
    required: ['status', 'data'],
  };
  return { [status]: { description: def.summary, content: { 'application/json': { schema } } } };
}

function operation(schemas: Schemas, route: string, def: OpDef): Json {
  const [method = '', path = ''] = route.split(' ');
  const body = requestBody(schemas, def);
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/:-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: def.summary,
    tags: [path.split('/')[1]],
    parameters: parameters(def),
    ...(body ? { requestBody: body } : {}),
    responses: { ...success(schemas, def), ...refusals(def) },
    security: def.access === 'anyone' ? [{}, { token: [] }] : [{ token: [] }],
    ...(def.ours ? { 'x-limelight-addition': true } : {}),
  };
}

const Problem = z.object({
  status: z.int().describe('HTTP status.'),
  code: z.string().describe('Machine-readable error code.'),
  message: z.string().describe('Message for people.'),
  errors: z
    .array(
      z.object({
        field: z.string().describe('Path of the field, separated by dots; empty for the whole input.'),
        message: z.string(),
      }),
    )
    .optional(),
});

/** Outside the contract, because the gateway signs the raw body as a whole. */
const webhook: Json = {
  operationId: 'postWebhooksStripe',
  summary: 'Receive an event from Stripe; stored once, applied by a job',
  tags: ['webhooks'],
  parameters: [
    {
      name: 'Stripe-Signature',
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description: 'Signature of the exact body, at most five minutes old.',
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', description: 'A Stripe event.' } } },
  },
  responses: {
    200: { description: 'Stored, or already known.' },
    ...Object.fromEntries(
      [
        ['400', 'Not signed by Stripe, or the signature is too old.'],
        ['404', 'This site doesn’t use Stripe.'],
        ['413', 'Too large.'],
      ].map(([status, description]) => [status, problem(description ?? '')]),
    ),
  },
  security: [{}],
  'x-limelight-addition': true,
};

/** The OpenAPI 3.1 document of the whole contract and the webhook. */
export function describeApi(): Json {
  const schemas = new Schemas();
  const paths: Record<string, Json> = { '/webhooks/stripe': { post: webhook } };
  for (const [route, def] of Object.entries(contract as Record<string, OpDef>)) {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[address] ??= {})[method.toLowerCase()] = operation(schemas, route, def);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Limelight',
      version: '1',
      description:
        'Every operation of the site. A success replies `{ status, data }`, a list `{ data, total, nextCursor? }` within `data`. Operations marked `x-limelight-addition` are our additions to the specification. What a person may do only so often says in `RateLimit` and `RateLimit-Policy` how often more; beyond that it is a 429 with `Retry-After`.',
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas: { ...schemas.components, Problem: schemas.describe(Problem, 'output') },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The session token from the cookie; `Bearer …` is accepted too.',
        },
      },
    },
  };
}

let text: string | undefined;
/** The document as served, built on first request. */
export const openApiResponse = (): Response =>
  new Response((text ??= JSON.stringify(describeApi())), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
