import { and, eq, sql } from 'drizzle-orm';
import { ZipWriter, configure } from '@zip.js/zip.js';
import { toCsv } from '#lib/csv.ts';
import type { Ctx } from '../../../../kernel/context.ts';
import { type StoredRendition, files } from '../../../../db/schema/files.ts';
import { fileSealed } from '../../../base/access/sealed-query.ts';
import { blurName, stillName, objectKey } from '../../../base/files/media-addresses.ts';
import { publicPictures } from '../../../base/files/presenters.ts';
import { isOriginal } from '../../../base/files/recordings.ts';
import { exported } from './contents.ts';
import type { Exported } from './kinds.ts';
import { listHeads, loadPictures, readPages, toCell } from './rows.ts';

// Workers would need a file of their own; compressing takes turns with reading anyway.
configure({ useWebWorkers: false });

const readMe = (site: string, at: Date) => `Your data on ${site}, ${at.toISOString()}

data/   what is stored about you, a file of JSON for each kind; tables also as CSV for spreadsheets.
        Amounts of money are in the smallest unit, such as cents. Times are in UTC.
files/  the pictures, videos, recordings and other files you uploaded, named by their id in data/files.json.

Other people appear by the name they show. Passwords, keys and codes aren't included. Identity documents are
listed in data/documents.json; their pictures are kept encrypted and aren't copied.
`;

interface Target {
  readonly zip: ZipWriter<unknown>;
  readonly ctx: Ctx;
  readonly accountId: string;
  readonly signal: AbortSignal;
}

const encodeText = (chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
};

async function* writeJson({ ctx, accountId }: Target, kind: Exported): AsyncGenerator<string> {
  let first = true;
  yield '[';
  for await (const page of readPages(ctx, kind, accountId)) {
    for (const row of page) {
      yield `${first ? '' : ','}\n${JSON.stringify(row, null, 1)}`;
      first = false;
    }
  }
  yield '\n]\n';
}

async function* writeSheet({ ctx, accountId }: Target, kind: Exported): AsyncGenerator<string> {
  const heads = listHeads(kind);
  yield toCsv(heads, []);
  for await (const page of readPages(ctx, kind, accountId)) {
    const cells = page.map((row) => heads.map((head) => toCell(row[head] ?? null)));
    // The heads stand once, above the first page.
    yield toCsv([], cells).replace(/^\r\n/, '');
  }
}

/** The upload itself where it was kept, otherwise the largest picture or recording made of it. */
function pickBest(renditions: readonly StoredRendition[]): StoredRendition | undefined {
  const whole = renditions.filter(
    ({ name }) => name !== blurName && name !== stillName && !name.endsWith('.m3u8'),
  );
  return whole.find(isOriginal) ?? whole.toSorted((a, b) => b.bytes - a.bytes)[0];
}

/** Adds a stored object as it is: media doesn't get smaller. One that is gone is left out. */
async function addObject({ zip, ctx, signal }: Target, name: string, key: string): Promise<void> {
  signal.throwIfAborted();
  const object = await ctx.ports.objects.get(key);
  if (object) await zip.add(name, object.body, { level: 0 });
}

async function addFiles(target: Target): Promise<void> {
  const { ctx, accountId } = target;
  const owned = await ctx.db
    .select({ id: files.id, renditions: files.renditions })
    .from(files)
    .where(and(eq(files.ownerId, accountId), sql`NOT ${fileSealed(files.id)}`));
  for (const { id, renditions } of owned) {
    const best = pickBest(renditions);
    if (best) await addObject(target, `files/${id}.${best.name.split('.').at(-1)}`, objectKey(id, best.name));
  }
  const pictures = await loadPictures(ctx, accountId);
  for (const use of ['avatar', 'cover'] as const) {
    const prefix = pictures[use];
    if (prefix) await addObject(target, `files/${use}.webp`, `${prefix}/${publicPictures[use].shown}.webp`);
  }
}

async function fill(target: Target): Promise<void> {
  const { zip, ctx, signal } = target;
  const { siteName } = await ctx.settings.all();
  const add = (name: string, chunks: AsyncGenerator<string>) => zip.add(name, encodeText(chunks));
  await zip.add('README.txt', new Blob([readMe(siteName, ctx.ports.clock.now())]).stream());
  for (const kind of exported) {
    signal.throwIfAborted();
    await add(`data/${kind.file}.json`, writeJson(target, kind));
    if (kind.csv) await add(`data/${kind.file}.csv`, writeSheet(target, kind));
  }
  await addFiles(target);
  await zip.close();
}

/** Writes everything of an account into one object, without holding it in memory. Returns its size. */
export async function writeExport(
  ctx: Ctx,
  { accountId, key, signal }: { accountId: string; key: string; signal: AbortSignal },
): Promise<number> {
  let bytes = 0;
  let stop: (error: unknown) => void = () => {};
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      stop = (error) => controller.error(error);
    },
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  // Whichever side fails ends the other: half a ZIP isn't stored, and nobody waits for a reader that is gone.
  const failing = (error: unknown) => {
    stop(error);
    throw error;
  };
  const zip = new ZipWriter(writable);
  await Promise.all([
    fill({ zip, ctx, accountId, signal }).catch(failing),
    ctx.ports.objects.put(key, readable, 'application/zip').catch(failing),
  ]);
  return bytes;
}
