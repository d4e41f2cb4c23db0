import { z } from 'zod';
import { CountryCode, Done, Id, IdParams, KeyPage, PerformerCard, listOf } from './common.ts';
import { Feed } from './feeds.ts';
import { op } from './op.ts';
import { Performer } from './performers.ts';

/** The whole list, in no order; every country there is, and some to spare. */
const Countries = z.object({ countries: z.array(CountryCode).max(300) });
export const BlockedPerson = PerformerCard.extend({ blockedAt: z.iso.datetime() });
export type BlockedPerson = z.infer<typeof BlockedPerson>;
/** What a visitor from a country gets of a creator's profile. */
export const CountryPreview = z.object({
  country: CountryCode,
  /** Why there is nothing to see there: the creator closed the country, the site is closed to it, or nobody sees the profile yet. */
  closed: z.enum(['country', 'site', 'unpublished']).nullable(),
  profile: Performer.nullable(),
  /** The newest posts. */
  feeds: z.array(Feed),
});
export type CountryPreview = z.infer<typeof CountryPreview>;

export const blocks = {
  'GET /block/countries/check': op({
    summary: 'Is the site closed to the visitor’s country',
    access: 'anyone',
    reply: z.object({ blocked: z.boolean() }),
  }),
  'GET /block/countries': op({
    summary: 'The countries the caller is closed to',
    access: 'user',
    reply: Countries,
    ours: true,
  }),
  'POST /block/countries': op({
    summary: 'Choose the countries to be closed to: the whole list',
    access: 'user',
    body: z.strictObject(Countries.shape),
    reply: Countries,
  }),
  'GET /block/countries/preview/:country': op({
    summary: 'The own profile as a visitor from a country gets it',
    access: 'performer',
    params: z.strictObject({ country: CountryCode }),
    reply: CountryPreview,
    ours: true,
  }),
  'POST /block/users': op({
    summary: 'Block a person, both ways and everywhere',
    access: 'user',
    body: z.strictObject({ userId: Id }),
    reply: BlockedPerson,
  }),
  'DELETE /block/users/:id': op({
    summary: 'Unblock a person',
    access: 'user',
    params: IdParams,
    reply: Done,
  }),
  'GET /block/users': op({
    summary: 'Blocked people, the last one first',
    access: 'user',
    query: z.strictObject({ ...KeyPage, q: z.string().trim().max(100).optional() }),
    reply: listOf(BlockedPerson),
  }),
};
