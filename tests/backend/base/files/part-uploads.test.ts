import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { limits } from '#config/limits.ts';
import type { UploadType } from '#config/upload-types.ts';
import { files, partUploads } from '#backend/db/schema/files.ts';
import { testBackend } from '../../../setup/backend.ts';
import { clip } from '../../../setup/recordings.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { backend, call, db, ports, makeCreator, makeFan } = app;
const { partBytes } = limits.upload;

/** A video of two parts and a little: a short one, followed by what no player reads. */
const wheel = await clip('wheel.mp4');
const film = new Uint8Array(2 * partBytes + 1_000);
film.set(wheel);
film.set(randomBytes(film.length - wheel.length - 8), wheel.length + 8);
new DataView(film.buffer).setUint32(wheel.length, film.length - wheel.length);
film.set(new TextEncoder().encode('free'), wheel.length + 4);
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const begin = (who: Person, fileSize = film.length, [fileType, fileName] = ['video/mp4', 'wheel.mp4']) =>
  call('POST /uploads', { token: who.token, body: { fileName, fileType: fileType as UploadType, fileSize } });
const state = (who: Person, id: string) => call('GET /uploads/:id', { token: who.token, params: { id } });
const sign = (who: Person, id: string, number: number) =>
  call('POST /uploads/:id/parts', { token: who.token, params: { id }, body: { number } });
const finish = (who: Person, id: string) =>
  call('POST /uploads/:id/finish', { token: who.token, params: { id } });
const bytesOf = (number: number) => film.subarray((number - 1) * partBytes, number * partBytes);
const put = async (url: string, body: BodyInit, type = 'video/mp4') => {
  const headers = { 'content-type': type };
  const request = { method: 'PUT', body, headers, duplex: 'half' } as RequestInit;
  return (
    await backend.fetch(new Request(new URL(url, 'https://limelight.test'), request), { ip: '203.0.113.1' })
  ).status;
};
const send = async (who: Person, id: string, number: number) =>
  put((await sign(who, id, number)).data.url, bytesOf(number).slice());
const partsLeft = (id: string) => ports.objects.keys().filter((key) => key.startsWith(`parts/${id}/`));

describe('a large file in parts', () => {
  test('goes on after the connection was cut in the middle of a part, and arrives whole', async () => {
    const creator = await makeCreator();
    const begun = await begin(creator);
    expect(begun).toMatchObject({ status: 201, data: { bytes: film.length, partBytes, received: [] } });
    const { _id: id, filename, path } = begun.data;
    expect(await send(creator, id, 1)).toBe(204);
    // Cut at byte 1,000,000 of the second part.
    let sent = 0;
    const cut = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= 1_000_000) return controller.error(new TypeError('the connection was lost'));
        controller.enqueue(bytesOf(2).slice(sent, sent + 250_000));
        sent += 250_000;
      },
    });
    await put((await sign(creator, id, 2)).data.url, cut).catch(() => {});
    expect((await state(creator, id)).data).toMatchObject({ received: [1], finished: false });
    expect(partsLeft(id)).toEqual([`parts/${id}/1`]);
    expect((await finish(creator, id)).status).toBe(409);
    // In any order, and one of them twice.
    for (const number of [3, 2, 3]) expect(await send(creator, id, number)).toBe(204);
    expect((await state(creator, id)).data.received).toEqual([1, 2, 3]);
    expect((await finish(creator, id)).data).toMatchObject({ finished: true, filename, path });
    const whole = new Uint8Array(
      await new Response((await ports.objects.get(path))!.body as BodyInit).arrayBuffer(),
    );
    expect(sha(whole)).toBe(sha(film));
    // The answer may be lost, so it can be asked for again.
    expect((await finish(creator, id)).status).toBe(200);
    await backend.runJobs();
    expect(partsLeft(id)).toEqual([]);

    const made = await call('POST /files', {
      token: creator.token,
      body: { type: 'feed-video', filename, path },
    });
    expect(made).toMatchObject({ status: 201, data: { bytes: film.length } });
    expect((await db.select().from(files).where(eq(files.id, made.data._id)))[0]?.mime).toBe('video/mp4');
  });

  test('takes only the parts it has, each exactly as long as it is', async () => {
    const creator = await makeCreator();
    const { _id: id } = (await begin(creator)).data;
    expect([(await sign(creator, id, 0)).status, (await sign(creator, id, 4)).status]).toEqual([422, 422]);
    const last = (await sign(creator, id, 3)).data;
    expect(last.bytes).toBe(1_000);
    expect(await put(last.url, new Uint8Array(999))).toBe(422);
    expect(await put(last.url, new Uint8Array(1_001))).toBe(413);
    expect(await put(last.url, new Uint8Array(1_000), 'text/html')).toBe(422);
    expect(await put(last.url.replace(`${id}/3`, `${id}/1`), new Uint8Array(1_000))).toBe(404);
    expect((await state(creator, id)).data.received).toEqual([]);
    expect(partsLeft(id)).toEqual([]);
  });

  test('is nobody else’s', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const { _id: id, filename, path } = (await begin(creator, 1_000)).data;
    expect([
      (await state(other, id)).status,
      (await sign(other, id, 1)).status,
      (await finish(other, id)).status,
      (await call('DELETE /uploads/:id', { token: other.token, params: { id } })).status,
    ]).toEqual([404, 404, 404, 404]);
    await put((await sign(creator, id, 1)).data.url, wheel.slice(0, 1_000));
    await finish(creator, id);
    const body = { type: 'feed-video', filename, path } as const;
    expect((await call('POST /files', { token: other.token, body })).status).toBe(422);
  });

  test('doesn’t change once it is finished', async () => {
    const creator = await makeCreator();
    const { _id: id, path } = (await begin(creator, 1_000)).data;
    const { url } = (await sign(creator, id, 1)).data;
    expect(await put(url, wheel.slice(0, 1_000))).toBe(204);
    expect((await finish(creator, id)).status).toBe(200);
    await backend.runJobs();
    expect(await put(url, new Uint8Array(1_000))).toBe(404);
    expect((await sign(creator, id, 1)).status).toBe(409);
    expect(partsLeft(id)).toEqual([]);
    const whole = await new Response((await ports.objects.get(path))!.body as BodyInit).arrayBuffer();
    expect(sha(new Uint8Array(whole))).toBe(sha(wheel.slice(0, 1_000)));
  });

  test('is deleted when it is canceled, and after two days', async () => {
    const creator = await makeCreator();
    const [canceled, forgotten] = [(await begin(creator)).data._id, (await begin(creator)).data._id];
    const { url } = (await sign(creator, canceled, 2)).data;
    for (const id of [canceled, forgotten]) await send(creator, id, 1);
    await call('DELETE /uploads/:id', { token: creator.token, params: { id: canceled } });
    expect(partsLeft(canceled)).toEqual([]);
    expect((await state(creator, canceled)).status).toBe(404);
    // A part that was on its way leaves nothing behind.
    expect(await put(url, bytesOf(2).slice())).toBe(404);
    expect(partsLeft(canceled)).toEqual([]);
    expect(partsLeft(forgotten)).toHaveLength(1);
    ports.clock.move('2d');
    await backend.runJobs();
    expect(partsLeft(forgotten)).toEqual([]);
    expect(await db.select().from(partUploads).where(eq(partUploads.ownerId, creator.id))).toEqual([]);
  });
});

describe('how much', () => {
  const gigabyte = 1024 ** 3;
  test('creators upload up to 5 GB, others up to 512 MB, pictures up to 25 MB', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    expect((await begin(creator, 5 * gigabyte)).status).toBe(201);
    expect((await begin(creator, 5 * gigabyte + 1)).problem).toMatchObject({ code: 'too_large' });
    expect((await begin(fan, gigabyte / 2)).status).toBe(201);
    expect((await begin(fan, gigabyte / 2 + 1)).status).toBe(413);
    expect((await begin(creator, 26 * 1024 * 1024, ['image/jpeg', 'a.jpg'])).status).toBe(413);
    expect((await begin(creator, 10, ['text/html', 'a.html'])).status).toBe(422);
  });

  test('an account has 25 GB unfinished at most', async () => {
    const creator = await makeCreator();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await begin(creator, 5 * gigabyte)).data._id);
    expect((await begin(creator, 1)).status).toBe(409);
    await call('DELETE /uploads/:id', { token: creator.token, params: { id: ids[0]! } });
    expect((await begin(creator, 1)).status).toBe(201);
  });
});
