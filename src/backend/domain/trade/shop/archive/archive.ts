import { limits } from '#config/limits.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { limitRate } from '../../../../kernel/rate-limit.ts';
import { placeList } from '../../../../kernel/whereabouts.ts';
import { entryNames } from '../../../../kernel/zip/entry-names.ts';
import { type ZipPlan, bytesOfZip, planZip } from '../../../../kernel/zip/stored-zip.ts';
import { isStillGranted } from '../../../base/access/media-revocation.ts';
import { harmlessName } from '../../../base/files/recordings.ts';
import { keepChecksum } from '../../../base/files/rows.ts';
import { type Sold, type SoldFile, countDownload, refundedSale, soldTo } from '../product-downloads.ts';
import { archiveAddress } from './address.ts';

type Link = ReplySource<'POST /performer-assets/products/:id/download-all'>;

/** All files of a purchase as one ZIP that isn't stored anywhere, but made while it is sent. */
export interface Archive {
  readonly filename: string;
  readonly bytes: number;
  readonly files: number;
  /** The same for the same bytes, so that an interrupted download can go on. */
  readonly etag: string;
  /** Its bytes from `start` on, read as they are asked for. */
  readonly read: (start: number) => AsyncGenerator<Uint8Array>;
}

function missing(ctx: UserCtx, { id, name }: SoldFile): AppError {
  ctx.ports.log.error('a sold file is missing in storage', { file: id });
  return new AppError(
    500,
    'internal',
    `“${name}” couldn’t be found on our side, so the ZIP wasn’t made. Download the other files one by one, and contact us about this one.`,
  );
}

/**
 * Measures what is stored. A ZIP's length is announced before its first byte, so nothing may turn out to be
 * missing once it has begun.
 * @throws AppError 500 that names the file
 */
async function measured(ctx: UserCtx, file: SoldFile): Promise<number> {
  const object = await ctx.ports.objects.get(file.key, { start: 0, end: 0 });
  await object?.body.cancel();
  if (!object) throw missing(ctx, file);
  return object.total;
}

/** A single download asks the same about its file when it is fetched. */
async function refuseEnded(ctx: UserCtx, { files }: Sold): Promise<void> {
  const bought = {
    kind: 'bought',
    viewerId: ctx.viewer.id,
    places: placeList(ctx.request),
    moment: now(ctx),
  } as const;
  for (const { id } of files)
    if (!(await isStillGranted(ctx.db, { ...bought, fileId: id }))) throw refundedSale();
}

async function buildPlan(ctx: UserCtx, sold: Sold): Promise<ZipPlan> {
  await refuseEnded(ctx, sold);
  const names = entryNames(sold.files.map(({ name }) => name));
  const entries = [];
  for (const [index, file] of sold.files.entries())
    entries.push({
      name: names[index] ?? file.name,
      bytes: await measured(ctx, file),
      modified: file.createdAt,
    });
  return planZip(entries);
}

const archiveFilename = ({ name }: Sold): string => harmlessName(`${name}.zip`, 'zip') ?? 'download.zip';

function readBytes(ctx: UserCtx, { files }: Sold, plan: ZipPlan): Archive['read'] {
  const at = (index: number) => files[index] as SoldFile;
  return (start) =>
    bytesOfZip(
      plan,
      {
        knownCrc: (index) => at(index).checksum,
        async open(index, from) {
          const object = await ctx.ports.objects.get(at(index).key, from > 0 ? { start: from } : undefined);
          if (!object) throw missing(ctx, at(index));
          return object.body;
        },
        learned: (index, crc) => keepChecksum(ctx.db, at(index).id, crc),
      },
      start,
    );
}

/**
 * The ZIP of what the viewer may download of a product at this moment.
 * @throws AppError 404, 409 as `soldTo`, 500 when a file is missing
 */
export async function openArchive(ctx: UserCtx, productId: string): Promise<Archive> {
  const sold = await soldTo(ctx, productId);
  const plan = await buildPlan(ctx, sold);
  const content = plan.entries.map(({ name, bytes }, index) => [sold.files[index]?.id, name, bytes]);
  return {
    filename: archiveFilename(sold),
    bytes: plan.bytes,
    files: plan.entries.length,
    etag: `"${ctx.ports.crypto.sha256(JSON.stringify(content))}"`,
    read: readBytes(ctx, sold, plan),
  };
}

/**
 * A URL of the ZIP. Making one counts as a download, and finds out whether it can be made: what a browser
 * downloads by itself shows no sentence.
 * @throws AppError 404, 409, 500 as `openArchive`, 429
 */
export async function archiveLink(ctx: UserCtx, productId: string): Promise<Link> {
  await limitRate(ctx, `archive:${ctx.viewer.id}`, { max: limits.archive.perHour, seconds: 3600 });
  const sold = await soldTo(ctx, productId);
  const { bytes, entries } = await buildPlan(ctx, sold);
  await transaction(ctx, (tx) => countDownload(tx, sold));
  return {
    ...archiveAddress(ctx, { productId, accountId: ctx.viewer.id }),
    filename: archiveFilename(sold),
    files: entries.length,
    bytes,
  };
}
