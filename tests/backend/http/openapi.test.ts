import { expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { nameRepeated, repeatedSchemas } from '#backend/http/openapi-repeated.ts';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import { testBackend } from '../../setup/backend.ts';

const { backend } = await testBackend();

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, unknown>;
  security: object[];
  [mark: `x-${string}`]: unknown;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const response = await backend.fetch(new Request('https://limelight.test/api/v1/openapi.json'), {
  ip: '203.0.113.1',
});
const document = (await response.json()) as Document;
const operations = Object.entries(contract as Record<string, OpDef>);
const find = (route: string): Operation => {
  const [method = '', path = ''] = route.split(' ');
  return document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
};

test("is OpenAPI 3.1, covering the whole contract and the gateway's webhooks, and nothing else", () => {
  expect([response.status, document.openapi]).toEqual([200, '3.1.0']);
  expect(Object.values(document.paths).flatMap((path) => Object.keys(path))).toHaveLength(
    operations.length + 1,
  );
  expect(Object.keys(document.paths['/webhooks/stripe']?.['post']?.responses ?? {})).toEqual([
    '200',
    '400',
    '404',
    '413',
  ]);
  for (const [route, def] of operations) expect(find(route).summary).toBe(def.summary);
});

test('marks our additions', () => {
  for (const [route, def] of operations) {
    expect([route, find(route)['x-limelight-addition'] ?? false]).toEqual([route, def.ours ?? false]);
  }
});

test('every reference resolves, and every operation has its own name', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.length).toBeGreaterThan(100);
  for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
  expect(JSON.stringify(document)).not.toContain('$defs');
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

const places = () => ({
  paths: structuredClone(document.paths) as unknown as Record<string, Record<string, unknown>>,
  schemas: structuredClone(document.components.schemas) as Record<string, Record<string, unknown>>,
});

test('every schema that is used more than once has a name', () => {
  const { paths, schemas } = places();
  expect([...repeatedSchemas(paths, schemas).keys()]).toEqual([]);
  expect(Object.keys(schemas).length).toBeGreaterThan(400);
  expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z\d]*$/.test(name))).toEqual([]);
});

test('no name is told apart from another one by a number alone', () => {
  const names = Object.keys(places().schemas);
  expect(names.filter((name) => names.includes(name.replace(/\d+$/, '')) && /\d$/.test(name))).toEqual([]);
});

test('no component is only a reference', () => {
  const empty = Object.entries(places().schemas).filter(([, schema]) => '$ref' in schema);
  expect(empty).toEqual([]);
  expect(places().schemas['LoginBody']).toHaveProperty('properties.credentials');
});

test('finds schemas that are used more than once, and names them after where they stand', () => {
  const { paths, schemas } = places();
  const inline = { type: 'object', properties: { grams: { type: 'integer' } }, required: ['grams'] };
  for (const name of ['Order', 'Auction'])
    schemas[name] = { type: 'object', properties: { parcel: { ...inline } } };
  expect([...repeatedSchemas(paths, schemas).values()].map((found) => found.length)).toEqual([2]);
  nameRepeated(paths, schemas);
  expect(repeatedSchemas(paths, schemas).size).toBe(0);
  expect(
    Object.entries(schemas).filter(([, schema]) =>
      JSON.stringify(schema).startsWith('{"type":"object","properties":{"grams"'),
    ),
  ).toEqual([[expect.stringMatching(/^(Order|Auction)Parcel$/), inline]]);
});

test('a schema with defaults has two forms: what a call takes, and what it answers', () => {
  const { schemas } = places();
  const [answered, taken] = [schemas['BroadcastAudience'], schemas['BroadcastAudienceInput']];
  expect(answered?.['required']).toContain('exclude');
  expect(taken?.['required']).toEqual(['include']);
});

test('names come from every file of the contract', () => {
  const listed = readFileSync('src/backend/http/contract-schemas.ts', 'utf8');
  const files = readdirSync('src/contract', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      /^export const [A-Z]\w* = z\./m.test(readFileSync(`src/contract/${file}`, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !listed.includes(`'#contract/${file}'`))).toEqual([]);
});

test('every path parameter is described', () => {
  for (const [address, path] of Object.entries(document.paths)) {
    const named = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const operation of Object.values(path))
      expect([
        address,
        operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name),
      ]).toEqual([address, named]);
  }
});

test('states what a call accepts and its errors', () => {
  expect(Object.keys(find('POST /wallet/charges/tip/:id').responses)).toEqual([
    '201',
    '401',
    '402',
    '404',
    '408',
    '409',
    '413',
    '422',
    '429',
  ]);
  expect(find('POST /wallet/charges/tip/:id').parameters.map(({ name }) => name)).toEqual([
    'id',
    'Idempotency-Key',
  ]);
  expect(find('GET /performers/user/search').parameters.map(({ name }) => name)).toContain('maxPrice');
  expect(find('POST /auth/login').security).toEqual([{}, { token: [] }]);
  expect(find('GET /users/me').security).toEqual([{ token: [] }]);
  expect(find('POST /auth/login').requestBody?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/LoginBody',
  });
  const form = find('POST /auth/performers/register').requestBody?.content['multipart/form-data']?.schema;
  expect(form?.['required']).toEqual(['name', 'username', 'email', 'password', 'idFront']);
});
