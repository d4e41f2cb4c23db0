import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { limits } from '#config/limits.ts';
import { files } from '#backend/db/schema/files.ts';
import { testBackend } from '../../../setup/backend.ts';
import { clip } from '../../../setup/recordings.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { backend, call, db, ports, makeCreator, makeFan } = app;

const wheel = await clip('wheel.mp4');
const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(200)]);

let count = 0;
/** Uploads an object as a large one is: announced, sent in parts, joined. */
async function uploaded(who: Person, bytes: Uint8Array<ArrayBuffer> = wheel) {
  const { token } = who;
  const fileName = `${1_700_000_000_000 + (count += 1)}.mp4`;
  const body = { fileName, fileType: 'video/mp4', fileSize: bytes.length } as const;
  const { _id: id, filename, path } = (await call('POST /uploads', { token, body })).data;
  const { url } = (await call('POST /uploads/:id/parts', { token, params: { id }, body: { number: 1 } }))
    .data;
  const headers = { 'content-type': 'video/mp4' };
  const put = new Request(new URL(url, 'https://limelight.test'), { method: 'PUT', body: bytes, headers });
  expect((await backend.fetch(put, { ip: '203.0.113.1' })).status).toBe(204);
  expect((await call('POST /uploads/:id/finish', { token, params: { id } })).status).toBe(200);
  return { id, filename, path };
}

/** Says that an object has this length: nobody's test stores gigabytes. */
function pretend(key: string, total: number): void {
  const { get } = ports.objects;
  ports.objects.get = async (asked, range) => {
    const object = await get.call(ports.objects, asked, range);
    return object && asked === key ? { ...object, total } : object;
  };
}

const filesOf = (who: Person) => db.select().from(files).where(eq(files.ownerId, who.id));

describe.each([
  { route: 'POST /messages/private/file/video', type: 'message-video', make: () => makeFan() },
  { route: 'POST /performers/welcome-video/upload', type: 'welcome-video', make: () => makeCreator() },
] as const)('$route takes a video by the name of its object', ({ route, type, make }) => {
  const take = (who: Person, fields: Readonly<Record<string, string | File>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return call(route, { token: who.token, form, body: {} });
  };

  test('and the object goes', async () => {
    const who = await make();
    const { filename, path } = await uploaded(who);
    const made = await take(who, { filename, path, alt: 'On the wheel' });
    expect(made).toMatchObject({ status: 201, data: { type, bytes: wheel.length, alt: 'On the wheel' } });
    await backend.runJobs();
    expect(await filesOf(who)).toMatchObject([{ type, mime: 'video/mp4', state: 'ready' }]);
    expect(ports.objects.keys()).not.toContain(path);
  });

  test('once: what was made of it stays when it is named again, and when its upload ends', async () => {
    const who = await make();
    const { id, filename, path } = await uploaded(who);
    const [{ data }] = [await take(who, { filename, path })];
    await backend.runJobs();
    const again = await take(who, { filename, path });
    expect(again).toMatchObject({ status: 422, problem: { errors: [{ field: 'path' }] } });
    await call('DELETE /uploads/:id', { token: who.token, params: { id } });
    expect(await filesOf(who)).toMatchObject([{ id: data._id, state: 'ready' }]);
    expect(ports.objects.keys().filter((key) => key.includes(data._id))).not.toEqual([]);
  });

  test('named twice at once, each file has a copy of its own', async () => {
    const who = await make();
    const { filename, path } = await uploaded(who);
    const made = await Promise.all([take(who, { filename, path }), take(who, { filename, path })]);
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    await backend.runJobs();
    for (const { id, state } of await filesOf(who)) {
      expect(state).toBe('ready');
      expect(ports.objects.keys().some((key) => key.includes(id))).toBe(true);
    }
  });

  test('but no other account’s, none that isn’t there, and nothing that isn’t a video', async () => {
    const [who, other] = [await make(), await makeCreator()];
    const [theirs, mine] = [await uploaded(other), await uploaded(who)];
    const still = await uploaded(who, picture);
    const { filename, path } = mine;
    const file = new File([wheel], 'wheel.mp4', { type: 'video/mp4' });
    const refused: Record<string, Readonly<Record<string, string | File>>> = {
      theirs: { filename: theirs.filename, path: theirs.path },
      'theirs under my name': { filename: mine.filename, path: theirs.path },
      'mine under their name': { filename: theirs.filename, path: mine.path },
      missing: { filename: '1600000000000.mp4', path: `uploads/${who.id}/1600000000000.mp4` },
      climbing: { filename: `../${other.id}/${theirs.filename}`, path: theirs.path },
      'a part': { filename: '1', path: `parts/${mine.id}/1` },
      'a picture called a video': { filename: still.filename, path: still.path },
      'a file as well': { filename, path, file },
      'a file and half a name': { filename, file },
      'half a name': { filename },
      'only a path': { path },
      nothing: {},
    };
    for (const [what, fields] of Object.entries(refused))
      expect([what, (await take(who, fields)).status]).toEqual([what, 422]);
    expect(await filesOf(who)).toEqual([]);
    expect((await take(who, { filename, path })).status).toBe(201);
  });

  test('nor one that is larger than anybody may upload', async () => {
    const who = await make();
    const { filename, path } = await uploaded(who);
    pretend(path, limits.upload.largestBytes + 1);
    expect(await take(who, { filename, path })).toMatchObject({
      status: 413,
      problem: { code: 'too_large' },
    });
    expect(await filesOf(who)).toEqual([]);
  });
});

test('a fan can’t begin a video over 512 MB, and a creator can', async () => {
  const [fan, creator] = [await makeFan(), await makeCreator()];
  const begin = (who: Person, fileSize: number) =>
    call('POST /uploads', {
      token: who.token,
      body: { fileName: 'video.mp4', fileType: 'video/mp4', fileSize },
    });
  expect(await begin(fan, limits.upload.videoBytes + 1)).toMatchObject({
    status: 413,
    problem: { message: 'That’s too large. The limit is 512 MB.' },
  });
  expect((await begin(creator, limits.upload.videoBytes + 1)).status).toBe(201);
});
