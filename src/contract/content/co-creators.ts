import { z } from 'zod';
import {
  Done,
  FileView,
  Id,
  IdParams,
  KeyPage,
  PerformerCard,
  MediaItemState,
  listReply,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';

/** Kinds of items that can have co-creators. */
export const SharedKind = z.enum(['video', 'gallery', 'photo']);
export type SharedKind = z.infer<typeof SharedKind>;
export const CoCreatorState = z.enum(['pending', 'accepted', 'declined']);

const most = 10;
/** The co-creators in a media item's body. Those left out are removed. */
export const CoCreatorIds = z.array(Id).max(most, `Tag at most ${most} creators.`);

/** A tagged creator as seen by the item's owner. `_id` is the request's. */
export const CoCreatorTag = z.object({ _id: Id, performer: PerformerCard, state: CoCreatorState });
export type CoCreatorTag = z.infer<typeof CoCreatorTag>;

/** A request as seen by the tagged creator. */
export const CoCreation = z.object({
  _id: Id,
  kind: SharedKind,
  itemId: Id,
  title: z.string(),
  description: z.string(),
  /** The item's owner. */
  performer: PerformerCard,
  /**
   * The item itself, so that it can be viewed before responding: a video, a photo, or the first photos of a
   * gallery. Empty once declined.
   */
  files: z.array(FileView),
  state: CoCreatorState,
  itemState: MediaItemState,
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
});
export type CoCreation = z.infer<typeof CoCreation>;

/** Co-creator requests. An item isn't published before all tagged creators accept. */
export const coCreators = {
  'GET /performer/co-creators': op({
    summary: 'Requests from creators who tagged you, newest first',
    access: 'performer',
    query: z.strictObject({ ...KeyPage, state: CoCreatorState.optional() }),
    reply: listReply(CoCreation),
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
