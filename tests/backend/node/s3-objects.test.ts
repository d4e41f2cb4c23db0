import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createS3Objects, objectUrl } from '#backend/node/ports/s3-objects.ts';
import { sha256Hex, signAddress, signHeaders } from '#backend/node/ports/sigv4.ts';
import { s3Bucket, s3Keys, startS3 } from '../../setup/s3-server.ts';

describe('signatures match the examples that Amazon publishes for S3', () => {
  const keys = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };
  const time = new Date('2013-05-24T00:00:00Z');
  const host = 'https://examplebucket.s3.amazonaws.com';
  const signature = (headers: Headers) => /Signature=(\w+)$/.exec(headers.get('authorization') ?? '')?.[1];

  interface Example {
    method: string;
    path: string;
    headers: Record<string, string>;
    body: string;
    expected: string;
  }
  test.each<[string, Example]>([
    [
      'an object’s first bytes',
      {
        method: 'GET',
        path: '/test.txt',
        headers: { range: 'bytes=0-9' },
        body: '',
        expected: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      },
    ],
    [
      'an object put there',
      {
        method: 'PUT',
        path: '/test%24file.text',
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: 'Welcome to Amazon S3.',
        expected: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      },
    ],
    [
      'a query without value',
      {
        method: 'GET',
        path: '/?lifecycle=',
        headers: {},
        body: '',
        expected: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
      },
    ],
    [
      'a query of several',
      {
        method: 'GET',
        path: '/?max-keys=2&prefix=J',
        headers: {},
        body: '',
        expected: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      },
    ],
  ])('%s', async (_, { method, path, headers, body, expected }) => {
    expect(
      signature(
        await signHeaders({ method, url: new URL(host + path), headers, time }, keys, sha256Hex(body)),
      ),
    ).toBe(expected);
  });

  // Two implementations agreed on these expected values.
  test('a key with characters that must be encoded', async () => {
    const url = objectUrl(
      { endpoint: 'https://{bucket}.s3.amazonaws.com', bucket: 'examplebucket' },
      'a b/é+(1)!.jpg',
    );
    const request = { method: 'PUT', url, headers: { 'content-type': 'image/jpeg' }, time };
    expect(signature(await signHeaders(request, keys, sha256Hex('x')))).toBe(
      '9ceb4ac6ddc24fab1b20837d62e494266523d2b99e8526981af3f076a9c0e4b4',
    );
  });
  test('an upload with fixed type and length', async () => {
    const headers = { 'content-type': 'image/jpeg', 'content-length': '5' };
    const url = await signAddress({ method: 'PUT', url: new URL(`${host}/k`), headers, time }, keys, 600);
    expect(url.searchParams.get('X-Amz-Signature')).toBe(
      '3dd57d6f0ffef114d68f150e4c5392d6e1f5c7f68f92fac82ceb64e1a9e5ae92',
    );
  });

  test('a URL', async () => {
    const url = await signAddress(
      { method: 'GET', url: new URL(`${host}/test.txt`), headers: {}, time },
      keys,
      86_400,
    );
    expect(url.searchParams.get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });
});

const stand = await startS3();
afterAll(() => stand.close());
beforeEach(() => {
  stand.objects.clear();
  stand.requests.length = 0;
});
const objects = createS3Objects({ ...s3Keys, endpoint: stand.endpoint, bucket: s3Bucket });
const megabyte = 1024 * 1024;
const text = (value: string) => new TextEncoder().encode(value);
function streamOf(bytes: Uint8Array, failsAt = Infinity) {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= failsAt) throw new Error('connection lost');
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 300_000));
      at += 300_000;
    },
  });
}
const read = async (key: string, range?: { start: number; end?: number }) => {
  const object = await objects.get(key, range);
  return (
    object && {
      ...object,
      body: await new Response(object.body as ReadableStream<Uint8Array<ArrayBuffer>>).text(),
    }
  );
};

describe('a store that verifies every signature', () => {
  test('stores, returns, copies and deletes', async () => {
    await objects.put('files/a b/ü+1.webp', text('0123456789'), 'image/webp');
    expect(await read('files/a b/ü+1.webp')).toEqual({
      body: '0123456789',
      bytes: 10,
      total: 10,
      mime: 'image/webp',
    });
    expect(await read('files/a b/ü+1.webp', { start: 2, end: 4 })).toMatchObject({
      body: '234',
      bytes: 3,
      total: 10,
    });
    expect(await read('files/a b/ü+1.webp', { start: 7 })).toMatchObject({
      body: '789',
      bytes: 3,
      total: 10,
    });
    expect(await read('files/a b/ü+1.webp', { start: 8, end: 99 })).toMatchObject({
      body: '89',
      bytes: 2,
      total: 10,
    });
    expect(await read('files/a b/ü+1.webp', { start: 50 })).toMatchObject({ body: '', bytes: 0, total: 10 });
    expect(await objects.copy('files/a b/ü+1.webp', 'files/c/original.mp4', 'video/mp4')).toBe(true);
    await objects.remove('files/a b/ü+1.webp');
    expect([await read('files/a b/ü+1.webp'), (await read('files/c/original.mp4'))?.mime]).toEqual([
      null,
      'video/mp4',
    ]);
    await objects.remove('files/a b/ü+1.webp');
    expect(await objects.copy('files/a b/ü+1.webp', 'files/d/x.mp4', 'video/mp4')).toBe(false);
  });

  test.each([0, 1, megabyte, 8 * megabyte, 8 * megabyte + 1, 20 * megabyte])(
    'a stream of %d bytes arrives completely',
    async (size) => {
      const bytes = Uint8Array.from({ length: size }, (_, at) => at % 253);
      await objects.put('uploads/x/1.mp4', streamOf(bytes), 'video/mp4');
      expect(stand.objects.get('uploads/x/1.mp4')?.mime).toBe('video/mp4');
      expect(Buffer.compare(stand.objects.get('uploads/x/1.mp4')!.bytes, bytes)).toBe(0);
      expect(stand.open.size).toBe(0);
    },
  );

  test('a stream that breaks off leaves nothing behind', async () => {
    for (const failsAt of [megabyte, 12 * megabyte])
      await expect(
        objects.put('uploads/x/2.mp4', streamOf(new Uint8Array(20 * megabyte), failsAt), 'video/mp4'),
      ).rejects.toThrow('connection lost');
    expect([stand.objects.size, stand.open.size]).toEqual([0, 0]);
  });

  test('is retried when it is busy, but not when it refuses', async () => {
    stand.failures.push(503, 500);
    await objects.put('a/b.webp', text('x'), 'image/webp');
    expect(stand.requests).toHaveLength(3);
    stand.failures.push(503, 503, 503);
    await expect(read('a/b.webp')).rejects.toThrow(/503: SlowDown/);
    stand.requests.length = 0;
    const stranger = createS3Objects({
      ...s3Keys,
      secretAccessKey: 'guessed',
      endpoint: stand.endpoint,
      bucket: s3Bucket,
    });
    await expect(stranger.get('a/b.webp')).rejects.toThrow(/403: SignatureDoesNotMatch/);
    expect(stand.requests).toHaveLength(1);
  });
});

describe('a URL for one upload', () => {
  const bytes = text('a picture of ten');
  const sign = () =>
    objects.signPut!({ key: 'uploads/x/1.jpg', mime: 'image/jpeg', bytes: bytes.length, seconds: 900 });
  const put = async (url: string, { body = bytes as BodyInit, type = 'image/jpeg', method = 'PUT' } = {}) =>
    (
      await fetch(
        new Request(url, {
          method,
          ...(method === 'GET' ? {} : { body }),
          headers: { 'content-type': type },
        }),
      )
    ).status;

  test('accepts what it was made for', async () => {
    expect(await put(await sign())).toBe(200);
    expect((await read('uploads/x/1.jpg'))?.body).toBe('a picture of ten');
  });

  test('fixes key, method, type, length and time', async () => {
    expect(await put((await sign()).replace('1.jpg', '2.jpg'))).toBe(403);
    expect(await put(await sign(), { type: 'text/html' })).toBe(403);
    expect(await put(await sign(), { body: text('a picture of eleven') })).toBe(403);
    expect(await put(await sign(), { body: text('short') })).toBe(403);
    for (const method of ['POST', 'DELETE', 'GET']) expect(await put(await sign(), { method })).toBe(403);
    expect(await put((await sign()).replace('X-Amz-Expires=900', 'X-Amz-Expires=90000'))).toBe(403);
    expect(await put((await sign()).replace('content-length%3B', ''))).toBe(403);
    const old = createS3Objects({
      ...s3Keys,
      endpoint: stand.endpoint,
      bucket: s3Bucket,
      now: () => new Date(Date.now() - 901_000),
    });
    expect(
      await put(
        await old.signPut!({ key: 'uploads/x/1.jpg', mime: 'image/jpeg', bytes: bytes.length, seconds: 900 }),
      ),
    ).toBe(403);
    expect(stand.objects.size).toBe(0);
  });
});

describe('an object that browsers upload in parts', () => {
  const key = 'uploads/x/1795000000000.mp4';
  const parts = [1, 2, 3].map((number) => new Uint8Array(number === 3 ? 10 : 5 * megabyte).fill(number));
  const { multipart } = objects;
  const send = async (storeId: string, number: number, body = parts[number - 1]!) => {
    const seconds = 900;
    const url = await multipart!.signPart({
      key,
      storeId,
      number,
      bytes: parts[number - 1]!.length,
      seconds,
    });
    return (await fetch(url, { method: 'PUT', body, headers: { 'content-type': 'video/mp4' } })).status;
  };

  test('is there once all have arrived, in whatever order', async () => {
    const upload = { key, storeId: await multipart!.begin(key, 'video/mp4') };
    expect(await multipart!.received(upload)).toEqual([]);
    expect(await send(upload.storeId, 3)).toBe(200);
    expect(await multipart!.received(upload)).toMatchObject([{ number: 3, bytes: 10 }]);
    for (const number of [1, 2]) expect(await send(upload.storeId, number)).toBe(200);
    expect(await objects.get(key)).toBeNull();
    expect((await multipart!.received(upload))?.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await multipart!.finish(upload)).toBe(true);
    expect(stand.objects.get(key)?.bytes.equals(Buffer.concat(parts))).toBe(true);
    expect(stand.objects.get(key)?.mime).toBe('video/mp4');
    // A second call, because the first answer was lost, finds nothing to do.
    expect(await multipart!.finish(upload)).toBe(false);
    expect(await multipart!.received(upload)).toBeNull();
  });

  test('takes no part of another length, number or upload, and nothing after it was canceled', async () => {
    const upload = { key, storeId: await multipart!.begin(key, 'video/mp4') };
    expect(await send(upload.storeId, 3, parts[0])).toBe(403);
    const seconds = 900;
    const url = await multipart!.signPart({ ...upload, number: 3, bytes: 10, seconds });
    for (const other of [url.replace('partNumber=3', 'partNumber=4'), url.replace('upload-', 'upload-1')])
      expect((await fetch(other, { method: 'PUT', body: parts[2]! })).status).toBe(403);
    await multipart!.abort(upload);
    expect(stand.open.size).toBe(0);
    expect(await send(upload.storeId, 3)).toBe(404);
    await multipart!.abort(upload);
  });
});

test('the bucket may be part of the host name', async () => {
  const virtual = createS3Objects({
    ...s3Keys,
    endpoint: 'https://{bucket}.s3.example.com',
    bucket: s3Bucket,
  });
  expect(
    new URL(await virtual.signPut!({ key: 'uploads/x/1.jpg', mime: 'image/jpeg', bytes: 1, seconds: 9 })),
  ).toMatchObject({ host: `${s3Bucket}.s3.example.com`, pathname: '/uploads/x/1.jpg' });
});
