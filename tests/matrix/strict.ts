import { z } from 'zod';
import type { Schema } from './arbitrary.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths in a schema where an unknown key would be accepted. */
export function looseObjects(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  return looseIn(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema,
    '',
  );
}
function looseIn(schema: Schema, at: string): string[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
      looseIn(field, at ? `${at}.${key}` : key),
    ),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((options = []) =>
      options.flatMap((option) => looseIn(option, at)),
    ),
    ...(schema.items ? looseIn(schema.items, `${at}[]`) : []),
    ...(isObject(schema.additionalProperties) ? looseIn(schema.additionalProperties, `${at}{}`) : []),
  ];
  // Objects with fixed keys must be strict; dictionaries define their values.
  const isLoose =
    schema.type === 'object' && schema.additionalProperties !== false && !('propertyNames' in schema);
  return isLoose ? [at || '(itself)', ...inside] : inside;
}

/** The same schema with every field required and every list non-empty. */
export function inFull(schema: Schema): Schema {
  const each = (options: Schema[] | undefined) => options?.map(inFull);
  const properties =
    schema.properties &&
    Object.fromEntries(
      Object.entries(schema.properties).map(([key, field]) => [key, inFull(withoutNull(field))]),
    );
  return {
    ...schema,
    ...(properties && { properties, required: Object.keys(properties) }),
    ...(schema.anyOf && { anyOf: each(schema.anyOf) }),
    ...(schema.oneOf && { anyOf: each(schema.oneOf) }),
    ...(schema.items && { items: inFull(schema.items), minItems: Math.max(1, schema.minItems ?? 0) }),
  };
}
const withoutNull = (schema: Schema): Schema =>
  schema.anyOf ? { ...schema, anyOf: schema.anyOf.filter(({ type }) => type !== 'null') } : schema;

/** Every copy of a value with one unknown key added, wherever keys are fixed. */
export function withUnknownKey(
  value: unknown,
  isDictionary: (path: readonly string[]) => boolean,
  path: readonly string[] = [],
): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((one, at) =>
      withUnknownKey(one, isDictionary, [...path, '[]']).map((changed) => value.with(at, changed)),
    );
  if (!isObject(value)) return [];
  const inside = Object.entries(value).flatMap(([key, one]) =>
    withUnknownKey(one, isDictionary, [...path, key]).map((changed) => ({ ...value, [key]: changed })),
  );
  return isDictionary(path) ? inside : [{ ...value, surprise: 1 }, ...inside];
}
