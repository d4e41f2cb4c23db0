import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, at, createdAt, id, updatedAt } from '../columns.ts';
import { accountRef } from './accounts.ts';

/** One rendition of a file. Its object key is `{storageKey}/{name}`. */
export interface StoredRendition {
  name: string;
  width: number;
  height: number;
  mime: string;
  bytes: number;
}

export const files = pgTable(
  'files',
  {
    id: id(),
    ownerId: accountRef('owner_id'),
    type: text('type').notNull(),
    mime: text('mime').notNull(),
    bytes: amount('bytes').notNull(),
    width: integer('width'),
    height: integer('height'),
    /** In seconds. */
    duration: doublePrecision('duration'),
    alt: text('alt'),
    placeholder: text('placeholder'),
    /**
     * What the picture, or the poster of a video, is recognised by (`kernel/picture-hash.ts`). Null for what is too
     * plain, isn’t a picture, or was stored by an earlier version.
     */
    pictureHash: bigint('picture_hash', { mode: 'bigint' }),
    storageKey: text('storage_key').notNull(),
    renditions: jsonb('renditions').$type<StoredRendition[]>().notNull().default([]),
    customData: text('custom_data'),
    /** The name the file had when it was uploaded. */
    originalName: text('original_name'),
    /** CRC-32 of the original, once it was read whole for a ZIP. Objects never change, so it holds for good. */
    checksum: bigint('checksum', { mode: 'number' }),
    /** For audio: the waveform as values from 0 to 100, evenly spaced over its length. */
    peaks: jsonb('peaks').$type<number[]>(),
    /** The original is served because no other sizes could be made of it. */
    asUploaded: boolean('as_uploaded').notNull().default(false),
    state: text('state', { enum: ['uploading', 'queued', 'processing', 'ready', 'failed'] }).notNull(),
    percent: integer('percent').notNull().default(0),
    reason: text('reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('files_owner').on(t.ownerId, t.createdAt),
    index('files_failed')
      .on(t.updatedAt)
      .where(sql`state = 'failed'`),
  ],
);

export const fileRef = (name: string) => uuid(name).references(() => files.id);

/** Documents for the operator's eyes alone. They aren't files: nothing that serves media knows of them. */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    ownerId: accountRef('owner_id'),
    /** The form field it was sent in: a side of an identity document. */
    side: text('side').notNull(),
    mime: text('mime').notNull(),
    /** Before encryption. */
    bytes: integer('bytes').notNull(),
    /**
     * The object's own key, encrypted with the site's secret. Null for documents of earlier versions until a
     * job has encrypted them.
     */
    sealedKey: text('sealed_key'),
    /** When the operator approved it. Newer ones of the same side are kept beside it until decided. */
    approvedAt: at('approved_at'),
    createdAt: createdAt(),
  },
  (t) => [index('documents_owner').on(t.ownerId, t.createdAt)],
);

/** Uploads in parts, until a job deletes them: two days after they began, or at once when they are canceled. */
export const partUploads = pgTable(
  'part_uploads',
  {
    id: id(),
    ownerId: accountRef('owner_id'),
    /** Of the finished object. */
    key: text('key').notNull(),
    mime: text('mime').notNull(),
    bytes: amount('bytes').notNull(),
    partBytes: integer('part_bytes').notNull(),
    /** The object store's own name of the upload; null where the parts are objects of their own. */
    storeId: text('store_id'),
    /** Numbers of the parts that have arrived, where the store doesn't know itself. */
    received: integer('received').array().notNull().default([]),
    finishedAt: at('finished_at'),
    expiresAt: at('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('part_uploads_owner').on(t.ownerId)],
);
