import { z } from 'zod';
import {
  CountryCode,
  Done,
  Id,
  IdParams,
  KeyPage,
  PerformerCard,
  QueryFlag,
  listReply,
} from '../core/schemas.ts';
import { Post } from '../content/posts/posts.ts';
import { op } from '../core/op.ts';
import { Performer } from '../people/creators.ts';

/** The complete list in any order. The maximum exceeds the number of countries. */
const countries = z.array(CountryCode).max(300);
/** States (provinces, cantons …) as `US-CA`: the country's code and one of `GET /states/:country`. */
const states = z
  .array(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,10}$/, 'Use a state’s code, like US-CA.'))
  .max(1_000);
/** What happens to visitors whose place is doubtful: they see the page, are asked first, or are refused. */
const Doubtful = z.enum(['allow', 'ask', 'refuse']);
export type Doubtful = z.infer<typeof Doubtful>;
const ClosedCountries = z.object({
  countries,
  states,
  /** For visitors whose country is unknown, or whose state is in a country with closed states. */
  unknown: Doubtful,
  /** For visitors behind a VPN or in a data center. */
  vpn: Doubtful,
  /** What this site can know of its visitors besides their country. */
  knows: z.object({ states: z.boolean(), vpns: z.boolean() }),
});
export type ClosedCountries = z.infer<typeof ClosedCountries>;
export const BlockedPerson = PerformerCard.extend({ blockedAt: z.iso.datetime() });
export type BlockedPerson = z.infer<typeof BlockedPerson>;
/** What a visitor from a country, and maybe a state, sees of a creator's profile. */
export const CountryPreview = z.object({
  country: CountryCode,
  /**
   * Why there is nothing to see: the creator blocks the place, or asks its visitors where they are first; the
   * site is closed to the country; or the profile isn't public yet.
   */
  closed: z.enum(['country', 'asks', 'site', 'unpublished']).nullable(),
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
    summary: 'Set the countries you block, as a whole list; what else is omitted is unchanged',
    access: 'user',
    body: z.strictObject({
      countries,
      states: states.optional(),
      unknown: Doubtful.optional(),
      vpn: Doubtful.optional(),
    }),
    reply: ClosedCountries,
  }),
  'GET /block/countries/preview/:country': op({
    summary: 'Your profile as a visitor from a country sees it',
    access: 'performer',
    params: z.strictObject({ country: CountryCode }),
    /** `state`: one of `GET /states/:country`; unknown if omitted. */
    query: z.strictObject({
      state: z
        .string()
        .regex(/^[A-Z0-9]{1,10}$/)
        .optional(),
      vpn: QueryFlag.optional(),
    }),
    reply: CountryPreview,
    ours: true,
  }),
  'GET /block/place': op({
    summary: 'Whether the page at a path opens once you have stated where you are',
    access: 'anyone',
    query: z.strictObject({ path: z.string().max(200) }),
    reply: z.object({
      asked: z.boolean(),
      /** The country that your address names, if only its state is asked for. */
      country: CountryCode.nullable(),
    }),
    ours: true,
  }),
  'POST /block/place': op({
    summary: 'State where you are; keep the pass in the cookie `place`',
    access: 'anyone',
    body: z.strictObject({
      country: CountryCode,
      state: z
        .string()
        .regex(/^[A-Z0-9]{1,10}$/)
        .optional(),
    }),
    reply: z.object({ pass: z.string(), expiresAt: z.iso.datetime() }),
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
    reply: listReply(BlockedPerson),
  }),
};

export const MutedCreator = PerformerCard.extend({ mutedAt: z.iso.datetime() });
export type MutedCreator = z.infer<typeof MutedCreator>;
const CreatorMute = z.object({ isMuted: z.boolean() });

/**
 * Creators whose posts and news an account doesn't want to see. Unlike a block, it changes nothing else, and the
 * creator can't tell. Conversations and mass messages are muted by calls of their own.
 */
export const creatorMutes = {
  'GET /creator-mutes': op({
    summary: 'Creators you muted, last muted first',
    access: 'user',
    ours: true,
    query: z.strictObject(KeyPage),
    reply: listReply(MutedCreator),
  }),
  'GET /creator-mutes/:id': op({
    summary: 'Whether you muted a creator',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: CreatorMute,
  }),
  'PUT /creator-mutes/:id': op({
    summary: 'Mute a creator: their posts and updates no longer show up',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: CreatorMute,
  }),
  'DELETE /creator-mutes/:id': op({
    summary: 'Unmute a creator',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: CreatorMute,
  }),
};
