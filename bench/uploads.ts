import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { databaseOf, fan } from './calls.ts';
import type { Running } from './calls.ts';
import { median } from './process-cost.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';

const run = promisify(execFile);
const times = 5;
const widths = [320, 640, 1280, 2048];

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Alternates between both, so that other load on the machine affects both alike. */
async function ratio(
  product: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  count: number,
): Promise<{ product: number; bare: number }> {
  const found = { product: [] as number[], bare: [] as number[] };
  for (let n = 0; n < count; n++) {
    found.bare.push(await timed(bare));
    found.product.push(await timed(product));
  }
  return { product: median(found.product), bare: median(found.bare) };
}

/** Twelve megapixels with some structure and noise, like a photo from a phone. */
async function aPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = await sharp(randomBytes(1000 * 750 * 3), { raw: { width: 1000, height: 750, channels: 3 } })
    .blur(6)
    .resize(4000, 3000)
    .jpeg({ quality: 88 })
    .toBuffer();
  return new Uint8Array(noise);
}

/** The minimum of work: decode once, rotate and strip metadata, and encode each size. */
async function bareSharp(bytes: Uint8Array): Promise<void> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .resize({ width: 2048, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  await Promise.all(
    widths.map((width) => sharp(data, { raw }).resize({ width }).webp({ quality: 80, effort: 2 }).toBuffer()),
  );
}

interface Creator {
  readonly server: Running;
  readonly token: string;
}
interface FileReply {
  readonly _id: string;
  readonly state: string;
  readonly reason: string | null;
}

async function api<Data>(
  { server, token }: Creator,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Data> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: token, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const reply = (await answer.json()) as { data: Data; message?: string };
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${reply.message ?? ''}`);
  return reply.data;
}

async function uploadPhoto(creator: Creator, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const body = new FormData();
  body.set('file', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }));
  await api(creator, '/performer/feeds/photo/upload', { method: 'POST', body });
}

/** Uploads through a signed URL, then polls until the video is ready. */
async function uploadVideo(creator: Creator, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const signed = await api<{ url: string; filename: string; path: string }>(creator, '/uploads/sign', {
    method: 'POST',
    body: { fileName: 'clip.mp4', fileType: 'video/mp4', fileSize: bytes.length },
  });
  const put = await fetch(new URL(signed.url, creator.server.url), {
    method: 'PUT',
    headers: { 'content-type': 'video/mp4' },
    body: bytes,
  });
  if (!put.ok) throw new Error(`the upload was answered ${put.status}`);
  const { _id } = await api<FileReply>(creator, '/files', {
    method: 'POST',
    body: { type: 'video', filename: signed.filename, path: signed.path },
  });
  for (;;) {
    const { state, reason } = await api<FileReply>(creator, `/files/${_id}/status`);
    if (state === 'ready') return;
    if (state === 'failed') throw new Error(`the video failed: ${reason ?? ''}`);
    await sleep(50);
  }
}

const sized = (side: number, rate: number, name: string) => [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '23',
  '-maxrate',
  `${rate}k`,
  '-bufsize',
  `${rate * 2}k`,
  '-pix_fmt',
  'yuv420p',
  '-vf',
  `scale=-2:${side}`,
  '-c:a',
  'aac',
  '-b:a',
  '128k',
  '-movflags',
  '+faststart',
  name,
];

async function videoRows(creator: Creator): Promise<Row[]> {
  const what =
    'Video of 20 seconds, from its first byte sent to ready, as a ratio to bare ffmpeg making the same two sizes';
  const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';
  if (!(await run(ffmpeg, ['-version']).catch(() => null))) return [atMost(what, Number.NaN, { most: 1.5 })];
  const folder = await mkdtemp(join(tmpdir(), 'limelight-bench-'));
  const own = (args: readonly string[]) =>
    run(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder });
  try {
    await own([
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=1280x720:r=30:d=20,noise=alls=6:allf=t',
      '-f',
      'lavfi',
      '-i',
      'sine=f=330:d=20',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '24',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      'clip.mp4',
    ]);
    const bytes = new Uint8Array(await readFile(join(folder, 'clip.mp4')));
    const found = await ratio(
      () => uploadVideo(creator, bytes),
      () => own(['-i', 'clip.mp4', ...sized(720, 2_800, 'a.mp4'), ...sized(480, 1_400, 'b.mp4')]),
      3,
    );
    return [
      atMost(what, found.product / found.bare, { most: 1.5 }),
      atMost('The same in seconds', found.product / 1000, { unit: ' s' }),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long a creator waits for an upload, compared with the bare tools that process it. */
export async function uploads(server: Running): Promise<Section> {
  const { token, id } = await fan(server, 'bench-uploader');
  const db = await databaseOf(server);
  await db.query('UPDATE accounts SET is_performer = true WHERE id = $1', [id]);
  await db.query(
    "INSERT INTO performers (account_id, verified, monthly_price, yearly_price, created_at, updated_at) VALUES ($1, 'approved', 999, 9900, now(), now())",
    [id],
  );
  await db.end();
  const creator = { server, token };
  const photo = await aPhoto();
  sharp.concurrency(1);
  const found = await ratio(
    () => uploadPhoto(creator, photo),
    () => bareSharp(photo),
    times,
  );
  return {
    title: 'Uploads',
    how: `A photo of 12 megapixels (${(photo.length / 1024 / 1024).toFixed(1)} MB) ${times} times, a video of 1280 × 720 three times, by turns with the bare tools on the same machine; medians of the time that passes.`,
    rows: [
      atMost(
        'Photo, from its first byte sent to ready, as a ratio to bare sharp making the same four sizes',
        found.product / found.bare,
        { most: 1.5 },
      ),
      atMost('The same in milliseconds', found.product, { unit: ' ms' }),
      ...(await videoRows(creator)),
    ],
  };
}
