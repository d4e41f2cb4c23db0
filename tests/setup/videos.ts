import { readFileSync } from 'node:fs';
import { files, type StoredRendition } from '#backend/db/schema/files.ts';
import { coCreators } from '#backend/db/schema/media-items.ts';
import { videos } from '#backend/db/schema/videos.ts';
import type { TestBackend } from './backend.ts';

type VideoValues = typeof videos.$inferInsert;
type FileValues = typeof files.$inferInsert;

const film: StoredRendition[] = [
  ...[480, 720].map((height) => ({
    name: `${height}.mp4`,
    width: (height * 16) / 9,
    height,
    mime: 'video/mp4',
    bytes: 9,
  })),
  ...[320, 640].map((width) => ({
    name: `${width}.webp`,
    width,
    height: (width * 9) / 16,
    mime: 'image/webp',
    bytes: 4,
  })),
  { name: 'blur.webp', width: 320, height: 180, mime: 'image/webp', bytes: 4 },
];

const clip = readFileSync(new URL('../../src/backend/node/media/seed-clips/wheel.mp4', import.meta.url));
/** A real video of five seconds. */
export const mp4 = (name = 'Morning glaze.mp4'): File => new File([clip], name, { type: 'video/mp4' });
export function filmForm(fields: Record<string, string> = {}, file: File = mp4()): FormData {
  const form = new FormData();
  form.set('video', file);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** Rows inserted directly into the database, as they are after processing. */
export function videosIn({ db, ports }: Pick<TestBackend, 'db' | 'ports'>) {
  const moment = () => ports.clock.now();
  /** A video file as processing leaves it: its row and its objects. */
  async function makeFilm(ownerId: string, values: Partial<FileValues> = {}): Promise<string> {
    const id = ports.ids();
    for (const { name, mime } of film)
      await ports.objects.put(`files/${id}/${name}`, new TextEncoder().encode(`${name} of ${id}`), mime);
    await db.insert(files).values({
      id,
      ownerId,
      type: 'video',
      mime: 'video/mp4',
      bytes: 9,
      width: 1280,
      height: 720,
      duration: 192,
      placeholder: 'cGxhY2U=',
      storageKey: `files/${id}`,
      renditions: film,
      state: 'ready',
      percent: 100,
      createdAt: moment(),
      updatedAt: moment(),
      ...values,
    });
    return id;
  }
  /**
   * A published video, for everyone by default. Moves the clock by a minute, so that videos have an order.
   */
  async function makeVideo(performerId: string, values: Partial<VideoValues> = {}): Promise<string> {
    ports.clock.move('1m');
    const id = values.id ?? ports.ids();
    const fileId = values.fileId === undefined ? await makeFilm(performerId) : values.fileId;
    const publishedAt =
      values.publishedAt === undefined && (values.state ?? 'published') === 'published'
        ? moment()
        : (values.publishedAt ?? null);
    await db.insert(videos).values({
      performerId,
      title: `Video ${id}`,
      audience: 'public',
      state: 'published',
      createdAt: moment(),
      updatedAt: moment(),
      ...values,
      fileId,
      publishedAt,
      id,
    });
    return id;
  }
  /** Tags a co-creator; returns the request's id. */
  async function tag(
    performerId: string,
    itemId: string,
    values: Partial<typeof coCreators.$inferInsert> = {},
  ): Promise<string> {
    const id = ports.ids();
    await db
      .insert(coCreators)
      .values({ id, kind: 'video', itemId, performerId, createdAt: moment(), ...values });
    return id;
  }
  return { makeFilm, makeVideo, tag };
}
