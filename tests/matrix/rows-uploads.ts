import { partUploads } from '#backend/db/schema/files.ts';
import { type Row, members } from './row.ts';
import type { Scene } from './scene.ts';

/** An upload in parts of which nothing has arrived, or everything. */
const anUpload =
  (state: 'begun' | 'whole', body?: object) =>
  async ({ app: { db, ports }, owner }: Scene) => {
    const id = ports.ids();
    const moment = ports.clock.now();
    const key = `uploads/${owner.id}/${moment.getTime()}.mp4`;
    await ports.objects.put(`parts/${id}/1`, new Uint8Array([1, 2, 3, 4]), 'video/mp4');
    await db.insert(partUploads).values({
      id,
      ownerId: owner.id,
      key,
      mime: 'video/mp4',
      bytes: 4,
      partBytes: 4,
      received: state === 'whole' ? [1] : [],
      expiresAt: new Date(moment.getTime() + 60_000),
      createdAt: moment,
    });
    return { params: { id }, ...(body && { body }) };
  };
const ownUploadOnly = '401 404 404 404 200 404 404 404 401 401';

export const uploadRows = {
  'POST /uploads/sign': [
    { cells: members(200), given: () => ({ body: { fileName: 'clip.png', fileType: 'image/png' } }) },
  ],
  'POST /uploads': [
    {
      cells: members(201),
      given: () => ({ body: { fileName: 'clip.mp4', fileType: 'video/mp4', fileSize: 20_000_000 } }),
    },
  ],
  'GET /uploads/:id': [{ cells: ownUploadOnly, id: 'params.id', given: anUpload('begun') }],
  'POST /uploads/:id/parts': [
    { cells: ownUploadOnly, id: 'params.id', given: anUpload('begun', { number: 1 }) },
  ],
  'POST /uploads/:id/finish': [
    { case: 'that has arrived', cells: ownUploadOnly, id: 'params.id', given: anUpload('whole') },
    {
      case: 'that hasn’t arrived',
      cells: ownUploadOnly.replace('200', '409'),
      id: 'params.id',
      given: anUpload('begun'),
    },
  ],
  'DELETE /uploads/:id': [{ cells: ownUploadOnly, id: 'params.id', given: anUpload('begun') }],
} satisfies Record<string, readonly Row[]>;
