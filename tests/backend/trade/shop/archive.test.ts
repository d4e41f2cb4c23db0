import { BlobReader, Uint8ArrayWriter, ZipReader, configure } from '@zip.js/zip.js';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { files } from '#backend/db/schema/files.ts';
import { orders } from '#backend/db/schema/shop.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { createMemoryObjects } from '#backend/ports/memory-objects.ts';
import type { ObjectStore } from '#backend/ports/ports.ts';
import { testBackend } from '../../../setup/backend.ts';
import { shopIn } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

configure({ useWebWorkers: false });

const MB = 2 ** 20;
const memory = createMemoryObjects();
/** Objects of this many bytes that exist nowhere, and how much of them was read. */
const endless = { key: '', bytes: 0, read: 0, cancelled: 0 };
const objects: ObjectStore & typeof memory = {
  ...memory,
  async get(key, range) {
    if (!endless.key || !key.startsWith(endless.key)) return memory.get(key, range);
    let left = (range?.end ?? endless.bytes - 1) - (range?.start ?? 0) + 1;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left <= 0) return controller.close();
          const chunk = new Uint8Array(Math.min(left, 256 * 1024));
          left -= chunk.length;
          endless.read += chunk.length;
          controller.enqueue(chunk);
        },
        cancel: () => void (endless.cancelled += 1),
      },
      { highWaterMark: 0 },
    );
    return { body, bytes: left, total: endless.bytes, mime: 'application/pdf' };
  },
};
const app = await testBackend({ ports: { objects } });
const { db, ports, ctx, call, ok, fund, makeFan, makeCreator, backend } = app;
const { makeSold, makeDigital, makeProduct } = shopIn(app);

const all = 'POST /performer-assets/products/:id/download-all';
const fetched = (
  path: string,
  {
    token,
    headers = {},
    method = 'GET',
  }: { token?: string; headers?: Record<string, string>; method?: string } = {},
) =>
  backend.fetch(
    new Request(`https://limelight.test${path}`, {
      method,
      headers: { ...headers, ...(token ? { cookie: `token=${token}` } : {}) },
    }),
    { ip: '203.0.113.5' },
  );
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function sale({ names = ['Glazes.pdf', 'Glazes.pdf', '釉薬 ü.pdf'], name = 'Seven “glazes” ü' } = {}) {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  await fund(fan.id, 1_000);
  const fileIds: string[] = [];
  for (const originalName of names) fileIds.push(await makeSold(creator.id, { originalName }));
  const id = await makeDigital(creator.id, { name, fileIds });
  const { order, transactionId } = await buy(fan, id);
  return { creator, fan, id, fileIds, orderId: order._id, transactionId };
}
async function buy(fan: Person, id: string) {
  const { order } = await ok('POST /wallet/charges/product/:id', {
    token: fan.token,
    params: { id },
    body: { quantity: 1 },
    key: ports.ids(),
  });
  const [row] = await db.select().from(orders).where(eq(orders.id, order._id));
  return { order, transactionId: row!.transactionId };
}
const link = (who: Person, id: string) => ok(all, { token: who.token, params: { id } });
const downloadsOf = async (id: string) =>
  (await db.select({ n: orders.downloads }).from(orders).where(eq(orders.id, id)))[0]!.n;
const stored = (fileId: string) => Buffer.from(`original.pdf of ${fileId}`);

describe('all files of a purchase', () => {
  test('arrive as one ZIP, byte for byte, with their names and a length announced before', async () => {
    const { fan, id, fileIds, orderId } = await sale();
    const listed = await ok('GET /performer-assets/products/:id/downloads', {
      token: fan.token,
      params: { id },
    });
    expect(listed.files.map(({ _id, name }) => [_id, name])).toEqual([
      [fileIds[0], 'Glazes.pdf'],
      [fileIds[1], 'Glazes.pdf'],
      [fileIds[2], '釉薬 ü.pdf'],
    ]);
    const { url, ...said } = await link(fan, id);
    expect(said).toMatchObject({ filename: 'Seven glazes ü.zip', files: 3 });
    const response = await fetched(url, { token: fan.token });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(said.bytes),
      'content-disposition': `attachment; filename="Seven glazes _.zip"; filename*=UTF-8''Seven%20glazes%20%C3%BC.zip`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
    });
    const whole = await bytesOf(response);
    expect([response.status, whole.length]).toEqual([200, said.bytes]);
    const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(whole)]))).getEntries();
    expect(entries.map(({ filename }) => filename)).toEqual(['Glazes.pdf', 'Glazes (2).pdf', '釉薬 ü.pdf']);
    for (const [index, entry] of entries.entries()) {
      if (entry.directory) throw new Error('not a file');
      const bytes = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true });
      expect(Buffer.compare(bytes, stored(fileIds[index]!))).toBe(0);
    }
    expect(await downloadsOf(orderId)).toBe(1);
  });

  test('one of them is downloaded by its id; another product’s isn’t', async () => {
    const [{ fan, id, fileIds }, other] = [await sale(), await sale()];
    const one = await ok('GET /performer-assets/products/:id/download-link', {
      token: fan.token,
      params: { id },
      query: { fileId: fileIds[2] },
    });
    expect([one.filename, one.url]).toEqual(['釉薬 ü.pdf', expect.stringContaining(fileIds[2]!)]);
    const theirs = await call('GET /performer-assets/products/:id/download-link', {
      token: fan.token,
      params: { id },
      query: { fileId: other.fileIds[0] },
    });
    expect(theirs.status).toBe(404);
  });

  test('are those that were sold, whatever the product has now', async () => {
    const { creator, fan, id, fileIds } = await sale();
    const newer = await makeSold(creator.id, { originalName: 'New.pdf' });
    await ok('PUT /performer/performer-assets/products/:id', {
      token: creator.token,
      params: { id },
      body: { fileIds: [newer, fileIds[0]!] },
    });
    const namesFor = async ({ token }: Person) =>
      (await ok('GET /performer-assets/products/:id/downloads', { token, params: { id } })).files.map(
        ({ name }) => name,
      );
    expect([await namesFor(fan), await namesFor(creator)]).toEqual([
      ['Glazes.pdf', 'Glazes.pdf', '釉薬 ü.pdf'],
      ['New.pdf', 'Glazes.pdf'],
    ]);
    expect((await link(creator, id)).files).toBe(2);
    await ok('DELETE /performer/performer-assets/products/:id', { token: creator.token, params: { id } });
    expect((await fetched((await link(fan, id)).url, { token: fan.token })).status).toBe(200);
    expect(await db.$count(files, and(eq(files.id, fileIds[1]!)))).toBe(1);
  });
});

describe('an interrupted download', () => {
  test('goes on where it was, but from the start when something has changed', async () => {
    const { fan, id } = await sale();
    const { url, bytes } = await link(fan, id);
    const first = await fetched(url, { token: fan.token });
    const etag = first.headers.get('etag')!;
    const whole = await bytesOf(first);
    const part = async (headers: Record<string, string>) => {
      const response = await fetched(url, { token: fan.token, headers });
      return [response.status, response.headers.get('content-range'), await bytesOf(response)] as const;
    };
    expect(await part({ range: 'bytes=40-', 'if-range': etag })).toEqual([
      206,
      `bytes 40-${bytes - 1}/${bytes}`,
      whole.subarray(40),
    ]);
    expect(await part({ range: 'bytes=10-99' })).toEqual([
      206,
      `bytes 10-99/${bytes}`,
      whole.subarray(10, 100),
    ]);
    expect(await part({ range: 'bytes=-7' })).toEqual([
      206,
      `bytes ${bytes - 7}-${bytes - 1}/${bytes}`,
      whole.subarray(-7),
    ]);
    expect(await part({ range: 'bytes=40-', 'if-range': '"other"' })).toEqual([200, null, whole]);
    expect(await part({ range: `bytes=${bytes}-` })).toEqual([416, `bytes */${bytes}`, Buffer.alloc(0)]);
    const head = await fetched(url, { token: fan.token, method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes)]);
    expect((await fetched(url, { token: fan.token, method: 'POST' })).status).toBe(405);
  });
});

describe('refused', () => {
  test('for anybody else, and without a login; the address is nobody else’s either', async () => {
    const { creator, fan, id } = await sale();
    const stranger = await makeFan();
    const { url } = await link(fan, id);
    expect((await call(all, { params: { id } })).status).toBe(401);
    expect((await call(all, { token: stranger.token, params: { id } })).problem.message).toBe(
      'Buy this product to download it.',
    );
    for (const who of [undefined, stranger.token, creator.token])
      expect((await fetched(url, who ? { token: who } : {})).status).toBe(404);
    const other = await sale();
    expect((await fetched(url.replace(id, other.id), { token: fan.token })).status).toBe(404);
    expect((await fetched(url.replace(/e=\d+/, 'e=9999999999'), { token: fan.token })).status).toBe(404);
    ports.clock.move('25h');
    expect((await fetched(url, { token: fan.token })).status).toBe(404);
  });

  test('after a refund: with a sentence, also for an address given out before', async () => {
    const { fan, id, transactionId } = await sale();
    const { url } = await link(fan, id);
    await refundTransaction({ ...ctx, actor: 'test', actorId: null }, transactionId, 'Sorry');
    const refunded = 'This purchase was refunded, so its files can’t be downloaded anymore.';
    const asked = await call(all, { token: fan.token, params: { id } });
    expect([asked.status, asked.problem.message]).toEqual([409, refunded]);
    for (const route of [
      'GET /performer-assets/products/:id/downloads',
      'GET /performer-assets/products/:id/download-link',
    ] as const)
      expect((await call(route, { token: fan.token, params: { id } })).problem.message).toBe(refunded);
    const response = await fetched(url, { token: fan.token });
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ message: refunded }),
    ]);
    // Bought again, it is theirs again.
    await buy(fan, id);
    expect((await fetched((await link(fan, id)).url, { token: fan.token })).status).toBe(200);
  });

  test('for a physical product, and for one that doesn’t exist', async () => {
    const { creator, fan } = await sale();
    const id = await makeProduct(creator.id);
    expect((await call(all, { token: fan.token, params: { id } })).problem.message).toMatch(/physical/);
    expect((await call(all, { token: fan.token, params: { id: ports.ids() } })).status).toBe(404);
  });

  test('clearly, with the file’s name, when one is missing in storage', async () => {
    const { fan, id, fileIds, orderId } = await sale();
    const { url } = await link(fan, id);
    await ports.objects.remove(`files/${fileIds[2]}/original.pdf`);
    const asked = await call(all, { token: fan.token, params: { id } });
    expect([asked.status, asked.problem.message]).toEqual([
      500,
      expect.stringMatching(/^“釉薬 ü.pdf” couldn’t be found/),
    ]);
    expect((await fetched(url, { token: fan.token })).status).toBe(500);
    expect(await downloadsOf(orderId)).toBe(1);
  });

  test('while three others of the account run; one that ends or is abandoned makes room', async () => {
    const { fan, id } = await sale();
    const { url } = await link(fan, id);
    const open = () => fetched(url, { token: fan.token });
    const running = [await open(), await open(), await open()];
    const fourth = await open();
    expect([fourth.status, ((await fourth.json()) as { message: string }).message]).toEqual([
      429,
      'You’re already downloading 3 ZIPs. Wait until one is done, or cancel one.',
    ]);
    const other = await sale();
    expect((await fetched((await link(other.fan, other.id)).url, { token: other.fan.token })).status).toBe(
      200,
    );
    await running[0]!.body!.cancel();
    const next = await open();
    expect(next.status).toBe(200);
    await Promise.all([bytesOf(running[1]!), bytesOf(running[2]!), bytesOf(next)]);
    for (let at = 0; at < 4; at += 1) await bytesOf(await open());
  });

  test('after sixty in an hour', async () => {
    const { fan, id } = await sale({ names: ['One.pdf'] });
    for (let at = 0; at < 60; at += 1) await link(fan, id);
    expect((await call(all, { token: fan.token, params: { id } })).status).toBe(429);
  });
});

describe('large files', () => {
  const large = async (count: number, bytes: number) => {
    const bought = await sale({ names: Array.from({ length: count }, (_, at) => `Film ${at}.pdf`) });
    Object.assign(endless, { key: 'files/', bytes, read: 0, cancelled: 0 });
    return bought;
  };

  test('pass through: memory stays flat, and nothing is read ahead of the reader', async () => {
    const { fan, id } = await large(6, 100 * MB);
    const { url, bytes } = await link(fan, id);
    endless.read = 0;
    const response = await fetched(url, { token: fan.token });
    const reader = response.body!.getReader();
    let [taken, most, ahead] = [0, 0, 0];
    const before = process.memoryUsage();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      taken += part.value.length;
      ahead = Math.max(ahead, endless.read - taken);
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      most = Math.max(most, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers);
    }
    expect(taken).toBe(bytes);
    expect(ahead).toBeLessThan(MB);
    // A third of what went through: how much collection leaves lying around depends on how busy the machine is.
    expect(most).toBeLessThan(200 * MB);
    endless.key = '';
  }, 60_000);

  test('aren’t read any further once the browser has gone', async () => {
    const { fan, id } = await large(2, 100 * MB);
    const { url } = await link(fan, id);
    const response = await fetched(url, { token: fan.token });
    const reader = response.body!.getReader();
    for (let at = 0; at < 10; at += 1) await reader.read();
    const { cancelled } = endless;
    const { read } = endless;
    await reader.cancel();
    await new Promise((done) => setTimeout(done, 50));
    expect([endless.read, endless.cancelled]).toEqual([read, cancelled + 1]);
    endless.key = '';
  });

  test('one that turns out shorter while it is sent cuts the download off', async () => {
    const { fan, id, fileIds } = await sale();
    const { url } = await link(fan, id);
    const response = await fetched(url, { token: fan.token });
    await ports.objects.put(`files/${fileIds[1]}/original.pdf`, new Uint8Array(3), 'application/pdf');
    await expect(response.arrayBuffer()).rejects.toThrow('is shorter than it was');
    expect((await fetched(url, { token: fan.token })).status).toBe(200);
  });
});
