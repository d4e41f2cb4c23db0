// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, makeApi } from '#services/http/api.ts';
import { cloudFileName, makeCloudUpload } from '#services/http/cloud-upload.ts';
import { ApiProblem } from '#services/http/problem.ts';
import type { Sending } from '#services/http/upload.ts';
import { buildForm, makeUpload } from '#services/http/upload.ts';
import { uploadFor } from '#services/http/upload-for.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
let received: Received[] = [];
let answer = (_request: IncomingMessage, response: ServerResponse): void => void response.end('{}');
const server = createServer((request, response) => {
  for (const name of ['Origin', 'Methods', 'Headers'])
    response.setHeader(`Access-Control-Allow-${name}`, '*');
  response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, idempotency-key');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT');
  if (request.method === 'OPTIONS') return void response.end();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
    });
    answer(request, response);
  });
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
  answer = (_request, response) =>
    void response.writeHead(201).end(JSON.stringify({ status: 201, data: { _id: 'file-1' } }));
});

const uploader = (onUnauthorized = vi.fn()) => ({
  onUnauthorized,
  upload: makeUpload({ base, readToken: () => 'tok-1', onUnauthorized }),
});
const photo = () => new File([new Uint8Array(200_000)], 'me.jpg', { type: 'image/jpeg' });
const refused = async (promise: Promise<unknown>) => {
  const caught: unknown = await promise.catch((error: unknown) => error);
  expect(caught).toBeInstanceOf(ApiProblem);
  return (caught as ApiProblem).problem;
};

/** A file that only claims its size. */
const sized = (bytes: number, type: string) =>
  Object.defineProperty(new File(['x'], `large.${type.split('/')[1]}`, { type }), 'size', { value: bytes });

describe('a file that is too large', () => {
  it.each([
    { type: 'image/png', bytes: 60_000_000, most: '25 MB', inCloud: '25 MB' },
    { type: 'video/mp4', bytes: 6_000_000_000, most: '512 MB', inCloud: '5 GB' },
  ])('is rejected before anything is sent: $type', async ({ type, bytes, most, inCloud }) => {
    const { upload } = uploader();
    const http = vi.fn();
    const cloudUpload = makeCloudUpload({ http, call: vi.fn(), now: () => 1, log: () => {} });
    expect(
      await refused(upload('POST /performer/feeds/photo/upload', { files: { file: sized(bytes, type) } })),
    ).toMatchObject({ status: 413, code: 'too_large', message: `That’s too large. The limit is ${most}.` });
    expect(await refused(cloudUpload(sized(bytes, type)))).toMatchObject({
      status: 413,
      code: 'too_large',
      message: `That’s too large. The limit is ${inCloud}.`,
    });
    expect([received, http.mock.calls]).toEqual([[], []]);
  });
});

describe('a multipart upload', () => {
  it('sends files, text and the custom-data object with the token, and returns the reply', async () => {
    const { upload } = uploader();
    expect(
      await upload('POST /performer/feeds/photo/upload', {
        files: { file: photo() },
        body: { alt: 'A stage' },
        customData: { order: 2 },
      }),
    ).toEqual({ _id: 'file-1' });
    const [request] = received;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/performer/feeds/photo/upload',
      headers: { authorization: 'tok-1' },
    });
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(request?.body).toContain('name="alt"\r\n\r\nA stage');
    expect(request?.body).toContain('name="customData"\r\n\r\n{"order":2}');
    expect(request?.body).toContain('name="file"; filename="me.jpg"\r\nContent-Type: image/jpeg');
  });

  it('reports whole percentages that never go back and end at 100', async () => {
    const { upload } = uploader();
    const told: number[] = [];
    await upload('POST /users/avatar/upload', {
      files: { file: photo() },
      onProgress: (percent) => told.push(percent),
    });
    expect(told.at(-1)).toBe(100);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    for (const percent of told)
      expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
  });

  it('fills in the path', async () => {
    const { upload } = uploader();
    await upload('POST /users/:id/avatar/upload', { params: { id: 'me' }, files: { file: photo() } });
    expect(received[0]?.url).toBe('/users/me/avatar/upload');
  });

  it.each([
    [413, { code: 'too_large', message: 'That’s too large. The limit is 25 MB.' }, 0],
    [422, { code: 'unsupported_file', message: 'Send a JPEG, PNG, WebP or AVIF picture.' }, 0],
    [401, { code: 'not_logged_in', message: 'Please login!' }, 1],
  ])('rejected with %i throws the problem', async (status, body, reported) => {
    answer = (_request, response) => void response.writeHead(status).end(JSON.stringify({ status, ...body }));
    const { upload, onUnauthorized } = uploader();
    expect(await refused(upload('POST /users/avatar/upload', { files: { file: photo() } }))).toMatchObject({
      status,
      ...body,
    });
    expect(onUnauthorized).toHaveBeenCalledTimes(reported);
  });

  it('that creates something repeats its key until it is answered, and then has a new one', async () => {
    const send = (name = 'film.mp4') =>
      uploader()
        .upload('POST /performer/performer-assets/videos/upload', {
          files: { video: new File(['film'], name, { type: 'video/mp4' }) },
        })

        .catch(() => null);
    const answered = answer;
    answer = (request) => void request.socket.destroy();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await send();
    answer = answered;
    await send('other.mp4');
    await send();
    await send();
    vi.restoreAllMocks();
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys.every((key) => typeof key === 'string')).toBe(true);
    expect(keys[2]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  it('is status 0 if the connection breaks', async () => {
    answer = (request) => void request.socket.destroy();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(
      await refused(uploader().upload('POST /users/avatar/upload', { files: { file: photo() } })),
    ).toMatchObject({ status: 0, code: 'network' });
    vi.restoreAllMocks();
  });

  it('can be canceled before and during sending', async () => {
    const { upload } = uploader();
    const before = AbortSignal.abort();
    expect(
      await refused(upload('POST /users/avatar/upload', { files: { file: photo() }, signal: before })),
    ).toMatchObject({ status: 0, code: 'aborted' });
    const during = new AbortController();
    answer = () => during.abort();
    expect(
      await refused(upload('POST /users/avatar/upload', { files: { file: photo() }, signal: during.signal })),
    ).toMatchObject({ status: 0, code: 'aborted' });
  });

  it('leaves out missing values', () => {
    const form = buildForm({
      body: { name: 'Lena', referralCode: undefined, year: 0 },
      files: { idFront: [photo(), photo()], idBack: undefined },
    });
    expect([...form.keys()]).toEqual(['name', 'year', 'idFront', 'idFront']);
  });
});

describe('a cloud upload', () => {
  const signed = (url: string, maxBytes = 1_000_000) => ({
    status: 200,
    data: {
      url,
      filename: '1795000000000.jpg',
      path: 'uploads/me/1795000000000.jpg',
      maxBytes,
      expiresAt: '',
    },
  });

  const cloud = (
    http: Parameters<typeof makeCloudUpload>[0]['http'],
    send?: (sending: Sending) => Promise<{ status: number; text: string }>,
  ) => {
    const log = vi.fn();
    return {
      log,
      upload: makeCloudUpload({
        http,
        call: vi.fn(),
        now: () => 1_795_000_000_000,
        log,
        ...(send ? { send } : {}),
      }),
    };
  };

  it('requests a URL, then PUTs the file there', async () => {
    const http = vi.fn(async () => signed(`${base}/media/upload/uploads/me/1795000000000.jpg?signature=x`));
    const told: number[] = [];
    const { upload, log } = cloud(http);
    expect(await upload(photo(), { onProgress: (percent) => told.push(percent) })).toEqual({
      filename: '1795000000000.jpg',
      path: 'uploads/me/1795000000000.jpg',
    });
    expect(http).toHaveBeenCalledWith(
      expect.objectContaining({
        method: 'POST',
        path: 'http://localhost:3000/api/getsignedUrl',
        body: { fileName: '1795000000000.jpg', fileType: 'image/jpeg', fileSize: 200_000 },
      }),
    );
    expect(received[0]).toMatchObject({
      method: 'PUT',
      url: '/media/upload/uploads/me/1795000000000.jpg?signature=x',
      headers: { 'content-type': 'image/jpeg' },
    });
    expect(received[0]?.headers.authorization).toBeUndefined();
    expect([told.at(-1), log.mock.calls]).toEqual([100, []]);
  });

  it('gives files picked together distinct names, so that none replaces another', async () => {
    const http = vi.fn(async ({ body }: { body?: unknown }) =>
      signed(`http://store.example/${(body as { fileName: string }).fileName}`),
    );
    const { upload } = cloud(http, async () => ({ status: 200, text: '' }));
    await Promise.all([1, 2, 3].map(() => upload(photo())));
    const names = http.mock.calls.map(([{ body }]) => (body as { fileName: string }).fileName);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^17950000\d{5}\.jpg$/);
  });

  it.each([
    ['no address comes', [async () => ({ status: 200, data: {} })], { code: 'unreadable' }],
    [
      'the address is refused',
      [
        async () => {
          throw new ApiProblem({ status: 403, code: 'not_allowed', message: 'Only creators can do that.' });
        },
      ],
      { status: 403, message: 'Only creators can do that.' },
    ],
    [
      'the store refuses',
      [async () => signed('http://store.example/x'), async () => ({ status: 403, text: '<Error/>' })],
      { status: 403 },
    ],
    [
      'the file is too large',
      [async () => signed('http://store.example/x', 100_000), async () => ({ status: 200, text: '' })],
      { status: 413, message: 'That’s too large. The limit is 97 kB.' },
    ],
  ] as const)(
    'failing because %s is logged, and thrown with its reason',
    async (_, [http, send], problem) => {
      const { upload, log } = cloud(http, send);
      expect(await refused(upload(photo()))).toMatchObject(problem);
      expect(log).toHaveBeenCalledExactlyOnceWith('cloud upload failed', expect.any(ApiProblem));
    },
  );

  it('a refusal of what was uploaded is thrown, and isn’t a failure of the upload', async () => {
    const { upload, log } = cloud(
      async () => signed('http://store.example/x'),
      async () => ({ status: 200, text: '' }),
    );
    const refusal = new ApiProblem({ status: 422, code: 'unsupported_file', message: 'Not a picture.' });
    const api = { cloudUpload: upload } as unknown as Api;
    const taking = uploadFor(api, { file: photo() }, () => Promise.reject(refusal));
    await expect(taking).rejects.toBe(refusal);
    expect(log).not.toHaveBeenCalled();
    expect(await uploadFor(api, { file: photo() }, async ({ path }) => path)).toBe(
      'uploads/me/1795000000000.jpg',
    );
  });

  it.each([
    ['Holiday.JPG', '7.jpg'],
    ['a.b.Mp4', '7.mp4'],
    ['noextension', '7'],
    ['../../etc/x.png', '7.png'],
    ['x.p/ng', '7'],
    ['.htaccess', '7.htaccess'],
  ])('names %s %s', (original, name) => expect(cloudFileName(original, 7)).toBe(name));

  it('is part of the API, and logs to the console by default', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = makeApi({
      base: '/api/v1',
      readToken: () => null,
      fetch: () => Promise.reject(new TypeError('offline')),
    });
    expect(await refused(api.cloudUpload(photo()))).toMatchObject({ status: 0 });
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
  });
});
