import type { z } from 'zod';
import type { OpDef, UploadRule } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import { inputExample, replyExample } from './examples.ts';
import { Problem, refusals, webhook } from './openapi-errors.ts';
import { nameRepeated } from './openapi-repeated.ts';
import { type Json, Schemas } from './openapi-schemas.ts';

function parameters(schemas: Schemas, route: string, def: OpDef): Json[] {
  const list = (place: 'path' | 'query', schema: z.ZodType | undefined): Json[] => {
    if (!schema) return [];
    const { properties, required } = schemas.fields(schema);
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

function describeUploadForm(schemas: Schemas, upload: UploadRule, body: z.ZodType | undefined): Json {
  const text = body ? schemas.fields(body) : { properties: {}, required: [] };
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
    ...text.required,
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
      content: { 'multipart/form-data': { schema: describeUploadForm(schemas, def.upload, def.body) } },
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
    tags: [path.split('/').find((word) => /^[a-z]/.test(word))],
    parameters: parameters(schemas, route, def),
    ...(body ? { requestBody: body } : {}),
    responses: { ...success(schemas, def), ...refusals(def) },
    security: def.access === 'anyone' ? [{}, { token: [] }] : [{ token: [] }],
    ...(def.ours ? { 'x-limelight-addition': true } : {}),
  };
}

/** The OpenAPI 3.1 document of the whole contract and the webhook. */
export function describeApi(): Json {
  const schemas = new Schemas();
  const problem = schemas.describe(Problem, 'output');
  const described: Record<string, Json> = { '/webhooks/stripe': { post: webhook } };
  for (const [route, def] of Object.entries(contract as Record<string, OpDef>)) {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    (described[address] ??= {})[method.toLowerCase()] = operation(schemas, route, def);
  }
  const { paths, components } = schemas.finish(described);
  components['Problem'] = problem;
  nameRepeated(paths, components);
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
      schemas: components,
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
