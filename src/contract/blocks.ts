import { z } from 'zod';
import { CountryCode, Done, Id, IdParams, KeyPage, PerformerCard, listOf } from './core/schemas.ts';
import { Post } from './posts.ts';
import { op } from './core/op.ts';
import { Performer } from './creators.ts';

/** The complete list in any order. The maximum exceeds the number of countries. */
const countries = z.array(CountryCode).max(300);
/** `unknownClosed`: whether visitors whose country is unknown are blocked too. */
const ClosedCountries = z.object({ countries, unknownClosed: z.boolean() });
export type ClosedCountries = z.infer<typeof ClosedCountries>;
export const BlockedPerson = PerformerCard.extend({ blockedAt: z.iso.datetime() });
export type BlockedPerson = z.infer<typeof BlockedPerson>;
/** What a visitor from a country sees of a creator's profile. */
export const CountryPreview = z.object({
  country: CountryCode,
  /**
   * Why there is nothing to see: the creator blocks the country, the site is closed to it, or the profile
   * isn't public yet.
   */
  closed: z.enum(['country', 'site', 'unpublished']).nullable(),
  performer: Performer.nullable(),
  feeds: z.array(Post),
});
export type CountryPreview = z.infer<typeof CountryPreview>;

export const blocks = {
  'GET /block/countries/check': op({
    summary: 'Whether the site is blocked in the visitor’s country',
    access: 'anyone',
    reply: z.object({ blocked: z.boolean() }),
  }),
  'GET /block/countries': op({
    summary: 'Countries you block',
    access: 'user',
    reply: ClosedCountries,
    ours: true,
  }),
  'POST /block/countries': op({
    summary: 'Set the countries you block, as a whole list; `unknownClosed` is unchanged if omitted',
    access: 'user',
    body: z.strictObject({ countries, unknownClosed: z.boolean().optional() }),
    reply: ClosedCountries,
  }),
  'GET /block/countries/preview/:country': op({
    summary: 'Your profile as a visitor from a country sees it',
    access: 'performer',
    params: z.strictObject({ country: CountryCode }),
    reply: CountryPreview,
    ours: true,
  }),
  'POST /block/users': op({
    summary: 'Block a person; neither sees the other anywhere',
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
    summary: 'People you block, most recent first',
    access: 'user',
    query: z.strictObject({ ...KeyPage, q: z.string().trim().max(100).optional() }),
    reply: listOf(BlockedPerson),
  }),
};
