import { existsSync, globSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Of three bytes each. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}
/** A story in light, dark and right to left, side by side. */
export interface Picture extends Pixels {
  /** Such as `ui/buttons/with-icon`, also that of its file. */
  readonly name: string;
}

const accepted = fileURLToPath(new URL('pictures/', import.meta.url));
const reports = fileURLToPath(new URL('../../reports/catalogue/', import.meta.url));

/** Accepted pictures have shades in steps, which halves their files and is off by at most half of one. */
const step = 8;
/** By how much a shade may differ: half a step, and as much by how browsers smooth edges. */
const tolerance = 8;
/** How many pixels of a picture may differ by more. A missing icon of 20 px changes thirty in each look. */
const allowed = 12;

const inSteps = (data: Buffer): Buffer =>
  Buffer.from(data.map((shade) => Math.min(255, Math.round(shade / step) * step)));

async function write(file: string, { data, width, height }: Pixels): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ lossless: true, effort: 6 })
    .toFile(file);
}

async function readAccepted(name: string): Promise<Pixels | null> {
  const file = join(accepted, `${name}.webp`);
  if (!existsSync(file)) return null;
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Which pixels differ visibly, by their numbers. All of them, if the sizes differ. */
export function findDifferences(a: Pixels, b: Pixels): number[] {
  const isOtherSize = a.width !== b.width || a.height !== b.height;
  const differs = (at: number) => Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > tolerance;
  const differing: number[] = [];
  for (let at = 0; at < a.data.length; at += 3)
    if (isOtherSize || differs(at) || differs(at + 1) || differs(at + 2)) differing.push(at / 3);
  return differing;
}
export const areAlike = (a: Pixels, b: Pixels): boolean => findDifferences(a, b).length <= allowed;

export async function isAsAccepted(picture: Picture): Promise<boolean> {
  const before = await readAccepted(picture.name);
  return before !== null && areAlike(picture, before);
}

/** A pale copy with the differing pixels in red. */
function mark(picture: Pixels, differing: readonly number[]): Pixels {
  const data = Buffer.from(picture.data.map((shade) => 192 + shade / 4));
  for (const number of differing) data.set([220, 0, 0], 3 * number);
  return { ...picture, data };
}

/** What is wrong with a picture, or null. Writes the picture and where it differs to `reports/`. */
async function findProblem(picture: Picture): Promise<string | null> {
  const { name, width, height } = picture;
  const before = await readAccepted(name);
  if (before && areAlike(picture, before)) return null;
  await write(join(reports, `${name}.webp`), picture);
  if (!before) return `${name} has no picture yet`;
  if (before.width !== width || before.height !== height)
    return `${name} is ${width} × ${height} pixels instead of ${before.width} × ${before.height}`;
  const differing = findDifferences(picture, before);
  await write(join(reports, `${name}.difference.webp`), mark(picture, differing));
  return `${name} differs in ${differing.length} of ${width * height} pixels`;
}

const listAccepted = (): string[] =>
  globSync('**/*.webp', { cwd: accepted }).map((file) => file.replaceAll('\\', '/').replace(/\.webp$/, ''));

/** Compares the pictures of all stories with the accepted ones. The last line says what to do. */
export async function comparePictures(pictures: readonly Picture[]): Promise<string[]> {
  await rm(reports, { recursive: true, force: true });
  const problems = await Promise.all(pictures.map(findProblem));
  const names = new Set(pictures.map(({ name }) => name));
  const gone = listAccepted().filter((name) => !names.has(name));
  const lines = [
    ...problems.filter((problem) => problem !== null),
    ...gone.map((name) => `${name} has a picture but no story`),
  ];
  const help =
    'Look at reports/catalogue/ and at the accepted ones in tests/catalogue/pictures/, and run `npm run catalogue -- --accept` if the new ones are right.';
  return lines.length > 0 ? [...lines.toSorted(), help] : [];
}

/** Replaces all accepted pictures whose stories look different, and removes those of stories that are gone. */
export async function acceptPictures(
  pictures: readonly Picture[],
): Promise<{ written: number; removed: number }> {
  const names = new Set(pictures.map(({ name }) => name));
  const gone = listAccepted().filter((name) => !names.has(name));
  await Promise.all(gone.map((name) => rm(join(accepted, `${name}.webp`))));
  const changed = await Promise.all(
    pictures.map(async (picture) => ((await isAsAccepted(picture)) ? [] : [picture])),
  );
  const written = changed.flat();
  await Promise.all(
    written.map((picture) =>
      write(join(accepted, `${picture.name}.webp`), { ...picture, data: inSteps(picture.data) }),
    ),
  );
  return { written: written.length, removed: gone.length };
}
