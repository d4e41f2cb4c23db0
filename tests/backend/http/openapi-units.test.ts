import { expect, test } from 'vitest';
import { describeApi } from '#backend/http/openapi.ts';

type Json = Readonly<Record<string, unknown>>;
interface Field {
  /** JSON pointer: `/paths/~/…/properties/price`. */
  readonly place: string;
  readonly name: string;
  readonly schema: Json;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every field and parameter that the document describes, at any depth. */
function fieldsIn(value: unknown, place = ''): Field[] {
  if (Array.isArray(value)) return value.flatMap((each, at) => fieldsIn(each, `${place}/${at}`));
  if (!isObject(value)) return [];
  const { properties, name, schema, description } = value;
  return [
    ...(isObject(properties)
      ? Object.entries(properties).map(([field, described]) => ({
          place: `${place}/properties/${field}`,
          name: field,
          schema: described as Json,
        }))
      : []),
    ...(typeof name === 'string' && isObject(schema)
      ? [{ place: `${place}/${name}`, name, schema: { description, ...schema } }]
      : []),
    ...Object.entries(value).flatMap(([key, each]) => fieldsIn(each, `${place}/${key}`)),
  ];
}

/** A field's own schema and those of its alternatives or items. */
const branchesOf = (schema: Json): Json[] => [
  schema,
  ...['anyOf', 'oneOf', 'allOf', 'items']
    .flatMap((key) => schema[key] ?? [])
    .filter(isObject)
    .flatMap(branchesOf),
];
const isNumber = ({ type, const: fixed }: Json) =>
  fixed === undefined && [type].flat().some((one) => one === 'integer' || one === 'number');

const fields = fieldsIn(describeApi());
const unit =
  /\b(cents|tokens|currency|percent|seconds|hours|days|month|year|bytes|pixels|number (of|from)|sequence number|status)\b/i;

test('every number has a description with its unit', () => {
  const numbers = fields.filter(({ schema }) => branchesOf(schema).some(isNumber));
  expect(numbers.length).toBeGreaterThan(500);
  const silent = numbers.filter(
    ({ schema }) =>
      !branchesOf(schema).some(
        ({ description }) => typeof description === 'string' && unit.test(description),
      ),
  );
  expect(silent.map(({ place }) => place)).toEqual([]);
});

test('every time and date states its format', () => {
  const moments = fields.filter(
    ({ name, schema }) =>
      /(?:At|Until|^day)$/.test(name) && branchesOf(schema).some(({ type }) => type === 'string'),
  );
  expect(moments.length).toBeGreaterThan(100);
  const silent = moments.filter(
    ({ schema }) => !branchesOf(schema).some(({ format }) => format === 'date-time' || format === 'date'),
  );
  expect(silent.map(({ place }) => place)).toEqual([]);
});
