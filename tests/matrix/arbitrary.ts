import fc from 'fast-check';
import { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';
import type { LooseInput } from '../setup/backend.ts';

/** The part of JSON Schema that zod generates. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
}
/** Existing ids, and values by field name, so that generated input refers to something. */
export interface Known {
  readonly ids: readonly string[];
  readonly byName: Readonly<Record<string, readonly unknown[]>>;
}

const text = (schema: Schema) =>
  fc.string({
    unit: 'grapheme',
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 40, (schema.minLength ?? 0) + 40),
  });

function textLike(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid')
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known.ids) }, fc.uuid());
  if (schema.format === 'email')
    return fc.stringMatching(/^[a-z]{3,9}$/).map((name) => `${name}@example.com`);
  if (schema.format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2030-01-01') })
      .map((date) => date.toISOString());
  return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : text(schema);
}

function number(schema: Schema): fc.Arbitrary<unknown> {
  const min = Math.max(schema.minimum ?? -1_000, -1e12);
  const max = Math.min(schema.maximum ?? 1_000_000, 1e12);
  return fc.oneof(
    fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }),
    fc.constantFrom(min, max),
  );
}

function object(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const guess = arbitraryOf(field, known);
    const real = known.byName[name];
    return [name, real ? fc.oneof(guess, fc.constantFrom(...real)) : guess] as const;
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
}

const makers: Readonly<Record<string, (schema: Schema, known: Known) => fc.Arbitrary<unknown>>> = {
  string: textLike,
  integer: number,
  number,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: (schema, known) =>
    fc.array(arbitraryOf(schema.items ?? {}, known), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 5, 12),
    }),
  object,
};
const byType = (type: string | undefined, schema: Schema, known: Known) =>
  makers[type ?? '']?.(schema, known) ?? fc.jsonValue();

/** Generates values that match a schema. */
export function arbitraryOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => arbitraryOf(option, known)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => byType(type, schema, known)));
  return byType(schema.type, schema, known);
}

/** The input schema; for numbers that arrive as text, the limits of the parsed value. */
export function describe(schema: z.ZodType): Schema {
  const given = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const parsed = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema;
  const fields = Object.entries(given.properties ?? {}).map(([name, field]) => [
    name,
    field.type === 'number' ? (parsed.properties?.[name] ?? field) : field,
  ]);
  return given.properties
    ? { ...given, properties: Object.fromEntries(fields) as Record<string, Schema> }
    : given;
}

/** Generates input that matches an operation's schemas. */
export function validInput(def: OpDef, known: Known): fc.Arbitrary<LooseInput> {
  const parts = Object.entries({ params: def.params, query: def.query, body: def.body }).flatMap(
    ([part, schema]) => (schema ? [[part, arbitraryOf(describe(schema), known)] as const] : []),
  );
  return fc.record(Object.fromEntries(parts)).map((made) => made as LooseInput);
}

/** Values that people and programs send by mistake or on purpose. */
const strange: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  2 ** 53,
  -(2 ** 53),
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '𝒳'.repeat(300),
  'x'.repeat(20_000),
  [],
  {},
  [[[]]],
  [null],
  { a: { b: 1 } },
  '<script>alert(1)</script>',
  "'; DROP TABLE accounts; --",
  '%_\\',
  '../../etc/passwd',
  '2026-13-45T99:99:99Z',
  '00000000-0000-0000-0000-000000000000',
  'NaN',
  'Infinity',
  '1e999',
  '٣',
  'null',
  'undefined',
];

type Part = 'params' | 'query' | 'body';
interface Slip {
  readonly input: LooseInput;
  readonly part: Part;
  readonly at: number;
  readonly value: unknown;
  readonly how: 'set' | 'drop' | 'add' | 'replace';
}

/** Replaces or removes one key; path parameters are always replaced because they are required. */
function touchKey({ input, part, at, value, how }: Slip): LooseInput {
  const changed: Record<string, unknown> = { ...(input[part] as object) };
  const keys = Object.keys(changed);
  const key = keys[at % keys.length];
  if (key === undefined) return input;
  if (part === 'params') changed[key] = String(value).toWellFormed() || 'x';
  else if (how === 'drop') delete changed[key];
  else changed[key] = value;
  return { ...input, [part]: changed };
}

function slip(one: Slip): LooseInput {
  const { input, part, at, value, how } = one;
  if (part === 'body' && how === 'replace') return { ...input, body: value };
  if (part !== 'params' && how === 'add')
    return {
      ...input,
      [part]: { ...(input[part] as object), [at % 2 === 0 ? 'isAdmin' : '__proto__x']: value },
    };
  return touchKey(one);
}

/** Valid input with one thing wrong, or unusual but allowed. */
export const mutated = (valid: fc.Arbitrary<LooseInput>): fc.Arbitrary<LooseInput> =>
  fc
    .record({
      input: valid,
      part: fc.oneof(
        { weight: 2, arbitrary: fc.constant<Part>('body') },
        fc.constantFrom<Part>('query', 'params'),
      ),
      at: fc.nat(),
      value: fc.constantFrom(...strange),
      how: fc.oneof(
        { weight: 2, arbitrary: fc.constant<Slip['how']>('set') },
        fc.constantFrom<Slip['how']>('drop', 'add', 'replace'),
      ),
    })
    .map(slip);
