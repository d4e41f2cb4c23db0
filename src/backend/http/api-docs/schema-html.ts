import { escapeMarkup } from '#lib/markup/escape-markup.ts';
import type { JsonSchema } from './document.ts';
import { textHtml } from './text-html.ts';

export const schemasPath = '/api/docs/schemas';

const code = (text: string): string => `<code>${escapeMarkup(text)}</code>`;
const isNull = ({ type }: JsonSchema): boolean => type === 'null';

const link = (reference: string): string => {
  const name = reference.split('/').at(-1) ?? '';
  return `<a href="${schemasPath}#${name}">${name}</a>`;
};

/** `1 to 200 characters`, `up to 10 items`, `at least 0`. */
function range(least: number | undefined, most: number | undefined, noun: string): string[] {
  // Beyond what JavaScript counts exactly, zod names its own limits.
  const [from, to] = [least, most].map((limit) =>
    limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit,
  );
  if (from === undefined && to === undefined) return [];
  const said =
    from === undefined ? `up to ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`;
  return [noun === '' ? said : `${said} ${noun}`];
}

const limitsText = (schema: JsonSchema): string =>
  [
    ...range(schema.minLength, schema.maxLength, 'characters'),
    ...range(schema.minItems, schema.maxItems, 'items'),
    ...range(schema.minimum, schema.maximum, ''),
    ...(schema.default === undefined ? [] : [`default ${code(JSON.stringify(schema.default))}`]),
  ].join(', ');

function alternatives(schemas: readonly JsonSchema[]): string {
  return schemas.map((each) => (isNull(each) ? 'null' : typeHtml(each))).join(' or ');
}

/** What a value is, in a few words. */
export function typeHtml(schema: JsonSchema): string {
  const { $ref, type, format, items, anyOf, oneOf, additionalProperties } = schema;
  if ($ref !== undefined) return link($ref);
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  const several = anyOf ?? oneOf;
  if (several) return alternatives(several);
  if (items) return `array of ${typeHtml(items)}`;
  if (typeof additionalProperties === 'object') return `object of ${typeHtml(additionalProperties)}`;
  return [type ?? 'any', ...(format ? [`(${format})`] : [])].join(' ');
}

/** The objects whose fields are written down where they are used. */
function inlineObjects(schema: JsonSchema): JsonSchema[] {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema;
  if (properties) return [schema];
  const parts = [...(anyOf ?? []), ...(oneOf ?? []), ...(items ? [items] : [])];
  return [...parts, ...(typeof additionalProperties === 'object' ? [additionalProperties] : [])].flatMap(
    inlineObjects,
  );
}

const fieldHtml = (name: string, schema: JsonSchema, isRequired: boolean): string => {
  const limits = limitsText(schema);
  return `<li>${code(name)} <span class="type">${typeHtml(schema)}${limits ? `, ${limits}` : ''}</span>${
    isRequired ? '' : '<span class="mark">, optional</span>'
  }${schema.description ? `<p>${textHtml(schema.description)}</p>` : ''}${fieldsHtml(schema)}</li>`;
};

/** The fields of a schema, with those of the objects in it. */
export const fieldsHtml = (schema: JsonSchema): string =>
  inlineObjects(schema)
    .map(({ properties = {}, required = [] }) => {
      const fields = Object.entries(properties).map(([name, field]) =>
        fieldHtml(name, field, required.includes(name)),
      );
      return fields.length === 0 ? '' : `<ul class="fields">${fields.join('')}</ul>`;
    })
    .join('');

/** A schema as a whole: what it is, and its fields. */
export const schemaHtml = (schema: JsonSchema): string => {
  const fields = fieldsHtml(schema);
  return schema.properties && fields ? fields : `<p class="type">${typeHtml(schema)}</p>${fields}`;
};
