import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssue } from '#config/issue-sentences.ts';
import { readAs } from '#backend/http/issues.ts';
import { foreignWords } from '../matrix/foreign-words.ts';

/** A way to provoke each issue code. If the library adds one, this doesn't compile. */
const ways: Record<z.core.$ZodIssue['code'], readonly (readonly [z.ZodType, unknown, string])[]> = {
  invalid_type: [
    [z.string(), undefined, 'This is required.'],
    [z.string(), 3, 'Enter text.'],
    [z.number(), 'x', 'Enter a number.'],
    [z.number(), Number.NaN, 'Enter a number.'],
    [z.int(), 1.5, 'Enter a whole number.'],
    [z.boolean(), 1, 'Choose true or false.'],
    [z.array(z.string()), {}, 'Send a list.'],
    [z.object({}), null, 'Send an object with named fields.'],
    [z.record(z.string(), z.string()), [], 'Send an object with named fields.'],
    [z.date(), 'x', 'Enter a date.'],
    [z.bigint(), 1, 'Enter a whole number.'],
    [z.symbol(), 1, 'This value isn’t valid.'],
    [z.never(), 1, 'Leave this out.'],
    [z.null(), 1, 'Leave this empty.'],
    [z.tuple([z.string()]), 1, 'Send a list.'],
  ],
  invalid_value: [
    [z.enum(['a', 'b', 'c']), 'd', 'Choose “a”, “b” or “c”.'],
    [z.literal(true), false, 'This can only be “true”.'],
    [z.enum(Array.from({ length: 20 }, (_, at) => `n${at}`)), 'x', 'Choose one from the list.'],
  ],
  too_big: [
    [z.string().max(9), 'x'.repeat(10), 'Use at most 9 characters.'],
    [z.array(z.int()).max(2), [1, 2, 3], 'Choose at most 2.'],
    [z.number().max(5_000), 9_999, 'Enter at most 5,000.'],
    [z.number().lt(5), 5, 'Enter less than 5.'],
    [z.date().max(new Date(0)), new Date(9), 'Choose an earlier date.'],
    [z.file().max(3), new File(['xxxx'], 'x'), 'Send at most 3 bytes.'],
  ],
  too_small: [
    [z.string().min(1), '', 'This is required.'],
    [z.string().min(8), 'x', 'Use at least 8 characters.'],
    [z.array(z.int()).min(2), [1], 'Choose at least 2.'],
    [z.number().min(5), 4, 'Enter at least 5.'],
    [z.number().gt(5), 5, 'Enter more than 5.'],
    [z.date().min(new Date(9)), new Date(0), 'Choose a later date.'],
  ],
  invalid_format: [
    [z.email(), 'x', 'Enter an email address.'],
    [z.url(), 'x', 'Enter a web address.'],
    [z.uuid(), 'x', 'Enter a valid id.'],
    [z.iso.datetime(), 'x', 'Enter a date and time, like 2030-01-31T18:00:00Z.'],
    [z.string().regex(/^a/), 'x', 'Check the format.'],
    [z.string().startsWith('a'), 'x', 'Check the format.'],
    [z.string().includes('a'), 'x', 'Check the format.'],
    [z.ipv4(), 'x', 'Enter an IP address.'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 4, 'Enter a multiple of 5.']],
  unrecognized_keys: [
    [z.strictObject({}), { a: 1 }, 'Unknown key “a”.'],
    [z.strictObject({}), { a: 1, b: 2 }, 'Unknown key “a”, “b”.'],
  ],
  invalid_union: [
    [
      z.union([z.strictObject({ id: z.uuid() }), z.strictObject({ name: z.string(), age: z.int() })]),
      { id: 3 },
      'Enter text.',
    ],
    [
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('a') }),
        z.strictObject({ kind: z.literal('b') }),
      ]),
      { kind: 'c' },
      'Choose “a” or “b”.',
    ],
  ],
  invalid_key: [[z.record(z.uuid(), z.string()), { a: 'b' }, 'One of the keys isn’t valid.']],
  invalid_element: [[z.map(z.object({}), z.string()), new Map([[{}, 1]]), 'One of the values isn’t valid.']],
  custom: [[z.string().refine((text) => text === 'a'), 'b', 'This value isn’t valid.']],
};

describe.each(Object.entries(ways))('%s', (code, all) => {
  test.each(all)('%#', (schema, value, sentence) => {
    expect(
      schema.safeParse(value, { error: describeIssue }).error?.issues.map((issue) => issue.code),
    ).toContain(code);
    expect(readAs(schema, value).errors?.[0]?.message).toBe(sentence);
    expect(sentence).not.toMatch(foreignWords);
  });
});

test("a schema's own message takes precedence", () => {
  expect(readAs(z.string().min(3, 'Use a longer name.'), 'x').errors).toEqual([
    { field: '', message: 'Use a longer name.' },
  ]);
});

test('the path is reported, even inside a union', () => {
  const schema = z.strictObject({
    target: z.union([
      z.strictObject({ amount: z.int() }),
      z.strictObject({ id: z.uuid(), type: z.string() }),
    ]),
    list: z.array(z.strictObject({ a: z.string() })),
  });
  expect(
    readAs(schema, { target: { amount: 1, x: 1 }, list: [{ a: 'b' }, { a: 'b', y: 1 }] }).errors?.map(
      ({ field }) => field,
    ),
  ).toEqual(['target.x', 'list.1.y']);
});

test("these are the validator's phrases", () => {
  for (const [schema, value] of Object.values(ways).flat())
    expect(
      schema
        .safeParse(value)
        .error?.issues.flatMap(({ message }) => message)
        .join(' '),
    ).toMatch(foreignWords);
});
