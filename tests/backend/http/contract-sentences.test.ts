import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import { readAs } from '#backend/http/issues.ts';
import { foreignWords } from '../../matrix/foreign-words.ts';

type Path = readonly (string | number)[];

/** The path of every field of an input, at any depth. Lists are represented by their first item. */
function pathsIn(schema: z.core.$ZodType, path: Path = []): Path[] {
  const inside = (next: z.core.$ZodType, ...more: Path) => pathsIn(next, [...path, ...more]);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // Unwraps optional, nullable and default.
  if ('innerType' in def) return inside(def.innerType);
  if (def.type === 'union') return def.options.flatMap((option) => inside(option));
  if (def.type === 'pipe') return [...inside(def.in), ...inside(def.out)];
  if (def.type === 'array') return [path, ...inside(def.element, 0)];
  if (def.type === 'record') return [path, ...inside(def.valueType, 'some key')];
  if (def.type !== 'object') return [path];
  return [path, ...Object.entries(def.shape).flatMap(([name, field]) => inside(field, name))];
}

/** A value with only `last` at that path. */
const put = (path: Path, last: unknown): unknown =>
  path.reduceRight<unknown>((value, key) => (typeof key === 'number' ? [value] : { [key]: value }), last);

/**
 * Missing, of every wrong type, too short or long, too small or large, not an allowed value, or malformed.
 */
const wrong: readonly unknown[] = [
  undefined,
  null,
  true,
  Number.NaN,
  -1,
  0,
  0.5,
  1e300,
  '',
  ' ',
  'x',
  '💥',
  'x'.repeat(250_000),
  [],
  Array.from({ length: 1_000 }, () => 'x'),
  {},
  { 'a key nobody knows': 1 },
  new Date(Number.NaN),
];

const operations = Object.entries(contract as Record<string, OpDef>);
const inputs = operations.flatMap(([route, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${part} of ${route}`, schema] as const] : [],
  ),
);

test('every input has a field that can be invalid', () => {
  expect(inputs.length).toBeGreaterThan(150);
  expect(inputs.flatMap(([, schema]) => pathsIn(schema)).length).toBeGreaterThan(600);
});

describe('messages about an invalid field are written by us', () => {
  test.each(inputs)('%s', (_, schema) => {
    for (const path of pathsIn(schema))
      for (const value of wrong)
        for (const { field, message } of readAs(schema, put(path, value)).errors ?? []) {
          const where = `${field || 'the whole'}: ${message}`;
          expect(where).not.toMatch(
            /: (?:Invalid|Too (?:small|big)|Unrecognized|Required\b)|expected |received /,
          );
          expect(message).not.toMatch(foreignWords);
          expect(where).toMatch(/: \p{Lu}.*[.!?]$/su);
        }
  });
});

test('a refusal stays short, however much is wrong', () => {
  const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key-${index}`, 1]));
  const long = { ['x'.repeat(100_000)]: 1 };
  const many = Array.from({ length: 20_000 }, () => ({ a: 1, b: 2 }));
  for (const { body } of Object.values(contract as Record<string, OpDef>)) {
    if (!body) continue;
    for (const input of [keys, long, many, put(['anything'], many)]) {
      const { errors } = readAs(body, input);
      expect(JSON.stringify(errors ?? []).length).toBeLessThan(8_000);
    }
  }
  expect(readAs(z.strictObject({}), keys).errors?.[0]?.message).toMatch(/“key-19” and 19980 more\.$/);
  expect(JSON.stringify(readAs(z.array(z.string()), many).errors).length).toBeLessThan(8_000);
});
