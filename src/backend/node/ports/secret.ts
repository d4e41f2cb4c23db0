import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorMessage, StartError } from '../process/start-error.ts';

/** The signing secret of this data folder, created on first start and readable by this account only. */
export async function savedSecret(folder: string): Promise<string> {
  const file = join(folder, 'secret');
  const saved = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw new StartError(`Can't read ${file} (${errorMessage(error)}).`);
  });
  if (saved.trim().length >= 32) return saved.trim();
  const fresh = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    if (saved) await rm(file, { force: true });
    await writeFile(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    // If several processes start together, the first one's secret is kept.
    await link(fresh, file).catch(() => {});
  } catch (error) {
    throw new StartError(
      `Can't write to the data folder ${folder} (${errorMessage(error)}): give this user write access, or set another DATA_DIR.`,
    );
  } finally {
    await rm(fresh, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}
