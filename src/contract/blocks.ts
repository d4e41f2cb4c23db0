import { z } from 'zod';
import { CountryCode, Done, Id, IdParams, KeyPage, PerformerCard, listOf } from './core/schemas.ts';
import { Post } from './posts.ts';
import { op } from './core/op.ts';
import { Performer } from './creators.ts';

/** The whole list, in no order; every country there is, and some to spare. */
const countries = z.array(CountryCode).max(300);
/** `unknownClosed`: whoever can't be placed counts as being in one of them. */
const ClosedCountries = z.object({ countries, unknownClosed: z.boolean() });
export type ClosedCountries = z.infer<typeof ClosedCountries>;
export const BlockedPerson = PerformerCard.extend({ blockedAt: z.iso.datetime() });
export type BlockedPerson = z.infer<typeof BlockedPerson>;
/** What a visitor from a country gets of a creator's profile. */
export const CountryPreview = z.object({
  country: CountryCode,
  /** Why there is nothing to see there: the creator closed the country, the site is closed to it, or nobody sees the profile yet. */
  closed: z.enum(['country', 'site', 'unpublished']).nullable(),
  profile: Performer.nullable(),
  /** The newest posts. */
  feeds: z.array(Post),
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
    reply: ClosedCountries,
    ours: true,
  }),
  'POST /block/countries': op({
    summary:
      'Choose the countries to be closed to: the whole list; `unknownClosed` stays as it is where it is left out',
    access: 'user',
    body: z.strictObject({ countries, unknownClosed: z.boolean().optional() }),
    reply: ClosedCountries,
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
