import type { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import type { TestBackend } from '../setup/backend.ts';
import type { Everything } from './everything.ts';
import type { Identity } from './scene.ts';

export interface Reply {
  readonly route: string;
  readonly input: Input;
  readonly status: number;
  readonly text: string;
}
export interface Input {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
}
/** The data to ask about. */
export interface Things {
  readonly owner: { readonly id: string; readonly username: string };
  readonly ids: readonly string[];
  readonly fileIds: readonly string[];
  readonly mediaItems: readonly (readonly [objectType: string, objectId: string])[];
}

const keysOf = (schema: z.ZodType | undefined): string[] =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
/** The allowed values of a key with a fixed set of them. */
function choicesOf(schema: z.ZodType | undefined, key: string): string[] {
  let field = (schema as { shape?: Record<string, unknown> } | undefined)?.shape?.[key] as
    | { options?: string[]; def?: { innerType?: never; in?: never } }
    | undefined;
  while (field && !field.options) field = field.def?.innerType ?? field.def?.in;
  return field?.options ?? [];
}

/**
 * All inputs of an operation for the scene's data: each id in its path, each id or enum value in its query.
 */
export function inputsOf(route: string, def: OpDef, all: Things): Input[] {
  const known: Record<string, readonly string[]> = {
    performerId: [all.owner.id, all.owner.username],
    country: ['DE', 'FR'],
    tag: ['craft', 'ceramics'],
    code: all.ids,
    id: route.includes('/files/') ? all.fileIds : all.ids,
  };
  const valuesOf = (schema: z.ZodType | undefined, key: string) => [
    ...(known[key] ?? []),
    ...choicesOf(schema, key),
  ];
  let paths: Record<string, string>[] = [{}];
  for (const key of keysOf(def.params))
    paths = paths.flatMap((path) => valuesOf(def.params, key).map((value) => ({ ...path, [key]: value })));
  const queryKeys = keysOf(def.query);
  const narrowing = queryKeys
    .filter((key) => !['offset', 'limit', 'cursor', 'q', 'from', 'to'].includes(key))
    .flatMap((key) => {
      const values = ['galleryId', 'relatedTo', 'auctionId', 'parentId'].includes(key)
        ? all.ids
        : key === 'objectId'
          ? []
          : valuesOf(def.query, key);
      return values.map((value): Record<string, string> => ({ [key]: value }));
    });
  const about = queryKeys.includes('objectId')
    ? all.mediaItems.map(([objectType, objectId]): Record<string, string> => ({ objectType, objectId }))
    : [];
  const wide: Record<string, string> = queryKeys.includes('limit')
    ? { limit: queryKeys.includes('offset') ? '100' : '24' }
    : {};
  const queries = [wide, ...narrowing.map((query) => ({ ...wide, ...query })), ...about];
  return paths.flatMap((params) => queries.map((query) => ({ params, query })));
}

/**
 * Every live operation that only reads. Operators read what nobody else may; that nobody else gets there is for
 * the matrix to say.
 */
export const readings = Object.entries(contract as Record<string, OpDef>).filter(
  ([route, { access }]) => route.startsWith('GET ') && access !== 'operator',
);
const first: ReadonlySet<Identity> = new Set(['owner', 'fan', 'subscriber']);
/** Reference lists, equal for everyone. */
const dull = new Set([
  'GET /countries/list',
  'GET /states/:country',
  'GET /cities/:country/:state',
  'GET /languages/list',
  'GET /user-additional',
  'GET /phone-codes/list',
  'GET /settings/public',
  'GET /package/token/search',
  'GET /site-promo/search',
  'GET /site-map',
]);

/**
 * Calls every live reading operation for all existing data. The owner, the fan and the subscriber go first;
 * what none of them gets an answer to is skipped for others, except for one in twenty. New operations are
 * covered automatically.
 */
export function askingOf(app: Pick<TestBackend, 'raw'>, all: Things & Pick<Everything, 'callAs'>) {
  const answered = new Set<string>();
  let skipped = 0;

  const questions = readings
    .filter(([route]) => !dull.has(route))
    .flatMap(([route, def]) =>
      inputsOf(route, def, all).map((input) => ({
        route,
        input,
        open: def.access === 'anyone',
        key: `${route} ${JSON.stringify(input)}`,
      })),
    );
  const isWorthwhile = (who: Identity, key: string): boolean =>
    first.has(who) || answered.has(key) || (skipped += 1) % 20 === 0;

  async function repliesTo(who: Identity): Promise<Reply[]> {
    const replies: Reply[] = [];
    const around = await all.callAs(who);
    for (const { route, input, open, key } of questions) {
      if ((around.token === null && !open) || !isWorthwhile(who, key)) continue;
      const { status, text } = await app.raw(route, { ...input, ...around });
      if (status < 300) answered.add(key);
      replies.push({ route, input, status, text });
    }
    return replies;
  }
  return { repliesTo };
}
