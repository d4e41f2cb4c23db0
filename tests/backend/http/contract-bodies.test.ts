import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import { readAs } from '#backend/http/issues.ts';
import {
  type Known,
  arbitraryOf,
  describe as described,
  mutated,
  validInput,
} from '../../matrix/arbitrary.ts';
import { foreignWords } from '../../matrix/foreign-words.ts';
import { inFull, looseObjects, withUnknownKey } from '../../matrix/strict.ts';
import { testBackend } from '../../setup/backend.ts';
import { makeOperator } from '../../setup/operators.ts';

const app = await testBackend();
const { raw, makeCreator, ports } = app;
const creator = await makeCreator();
await makeOperator(app, creator.id);
const operations = Object.entries(contract as Record<string, OpDef>);
const writing = operations.filter(([route]) => !route.startsWith('GET '));
const seed = 20_261_122;
const known: Known = { ids: [ports.ids(), creator.id], byName: {} };

/** The only body with arbitrary keys: alternative texts by file id. */
const isDictionary = (path: readonly string[]): boolean => path.join('.') === 'alts';
const bodiesOf = (def: OpDef): unknown[] => {
  if (!def.body) return [{}];
  const full = fc.sample(arbitraryOf(inFull(described(def.body)), known), { numRuns: 12, seed });
  return full.map((body) =>
    body === null || body === undefined ? {} : (JSON.parse(JSON.stringify(body)) as unknown),
  );
};
/** Valid path parameters. */
const paramsOf = (def: OpDef): Record<string, string> =>
  def.params
    ? (fc.sample(arbitraryOf(described(def.params), known), { numRuns: 1, seed })[0] as Record<
        string,
        string
      >)
    : {};
let address = 0;
async function send(route: string, def: OpDef, body: unknown) {
  address += 1;
  const form = def.upload ? new FormData() : undefined;
  for (const name of Object.keys(def.upload?.fields ?? {}))
    form?.append(
      name,
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1])], 'x.jpg', { type: 'image/jpeg' }),
    );
  const text = def.upload
    ? Object.fromEntries(Object.entries(body as object).map(([key, value]) => [key, String(value)]))
    : body;
  return raw(route, {
    token: creator.token,
    params: paramsOf(def),
    body: text,
    form,
    ip: `198.19.${(address >> 8) & 255}.${address & 255}`,
  });
}

describe('an unknown key is rejected at any depth', () => {
  test.each(operations)('%s accepts no body with unknown keys', (_, def) => {
    expect({
      params: looseObjects(def.params),
      query: looseObjects(def.query),
      body: looseObjects(def.body),
    }).toEqual({ params: [], query: [], body: [] });
  });

  test.each(writing)('%s', async (route, def) => {
    for (const body of bodiesOf(def).flatMap((one) => withUnknownKey(one, isDictionary))) {
      const { status, problem } = await send(route, def, body);
      expect([status, problem.code], JSON.stringify(body).slice(0, 500)).toEqual([422, 'invalid_input']);
      if (def.body)
        expect(
          problem.errors?.map(({ field }) => field.split('.').at(-1)),
          JSON.stringify(body).slice(0, 500),
        ).toContain('surprise');
    }
  });

  test('one loose object among strict ones is found, in a list, a union and a record', () => {
    const loose = z.object({ a: z.string() });
    const schemas = {
      list: z.array(loose),
      choice: z.union([z.string(), z.strictObject({ b: loose })]),
      dictionary: z.record(z.string(), loose),
      later: loose.optional(),
      kind: z.discriminatedUnion('k', [z.object({ k: z.literal(1) }), z.strictObject({ k: z.literal(2) })]),
    };
    expect(looseObjects(z.strictObject(schemas))).toEqual([
      'list[]',
      'choice.b',
      'dictionary{}',
      'later',
      'kind',
    ]);
    expect(looseObjects(z.looseObject({}))).toEqual(['(itself)']);
  });
});

describe('no validator message reaches people', () => {
  const runs = process.env.DEEP ? 2_000 : 150;
  test.each(operations)('%s', (_, def) => {
    fc.assert(
      fc.property(mutated(validInput(def, known)), (input) => {
        for (const part of ['query', 'body'] as const) {
          const schema = def[part];
          for (const { message } of (schema && readAs(schema, input[part]).errors) ?? []) {
            expect(message).toMatch(/^\p{Lu}.+[.!?]$/su);
            expect(message).not.toMatch(foreignWords);
          }
        }
      }),
      { numRuns: runs, seed },
    );
  });

  test.each(writing.filter(([, { body, upload }]) => body && !upload))(
    '%s, when sent to the server',
    async (route, def) => {
      for (const body of [[], 'x', 3, { surprise: 1 }, null]) {
        const { status, problem } = await send(route, def, body);
        if (status < 300) continue;
        expect(
          `${problem.message} ${(problem.errors ?? []).map(({ message }) => message).join(' ')}`,
        ).not.toMatch(/Invalid input|Too (big|small):|received|Unrecognized/);
      }
    },
  );
});
