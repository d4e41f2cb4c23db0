import { z } from 'zod';

/* Examples for the document of the API: made of the schemas, so that they never differ from them. */

type Json = Readonly<Record<string, unknown>>;
interface Where {
  /** Name of the field. */
  readonly name: string;
  readonly root: Json;
  /** How deep, to end what contains itself. */
  readonly depth: number;
}

/** What stands in a text field of this name; a word of the field's own name where it isn't listed. */
const texts: Readonly<Record<string, string>> = {
  username: 'mia',
  credentials: 'mia',
  name: 'Mia Ortega',
  fullName: 'Mia Ortega',
  firstName: 'Mia',
  lastName: 'Ortega',
  title: 'A bowl for the morning',
  text: 'Fresh out of the kiln.',
  message: 'Thank you, it arrived today.',
  bio: 'Stoneware from a small studio.',
  description: 'Stoneware, 14 cm wide, safe in the dishwasher.',
  reason: 'It’s the same picture as last week.',
  password: 'correct horse battery',
  newPassword: 'quiet harbor lantern',
  currentPassword: 'correct horse battery',
  email: 'mia@example.com',
  phone: '+49 30 901820',
  country: 'DE',
  countryCode: 'DE',
  language: 'en',
  currency: 'USD',
  timeZone: 'Europe/Berlin',
  city: 'Berlin',
  state: 'Berlin',
  postalCode: '10115',
  zipCode: '10115',
  street: 'Ackerstraße 12',
  streetAddress: 'Ackerstraße 12',
  tag: 'stoneware',
  q: 'stoneware',
  code: '482913',
  token: 'Hx3vcw464Pe5CxMNesz3TaoGeKZOU7s',
  url: 'https://example.com/bowl',
  href: '/feeds/01940027-68e9-7594-98f8-6764d3beda8a',
  carrier: 'DHL',
  trackingNumber: '00340434161094042557',
  color: '#3f6212',
  from: '/home',
  states: 'US-CA',
  p256dh: 'B'.padEnd(87, 'A'),
  auth: 'A'.repeat(22),
};
/** Ends of a span, which are after its start. */
const ends: ReadonlySet<string> = new Set(['to', 'endAt', 'expiresAt', 'until', 'periodEnd']);
/** What is left out where a body takes one of several. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'POST /payment/wallet/top-up': ['packageId'],
  'PUT /orders/:id/update/delivery-address': ['address'],
  'POST /wallet/charges/product/:id': ['address'],
  'POST /wallet/charges/tip/:id': ['feedId', 'streamId'],
};
const id = '01940027-68e9-7594-98f8-6764d3beda8a';
const byFormat: Readonly<Record<string, string>> = {
  uuid: id,
  'date-time': '2026-03-02T09:00:00.000Z',
  date: '2026-03-02',
  email: 'mia@example.com',
  uri: 'https://example.com/bowl',
};
/** Texts tried in turn for a pattern. */
const forPatterns = [
  'DE',
  'mia',
  'Mia',
  '482913',
  '2026-03-02',
  '2026-03',
  '2026',
  '09:30',
  'en',
  'USD',
  '#3f6212',
  'stoneware',
  '0'.repeat(64),
  '0'.repeat(32),
  'a'.repeat(43),
  '+49 30 901820',
  '12',
];

const stretched = (
  text: string,
  { minLength = 0, maxLength = Infinity }: { minLength?: number; maxLength?: number },
) => text.padEnd(minLength, text || 'a').slice(0, maxLength);

function exampleText(schema: Json, { name }: Where): string {
  const format = byFormat[String(schema['format'])];
  if (format) return schema['format'] === 'date-time' && ends.has(name) ? '2026-03-31T09:00:00.000Z' : format;
  const patterns = [
    schema['pattern'],
    ...((schema['allOf'] as Json[] | undefined) ?? []).map((each) => each['pattern']),
  ]
    .filter((each) => typeof each === 'string')
    .map((each) => new RegExp(each, 'u'));
  const words = texts[name] ?? (/(^|[a-z])ids?$/i.test(name) ? id : name || 'text');
  const found = [words, ...forPatterns].find((text) => patterns.every((pattern) => pattern.test(text)));
  return stretched(found ?? words, schema);
}

function exampleNumber({ minimum, maximum, exclusiveMinimum, multipleOf }: Json): number {
  const least = Number(minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 0));
  const most = Number(maximum ?? Infinity);
  const plain = Math.min(Math.max(12, least), most);
  return typeof multipleOf === 'number' ? Math.ceil(plain / multipleOf) * multipleOf : plain;
}

function exampleObject(schema: Json, where: Where): Json {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const named = Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {})
    .filter(([name]) => where.depth < 6 || required.has(name))
    .map(([name, each]) => [name, exampleIn(each, { ...where, name, depth: where.depth + 1 })]);
  const rest = schema['additionalProperties'];
  if (named.length > 0 || typeof rest !== 'object' || rest === null) return Object.fromEntries(named);
  const names = (schema['propertyNames'] ?? {}) as Json;
  const keys = (names['enum'] as string[] | undefined) ?? [
    String(exampleIn(names, { ...where, name: 'name' })),
  ];
  return Object.fromEntries(
    keys.map((key) => [key, exampleIn(rest as Json, { ...where, name: key, depth: where.depth + 1 })]),
  );
}

function exampleList(schema: Json, where: Where): unknown[] {
  const each = (schema['items'] ?? {}) as Json;
  const fixed = schema['prefixItems'] as Json[] | undefined;
  if (fixed) return fixed.map((item) => exampleIn(item, where));
  if (where.depth > 6 && !schema['minItems']) return [];
  const name = where.name in texts ? where.name : where.name.replace(/s$/, '');
  const one = exampleIn(each, { ...where, name, depth: where.depth + 1 });
  return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => one);
}

const isNull = ({ type }: Json): boolean => type === 'null';

/** The part of a schema that is chosen among others, or stands for it. */
function chosen(schema: Json, { root, depth }: Where): Json | null {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (choices)
    return (depth > 6 ? choices.find(isNull) : undefined) ?? choices.find((one) => !isNull(one)) ?? {};
  const reference = schema['$ref'];
  if (reference === '#') return root;
  if (typeof reference !== 'string') return null;
  const definitions = root['$defs'] as Record<string, Json>;
  return definitions[reference.replace('#/$defs/', '')] ?? {};
}

const byType: Readonly<Record<string, (schema: Json, where: Where) => unknown>> = {
  object: exampleObject,
  array: exampleList,
  string: exampleText,
  integer: exampleNumber,
  number: exampleNumber,
  boolean: () => true,
  null: () => null,
};

function exampleIn(schema: Json, where: Where): unknown {
  if ('const' in schema) return schema['const'];
  // An empty text says nothing, and some calls want one although a field has it.
  if ('default' in schema && schema['default'] !== '') return schema['default'];
  const values = schema['enum'] as unknown[] | undefined;
  if (values) return values[0];
  const part = chosen(schema, where);
  if (part) return exampleIn(part, { ...where, depth: where.depth + 1 });
  const make = byType[String(schema['type'])];
  return make ? make(schema, where) : where.name;
}

function exampleFor(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const root = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return exampleIn(root, { name: 'example', root, depth: 0 });
}

/** An example of what a call takes in its path, its query or its body. */
export function inputExample(route: string, schema: z.ZodType): unknown {
  const example = exampleFor(schema, 'input');
  const out = leftOut[route];
  if (!out) return example;
  return Object.fromEntries(Object.entries(example as Json).filter(([name]) => !out.includes(name)));
}

/** An example of what a call answers. */
export const replyExample = (schema: z.ZodType): unknown => exampleFor(schema, 'output');
