import { expect } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import type { OpDef } from '#contract/core/op.ts';
import type { TestBackend } from '../setup/backend.ts';
import type { Change, Edit, Field, Json, Onlooker, Sight, Subject } from './edit.ts';
import { choicesOf, writableFields } from './fields.ts';

const defOf = (route: string) => (contract as Record<string, OpDef>)[route]!;

/** Identifies stored files by id, because their URLs differ per reader. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('mime' in value && '_id' in value) return value._id;
  // Vote counts depend on the reader.
  if ('ownVotes' in value && 'options' in value) {
    const { question, multiple, expiresAt, resultsVisible, options } = value as Json;
    return {
      question,
      multiple,
      expiresAt,
      resultsVisible,
      options: (options as Json[]).map(({ _id, text }) => ({ _id, text })),
    };
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

/** Fields that differ per reader or change over time, and that nobody can write. */
const ofTheReader = new Set([
  'access',
  'isLiked',
  'isBookmarked',
  'progress',
  'serverTime',
  'ownBid',
  'leader',
  'numOfItems',
  'performer',
  'media',
  'bio',
  'counts',
]);

const without = (json: Json, keys: ReadonlySet<string>): Json =>
  Object.fromEntries(Object.entries(json).filter(([key]) => !keys.has(key)));
/** A file that is still being processed is visible to its owner only. */
const isUnready = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'mime' in value && (value as Json)['state'] !== 'ready';
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The paid content; preview pictures are visible to everyone. */
const contents = new Set(['file', 'files']);
function checkContents(shown: unknown, { name, given }: { name: string; given: Sight }): void {
  for (const file of ([shown].flat() as (Json | null)[]).filter(
    (one): one is Json => one !== null && 'sizes' in one,
  )) {
    const addresses = [
      file['url'],
      ...(file['sizes'] as unknown[]),
      ...(file['sources'] as unknown[]),
    ].filter((one) => one !== null);
    expect(
      addresses.length > 0,
      `the ${name} gets the address of what is ${given}: ${JSON.stringify(file)}`,
    ).toBe(given === 'open');
  }
}

function sightOf(seen: Json | null): Sight {
  if (seen === null) return 'hidden';
  return (seen['access'] as { allowed: boolean } | undefined)?.allowed === false ? 'locked' : 'open';
}

function checkSight(
  own: Json,
  { name, sight }: Onlooker,
  { seen, edit }: { seen: Json | null; edit: Edit },
): void {
  const given = sightOf(seen);
  expect(given, `what the ${name} gets of ${JSON.stringify(own)}`).toBe(sight(own));
  if (seen !== null) checkWords(own, seen, { name, given, edit });
}

/** Checks that others see the same values as the owner, except locked ones. */
function checkWords(
  own: Json,
  seen: Json,
  { name, given, edit }: { name: string; given: Sight; edit: Edit },
): void {
  const secret = new Set([
    ...ofTheReader,
    ...Object.entries(edit.fields)
      .filter(([, field]) => field.secret)
      .map(([key]) => key),
  ]);
  const [theirs, mine] = [plain(without(seen, secret)) as Json, plain(own) as Json];
  for (const [key, value] of Object.entries(theirs)) {
    if (!(key in mine) || (value === null && isUnready(own[key]))) continue;
    if (contents.has(key)) checkContents(seen[key], { name, given });
    if (given === 'locked' && edit.locked?.includes(key))
      expect(isEmpty(value), `the ${name} learns of ${key}: ${JSON.stringify(value)}`).toBe(true);
    else expect({ [key]: value }, `what the ${name} sees`).toEqual({ [key]: mine[key] });
  }
}

/** Checks that everyone else sees the current record. */
async function checkOnlookers(own: Json, edit: Edit, { onlookers = [] }: Subject): Promise<void> {
  await Promise.all(
    onlookers.map(async (one) => {
      for (const seen of await one.read()) checkSight(own, one, { seen, edit });
    }),
  );
}

function bodyOf(path: string, { value, along }: Change, edit: Edit): Json | undefined {
  if (path === '') return undefined;
  const body: Json = structuredClone({ ...edit.along, ...along });
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const place = steps.reduce((at, step) => (at[step] ??= {}) as Json, body);
  place[last] = value;
  return body;
}

interface Trial {
  readonly route: string;
  readonly edit: Edit;
  readonly path: string;
  readonly change: Change;
  readonly subject: Subject;
}

function checkKept(
  before: Json,
  after: Json,
  { field, path, change, said }: { field: Field<string>; path: string; change: Change; said: string },
): void {
  const shown = (field.read ?? ((own: Json) => own[path]))(plain(after) as Json, after);
  expect(shown, `${said} was answered 200`).toEqual('shown' in change ? change.shown : change.value);
  const moving = new Set([
    path.split('.')[0] ?? '',
    ...Object.keys(change.along ?? {}),
    ...(change.moves ?? []),
    'updatedAt',
    'serverTime',
  ]);
  expect(without(plain(after) as Json, moving), `${said} changed something else`).toEqual(
    without(plain(before) as Json, moving),
  );
}

/**
 * Tries one change: either all of it is saved and nothing else, or it is rejected with a message and nothing
 * changes.
 */
async function tryChange({ raw }: TestBackend, { route, edit, path, change, subject }: Trial): Promise<void> {
  const before = await subject.read();
  const body = bodyOf(path, change, edit);
  const said = `${route} ${JSON.stringify(body)?.slice(0, 300)}`;
  const { status, text, problem } = await raw(route, {
    token: subject.by.token,
    params: subject.params,
    body,
  });
  expect(status, `${said}: ${text.slice(0, 500)}`).toBe(change.refused ?? defOf(route).status ?? 200);
  const after = await subject.read();
  if (change.refused) {
    expect(problem.message, said).toMatch(/^[\p{Lu}\p{Sc}“].{8,}[.!?]$/u);
    expect(after, `${said} was refused, and yet something changed`).toEqual(before);
    if (!process.env.DEEP) return;
  } else checkKept(before, after, { field: edit.fields[path]!, path, change, said });
  await checkOnlookers(after, edit, subject);
}

/** Records that everyone has looked at before a change: looking is most of the work, and the same for every field. */
const looked = new Set<string>();
async function checkOnce(name: string, edit: Edit, subject: Subject): Promise<void> {
  if (looked.has(name)) return;
  looked.add(name);
  await checkOnlookers(await subject.read(), edit, subject);
}

/**
 * Tries every change of a field in a state of its record. A saved change needs a new record for the next one; a
 * refused change has just been shown to leave its record as it was.
 */
export async function walkField(
  app: TestBackend,
  { route, edit, state, path }: { route: string; edit: Edit; state: string; path: string },
): Promise<void> {
  const make = edit.states[state]!;
  const field = edit.fields[path] as Field<string>;
  let subject = await make(app);
  let changes = await field.changes(state, subject);
  const { length } = changes;
  expect(length, `${path} is tried`).toBeGreaterThan(0);
  const tried = changes.map(({ value }) => value);
  const schema = writableFields(defOf(route).body).get(path);
  const choices = schema ? choicesOf(schema) : [];
  expect(tried, `every choice of ${path} is tried`).toEqual(expect.arrayContaining(choices));
  await checkOnce(`${route} ${state}`, edit, subject);
  for (let at = 0; at < length; at += 1) {
    if (at > 0 && !changes[at - 1]!.refused) {
      subject = await make(app);
      changes = await field.changes(state, subject);
    }
    await tryChange(app, { route, edit, path, change: changes[at]!, subject });
  }
}
