import { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';

/** Unwraps optional, nullable, default and transformed schemas. */
export function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? bare(schema.in as z.ZodType) : schema;
}

/** Every field of a body by its dotted path. A list or dictionary counts as one field. */
export function writableFields(schema: z.ZodType | undefined, within = ''): Map<string, z.ZodType> {
  const fields = new Map<string, z.ZodType>();
  if (!schema) return fields;
  const plain = bare(schema);
  if (plain instanceof z.ZodUnion)
    return new Map(plain.options.flatMap((option) => [...writableFields(option as z.ZodType, within)]));
  if (!(plain instanceof z.ZodObject)) return fields.set(within, plain);
  for (const [key, field] of Object.entries(plain.shape)) {
    for (const [path, one] of writableFields(field as z.ZodType, within ? `${within}.${key}` : key))
      fields.set(path, one);
  }
  return fields;
}

/** All values of a field with a fixed set of them. */
export function choicesOf(field: z.ZodType): unknown[] {
  if (field instanceof z.ZodEnum) return field.options;
  if (field instanceof z.ZodLiteral) return [...field.values];
  return field instanceof z.ZodBoolean ? [true, false] : [];
}

/** Every live `PUT` operation of the contract. */
export const puts: readonly (readonly [string, OpDef])[] = Object.entries(
  contract as Record<string, OpDef>,
).filter(([route]) => route.startsWith('PUT '));
