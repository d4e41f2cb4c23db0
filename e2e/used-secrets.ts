import { appendFile } from 'node:fs/promises';
import type { BrowserContext, Request } from 'playwright/test';

/** What must never be in the server's log: `scripts/log-check.mjs` looks for it after the run. */
export type Kind = 'token' | 'email address' | 'password' | 'text';

/** Fields of calls, by what they carry. The fields of forms and of nested records count too. */
const fields: readonly (readonly [RegExp, Kind])[] = [
  [/password/i, 'password'],
  [/email|^credentials$/i, 'email address'],
  [/token$|^code$|^state$|secret/i, 'token'],
  [/^(text|message|note|content|comment|bio|subject|about|reason|address|name)$/i, 'text'],
];
const parameters = /^(token|code|state|sig|signature)$/i;

const kindOf = (name: string): Kind | undefined => fields.find(([pattern]) => pattern.test(name))?.[1];

function* inside(value: unknown, name = ''): Generator<readonly [Kind, string]> {
  const kind = kindOf(name);
  if (typeof value === 'string' && kind) yield [kind, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) yield* inside(each, Array.isArray(value) ? name : key);
}

function bodyOf(request: Request): unknown {
  try {
    return request.postDataJSON() as unknown;
  } catch {
    return null;
  }
}

function* secretsIn(request: Request): Generator<readonly [Kind, string]> {
  const { authorization } = request.headers();
  if (authorization) yield ['token', authorization.replace(/^Bearer /i, '')];
  for (const [name, value] of new URL(request.url()).searchParams)
    if (parameters.test(name)) yield ['token', value];
  if (request.method() !== 'GET') yield* inside(bodyOf(request));
}

/**
 * Takes note of every token, email address, password and text that the pages of a context send. Returns what
 * hands them over after the test; without a list to write to, nothing is noted.
 */
export function noteSecrets(context: BrowserContext): () => Promise<void> {
  const list = process.env.E2E_SECRETS;
  if (!list) return async () => {};
  const found = new Set<string>();
  context.on('request', (request) => {
    for (const secret of secretsIn(request)) found.add(JSON.stringify(secret));
  });
  return () => appendFile(list, [...found].map((line) => `${line}\n`).join(''));
}
