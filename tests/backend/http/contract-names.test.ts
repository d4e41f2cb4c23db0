import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';

/** The same name for the same concept: a client that knows one reply knows the fields of the next. */

type Shape = Readonly<Record<string, z.core.$ZodType>>;
interface Found {
  /** Its path, like `GET /orders/:id reply.timeline`. */
  readonly place: string;
  readonly shape: Shape;
}

const operations = Object.entries(contract as Record<string, OpDef>);

/** The objects inside a schema's wrappers: one, or those of a union. */
function shapesOf(schema: z.core.$ZodType): Shape[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return shapesOf(def.innerType);
  if (def.type === 'union') return def.options.flatMap(shapesOf);
  if (def.type === 'pipe') return [...shapesOf(def.in), ...shapesOf(def.out)];
  return def.type === 'object' ? [def.shape] : [];
}
/** The element type of an array or a record; null for anything else. */
function elementOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return elementOf(def.innerType);
  if (def.type === 'pipe') return elementOf(def.in);
  if (def.type === 'array') return def.element;
  return def.type === 'record' ? def.valueType : null;
}

/** All objects in a schema, at any depth. */
function objectsIn(schema: z.core.$ZodType, place: string): Found[] {
  const element = elementOf(schema);
  if (element) return objectsIn(element, `${place}[]`);
  return shapesOf(schema).flatMap((shape) => [
    { place, shape },
    ...Object.entries(shape).flatMap(([name, field]) => objectsIn(field, `${place}.${name}`)),
  ]);
}

const replies = operations.flatMap(([route, { reply }]) => objectsIn(reply, `${route} reply`));
const bodies = operations.flatMap(([route, { body }]) => (body ? objectsIn(body, `${route} body`) : []));
const fields = [...replies, ...bodies].flatMap(({ place, shape }) =>
  Object.entries(shape).map(([name, schema]) => ({ place: `${place}.${name}`, name, schema })),
);

const holds = (schema: z.core.$ZodType, ...names: string[]) =>
  shapesOf(schema).some((shape) => names.every((name) => name in shape));
const isFile = (schema: z.core.$ZodType) => holds(schema, 'mime', 'sizes', 'thumbnails');
const isPerson = (schema: z.core.$ZodType) => holds(schema, 'username', 'avatar', 'isOnline');

/** Allowed names of fields with one item of a kind, and with a list of them. */
function namesOf(isOne: (schema: z.core.$ZodType) => boolean) {
  const named = (wanted: (schema: z.core.$ZodType) => boolean) =>
    [...new Set(fields.filter(({ schema }) => wanted(schema)).map(({ name }) => name))].toSorted();
  return {
    one: named(isOne),
    many: named((schema) => {
      const element = elementOf(schema);
      return element !== null && isOne(element);
    }),
  };
}
const places = (wanted: (field: (typeof fields)[number]) => boolean) =>
  fields.filter(wanted).map(({ place }) => place);

test('covers the whole contract', () => {
  expect(replies.length).toBeGreaterThan(800);
  expect(bodies.length).toBeGreaterThan(60);
});

describe('one word for each concept', () => {
  test('a file is named after its use: the image that represents an item is its cover', () => {
    expect(namesOf(isFile)).toEqual({
      one: ['cover', 'file', 'teaser', 'thumbnail', 'welcomeVideo'],
      many: ['data', 'documents', 'files', 'images', 'photos', 'uploads'],
    });
    expect(places(({ name }) => /^(pictures?|image|photo)$/.test(name))).toEqual([]);
  });

  test('a creator is the performer, a fan the user; others are named after their role', () => {
    expect(namesOf(isPerson)).toEqual({
      one: ['author', 'buyer', 'performer', 'recipient', 'user'],
      many: ['banned', 'coCreators', 'data', 'free', 'moderators', 'newest', 'performers', 'trending'],
    });
    expect(places(({ name }) => /^(creators?|fans?|profile)(Id)?$/.test(name))).toEqual([]);
    // On a receipt, this is the site, which took the payment.
    expect(places(({ name }) => name === 'seller')).toEqual(['GET /payment/receipts/:id reply.seller']);
  });

  test('things that are published or sold have a title; people, places and packages have a name', () => {
    const things = [...replies, ...bodies].filter(({ shape }) =>
      ['performer', 'images', 'imageIds', 'tags', 'audience'].some((name) => name in shape),
    );
    expect(things.length).toBeGreaterThan(60);
    expect(things.filter(({ shape }) => 'name' in shape).map(({ place }) => place)).toEqual([]);
  });

  test('images are sent under the same name as they are returned', () => {
    const sent = operations.filter(
      ([, { body, reply }]) => body && holds(reply, 'images') && !holds(body, 'imageIds'),
    );
    expect(sent.map(([route]) => route)).toEqual([]);
  });

  test("a record's own id is `_id`", () => {
    // WebAuthn names what browsers and authenticators exchange.
    const own = places(({ name }) => name === 'id').filter((place) => !/passkey|step-up/.test(place));
    expect(own).toEqual([]);
  });
});
