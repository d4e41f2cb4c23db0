import { limits } from '#config/limits.ts';
import { assertFits } from '../../http/file-size.ts';

/** Enough for the brands at the beginning of a file. */
const HEAD = 64;
const heic = /^(hei[cxsm]|hev[cxms]|mif1|msf1)$/;

/** Whether a file's first bytes are those of a HEIC or HEIF picture. AVIF shares its container. */
export function hasHeicBrand(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  if (text.slice(4, 8) !== 'ftyp') return false;
  const size = Math.min(((head[2] ?? 0) << 8) | (head[3] ?? 0), head.length);
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= size; at += 4) brands.push(text.slice(at, at + 4));
  return brands.some((brand) => heic.test(brand)) && !brands.some((brand) => /^avi[fs]$/.test(brand));
}

/** Whether its name or type says that a file is a HEIC photo. Systems that don't know HEIC give it no type. */
export const isNamedHeic = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /^image\/hei[cf](-sequence)?$/.test(type) || /\.hei[cf]$/i.test(name);

/** Also photos under a wrong name, such as those that were renamed to `.jpg`. */
async function isHeic(file: File): Promise<boolean> {
  if (isNamedHeic(file)) return true;
  return (
    file.type.startsWith('image/') && hasHeicBrand(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()))
  );
}

/**
 * The file itself, or a HEIC photo as JPEG, which every browser and the server can open. What converts it is
 * loaded with the first one.
 * @throws {ApiProblem} 413, 422 `unsupported_file`, 0 `network`, 0 `aborted`
 */
export async function shownEverywhere<F extends Blob>(file: F, signal?: AbortSignal): Promise<F | File> {
  if (!(file instanceof File) || !(await isHeic(file))) return file;
  assertFits(file, limits.upload.imageBytes);
  return (await import('./heic.ts')).fromHeic(file, signal);
}
