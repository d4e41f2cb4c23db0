import { z } from 'zod';
import { Done } from '../core/schemas.ts';
import { op } from '../core/op.ts';

/** What is viewed. `feed` is a post. */
export const ViewKind = z.enum(['feed', 'video', 'gallery', 'product', 'auction', 'stream', 'profile']);
export type ViewKind = z.infer<typeof ViewKind>;
/**
 * Where the viewer found it. `direct`: its address was opened without a link. `link`: a link on another site, or
 * one with a `ref`. `other`: another page of this site.
 */
export const ViewSource = z.enum(['search', 'home', 'profile', 'explore', 'tag', 'direct', 'link', 'other']);
export type ViewSource = z.infer<typeof ViewSource>;

/** The most views in one call. */
export const viewsPerCall = 50;

const View = z.strictObject({
  kind: ViewKind,
  /** The item's id. For a profile, its username will do. */
  itemId: z.string().min(1).max(64),
  source: ViewSource,
  /** A word that tells links apart, or the name of the site with the link. Only with the source `link`. */
  ref: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,49}$/)
    .optional(),
});

export const statistics = {
  'POST /views': op({
    summary: 'Count what was seen, in batches; bots and what the viewer can’t see are ignored',
    access: 'anyone',
    body: z.strictObject({ views: z.array(View).min(1).max(viewsPerCall) }),
    reply: Done,
    ours: true,
  }),
};
