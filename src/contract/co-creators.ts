import { z } from 'zod';
import {
  Done,
  FileView,
  Id,
  IdParams,
  KeyPage,
  PerformerCard,
  MediaItemState,
  listOf,
} from './core/schemas.ts';
import { op } from './core/op.ts';

/** What creators make together. */
export const SharedKind = z.enum(['video', 'gallery', 'photo']);
export type SharedKind = z.infer<typeof SharedKind>;
export const CoCreatorState = z.enum(['pending', 'accepted', 'declined']);

const most = 10;
/** In the body of a media item: whoever takes part in it. Those left out are taken off it. */
export const CoCreatorIds = z.array(Id).max(most, `Tag at most ${most} creators.`);

/** One who was asked, as the item’s own creator sees it. `_id` is the request's. */
export const CoCreatorTag = z.object({ _id: Id, performer: PerformerCard, state: CoCreatorState });
export type CoCreatorTag = z.infer<typeof CoCreatorTag>;

/** A request, as the creator who is asked sees it: what they are to take part in, and by whom. */
export const CoCreation = z.object({
  _id: Id,
  kind: SharedKind,
  itemId: Id,
  title: z.string(),
  description: z.string(),
  /** Whose work it is. */
  performer: PerformerCard,
  /**
   * The work itself, so that nobody has to answer unseen: a video, a photo, the first photos of a gallery.
   * Gone once declined.
   */
  files: z.array(FileView),
  state: CoCreatorState,
  workState: MediaItemState,
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
});
export type CoCreation = z.infer<typeof CoCreation>;

/** Creators tagged in somebody else’s item: nothing is published before they accept. */
export const coCreators = {
  'GET /performer/co-creators': op({
    summary: 'Requests from creators who tagged you, newest first',
    access: 'performer',
    query: z.strictObject({ ...KeyPage, state: CoCreatorState.optional() }),
    reply: listOf(CoCreation),
    ours: true,
  }),
  'PUT /performer/co-creators/:id': op({
    summary: 'Accept or decline to be tagged in a media item',
    access: 'performer',
    params: IdParams,
    body: z.strictObject({ answer: z.enum(['accept', 'decline']) }),
    reply: CoCreation,
    ours: true,
  }),
  'DELETE /performer/co-creators/:id': op({
    summary: 'Remove a tag: creators remove their requests, tagged creators themselves',
    access: 'performer',
    params: IdParams,
    reply: Done,
    ours: true,
  }),
};
