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
import { inputExample, replyExample } from './examples.ts';
import { Problem, refusals, webhook } from './openapi-errors.ts';
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

function parameters(route: string, def: OpDef): Json[] {
  const list = (place: 'path' | 'query', schema: z.ZodType | undefined): Json[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: describeField,
    }) as { properties?: Record<string, Json>; required?: string[] };
    const examples = inputExample(route, schema) as Json;
    return Object.entries(properties).map(([name, described]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: described,
      example: examples[name],
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

function describeForm(upload: UploadRule, body: z.ZodType | undefined): Json {
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

function requestBody(schemas: Schemas, route: string, def: OpDef): Json | undefined {
  if (def.upload)
    return {
      required: true,
      content: { 'multipart/form-data': { schema: describeForm(def.upload, def.body) } },
    };
  if (!def.body) return undefined;
  return {
    required: !def.body.safeParse(undefined).success,
    content: {
      'application/json': {
        schema: schemas.describe(def.body, 'input'),
        example: inputExample(route, def.body),
      },
    },
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
  const example = { status, data: replyExample(def.reply) };
  return { [status]: { description: def.summary, content: { 'application/json': { schema, example } } } };
}

function operation(schemas: Schemas, route: string, def: OpDef): Json {
  const [method = '', path = ''] = route.split(' ');
  const body = requestBody(schemas, route, def);
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/:-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: def.summary,
    tags: [path.split('/')[1]],
    parameters: parameters(route, def),
    ...(body ? { requestBody: body } : {}),
    responses: { ...success(schemas, def), ...refusals(def) },
    security: def.access === 'anyone' ? [{}, { token: [] }] : [{ token: [] }],
    ...(def.ours ? { 'x-limelight-addition': true } : {}),
  };
}

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
