import { files } from '#backend/db/schema/files.ts';
import { type Row, creators, members } from './row.ts';
import type { Identity, Scene } from './scene.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

/** A picture that the caller uploaded to cloud storage. */
const uploaded =
  (type: string) =>
  async ({ app: { ports }, accountOf }: Scene, who: Identity) => {
    const filename = `${ports.clock.now().getTime()}.png`;
    const path = `uploads/${accountOf(who).id}/${filename}`;
    await ports.objects.put(path, png, 'image/png');
    return { body: { type, filename, path } };
  };
const aFile =
  (state: 'ready' | 'failed') =>
  async ({ app: { db, ports }, owner }: Scene) => {
    const id = ports.ids();
    const moment = ports.clock.now();
    await db.insert(files).values({
      id,
      ownerId: owner.id,
      type: 'feed-video',
      mime: 'video/mp4',
      bytes: 4,
      storageKey: `files/${id}`,
      state,
      createdAt: moment,
      updatedAt: moment,
    });
    return { params: { id } };
  };
const ownFileOnly = '401 404 404 404 200 404 404 404 401 401';

export const fileRows = {
  'POST /files': [
    { case: 'of a creator’s kinds', cells: creators(201), given: uploaded('feed-photo') },
    { case: 'for a message', cells: members(201), given: uploaded('message-photo') },
  ],
  'GET /files/:id/status': [{ cells: ownFileOnly, id: 'params.id', given: aFile('ready') }],
  'POST /files/:id/teaser': [
    {
      cells: '401 403 403 403 201 404 403 403 401 401',
      id: 'params.id',
      given: async (scene) => ({ ...(await aFile('ready')(scene)), body: { type: 'video-teaser' } }),
    },
  ],
  'POST /files/:id/retry': [
    { case: 'that failed', cells: ownFileOnly, id: 'params.id', given: aFile('failed') },
    {
      case: 'that is fine',
      cells: ownFileOnly.replace('200', '409'),
      id: 'params.id',
      given: aFile('ready'),
    },
  ],
} satisfies Record<string, readonly Row[]>;
