import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { SharedKind } from './co-creators.ts';
import { MediaItemState, Done, Id, IdParams, Timestamp, listReply, lineText } from '../core/schemas.ts';
import { op } from '../core/op.ts';

/** A person without an account, as only the creator who named them and operators see them. */
export const Release = z.object({
  _id: Id,
  name: z.string(),
  document: z
    .object({ mime: z.string(), bytes: z.int().describe('Size in bytes.'), sentAt: Timestamp })
    .nullable()
    .describe('Null until a release was uploaded. The document itself is for operators alone.'),
  works: z.array(z.object({ kind: SharedKind, itemId: Id, title: z.string(), state: MediaItemState })),
  createdAt: Timestamp,
});
export type Release = z.infer<typeof Release>;

const PersonInWork = z.object({
  _id: Id.describe('The release’s.'),
  name: z.string(),
  hasDocument: z.boolean(),
});
export type PersonInWork = z.infer<typeof PersonInWork>;
const PeopleInWork = z.object({
  data: z.array(PersonInWork),
  releasesRequired: z.boolean().describe('Whether each needs a release document before publishing'),
});
export type PeopleInWork = z.infer<typeof PeopleInWork>;

const document = { kind: 'document', max: 1 } as const;
const maxBytes = limits.upload.documentBytes + 64 * 1024;
const MediaItemParams = z.strictObject({ kind: SharedKind, id: Id });

/** The people in a creator’s works who have no account here, and their signed releases. */
export const releases = {
  'GET /performers/releases': op({
    summary: 'The people you named who have no account, with their releases and where they appear',
    access: 'performer',
    reply: listReply(Release),
    ours: true,
  }),
  'POST /performers/releases': op({
    summary: 'Add a person without an account, with their signed release if you have it',
    access: 'performer',
    body: z.strictObject({
      name: lineText().min(1, 'Enter their legal name.').max(limits.text.name),
    }),
    upload: { fields: { release: document }, maxBytes },
    reply: Release,
    status: 201,
    ours: true,
  }),
  'POST /performers/releases/:id/document': op({
    summary: 'Add or replace a person’s signed release',
    access: 'performer',
    params: IdParams,
    upload: { fields: { release: { ...document, required: true } }, maxBytes },
    reply: Release,
    ours: true,
  }),
  'DELETE /performers/releases/:id': op({
    summary: 'Remove a person and their release; refused while a work other than a draft names them',
    access: 'performer',
    params: IdParams,
    reply: Done,
    ours: true,
  }),
  'GET /performer/media-items/:kind/:id/people': op({
    summary: 'The people without an account named in your video, gallery or photo',
    access: 'performer',
    params: MediaItemParams,
    reply: PeopleInWork,
    ours: true,
  }),
  'PUT /performer/media-items/:kind/:id/people': op({
    summary: 'Set the people without an account named in your video, gallery or photo',
    access: 'performer',
    params: MediaItemParams,
    body: z.strictObject({
      releaseIds: z
        .array(Id)
        .max(limits.release.peoplePerWork, `Name at most ${limits.release.peoplePerWork} people.`),
    }),
    reply: PeopleInWork,
    ours: true,
  }),
};
