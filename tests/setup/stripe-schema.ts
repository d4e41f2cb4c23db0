import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

export type Fields = Record<string, unknown>;

/** Decodes `a[b][0]=x` to `{ a: { b: ['x'] } }`, Stripe's encoding of nested values in a form. */
export function decodeForm(text: string): Fields {
  const decoded: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let place = decoded;
    for (const step of path.slice(0, -1)) place = (place[step] ??= {}) as Fields;
    const last = path.at(-1) ?? '';
    place[last === '' ? String(Object.keys(place).length) : last] = value;
  }
  return listed(decoded) as Fields;
}
/** Turns objects with keys counting up from 0 back into lists. */
function listed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([key], index) => key === String(index)))
    return entries.map(([, one]) => listed(one));
  return Object.fromEntries(entries.map(([key, one]) => [key, listed(one)]));
}

interface Described {
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody: object;
}
interface Published {
  paths: Record<string, Record<string, Described>>;
}

/** A file with Stripe's published request schemas, which isn't part of this repository. */
const published = process.env.STRIPE_REQUEST_SCHEMAS;

function querySchema({ parameters }: Described): object {
  const inQuery = parameters.filter((one) => one.in === 'query');
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter((one) => one.required).map(({ name }) => name),
  };
}

/** Returns what is wrong with a request, or null. Coerces types first, because a form contains only text. */
export type CheckRequest = (request: {
  method: string;
  path: string;
  query: Fields;
  body: Fields;
}) => string | null;

/** Checks requests against Stripe's schemas. Without the file it warns once and accepts every request. */
export function requestCheck(): CheckRequest {
  if (!published || !existsSync(published)) {
    // oxlint-disable-next-line no-console -- whoever runs the tests has to know that a part of them wasn't run
    console.warn(
      'skipped: requests to the stand-in aren’t checked against Stripe’s schemas; STRIPE_REQUEST_SCHEMAS names no file',
    );
    return () => null;
  }
  const ajv = new Ajv({ coerceTypes: true, strict: false, allErrors: true, formats: { 'unix-time': true } });
  const { paths } = JSON.parse(readFileSync(published, 'utf8')) as Published;
  const known = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        method: method.toUpperCase(),
        literal: path.split('{').length,
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        query: ajv.compile(querySchema(described)),
        body: ajv.compile(described.requestBody),
      })),
    )
    .toSorted((a, b) => a.literal - b.literal);
  const problem = (validate: ValidateFunction, value: Fields) =>
    validate(structuredClone(value)) ? null : ajv.errorsText(validate.errors);
  return ({ method, path, query, body }) => {
    const operation = known.find((one) => one.method === method && one.pattern.test(path));
    if (!operation) return `${method} ${path} isn’t among the published operations`;
    const wrong = problem(operation.query, query) ?? problem(operation.body, body);
    return wrong === null ? null : `${method} ${path}: ${wrong}`;
  };
}
