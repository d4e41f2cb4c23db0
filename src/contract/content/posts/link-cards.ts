import { z } from 'zod';
import { op } from '../../core/op.ts';

/** What a link in a post leads to, as its page described itself when the post was written. */
export const LinkCard = z.object({
  /** A path of this site, or an address elsewhere. */
  url: z.string(),
  title: z.string(),
  /** Empty if the page has none. */
  description: z.string(),
  /** The name of the site, or its host; on a card of this site, the kind of page. */
  site: z.string(),
  cover: z.string().nullable(),
});
export type LinkCard = z.infer<typeof LinkCard>;

/** A card, and the token that puts it on a post. */
const FoundLinkCard = z.object({ card: LinkCard, token: z.string() });
export type FoundLinkCard = z.infer<typeof FoundLinkCard>;

export const linkCards = {
  'POST /performer/feeds/link-card': op({
    summary: 'Look up the card of a link; its token puts it on a text post',
    access: 'performer',
    body: z.strictObject({
      url: z
        .url({ protocol: /^https?$/i, error: 'Enter the address of a page, such as https://example.com.' })
        .max(2000, 'Use at most 2000 characters.'),
    }),
    reply: FoundLinkCard,
    ours: true,
  }),
};
