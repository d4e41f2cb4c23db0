import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Done, Id, IdParams, Timestamp, lineText } from '../core/schemas.ts';
import { op } from '../core/op.ts';

/** The lists of the studio that keep their filters in the address. */
export const pinnableLists = [
  'posts',
  'videos',
  'galleries',
  'photos',
  'products',
  'orders',
  'auctions',
  'subscribers',
] as const;
const PinnableList = z.enum(pinnableLists);
export type PinnableList = z.infer<typeof PinnableList>;

const Value = z.string().trim().min(1).max(100);
/** The filters of a list, as they are in its address. A list has some of them, and passes over values it doesn’t know. */
const Filters = z
  .strictObject({
    q: Value.describe('What is searched for.'),
    type: Value,
    state: Value,
    where: Value,
    audience: Value,
    tag: Value,
  })
  .partial();
export type PinnedFilters = z.infer<typeof Filters>;

/** The filters of a list in the studio, under a name. */
export const PinnedView = z.object({
  _id: Id,
  list: PinnableList,
  name: z.string(),
  filters: Filters,
  createdAt: Timestamp,
});
export type PinnedView = z.infer<typeof PinnedView>;

const { name: longest, most } = limits.pinnedViews;
const Name = lineText().min(1, 'Enter a name.').max(longest, `Use at most ${longest} characters.`);

export const pinnedViews = {
  'GET /performer/pinned-views': op({
    summary: 'The views you pinned of a list, oldest first',
    access: 'performer',
    ours: true,
    query: z.strictObject({ list: PinnableList }),
    reply: z.object({ data: z.array(PinnedView) }),
  }),
  'POST /performer/pinned-views': op({
    summary: `Pin the filters of a list under a name; each list can have ${most}`,
    access: 'performer',
    ours: true,
    body: z.strictObject({
      list: PinnableList,
      name: Name,
      filters: Filters.refine((filters) => Object.keys(filters).length > 0, 'Filter the list first.'),
    }),
    reply: PinnedView,
    creates: true,
    status: 201,
  }),
  'PUT /performer/pinned-views/:id': op({
    summary: 'Rename a pinned view',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: z.strictObject({ name: Name }),
    reply: PinnedView,
  }),
  'DELETE /performer/pinned-views/:id': op({
    summary: 'Remove a pinned view',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Done,
  }),
};
