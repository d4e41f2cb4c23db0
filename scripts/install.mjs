// Installs the dependencies of the lock file. Runs on the system's Node without any dependency.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { matchesLock, npmCi, read } from './npm.mjs';
import { inRoot, root } from './paths.mjs';
import { ensureNode } from './programs.mjs';
import { Complaint, step } from './say.mjs';

const stampFile = inRoot('node_modules', '.limelight-stamp');

/** @param {{ dev?: boolean }} which `dev`: also what only building and testing need */
export async function ensureInstalled({ dev = true } = {}) {
  await step('dependencies', async (tell) => {
    const stamp = wanted();
    if (read(stampFile) === stamp) return 'in place';
    const asLocked = matchesLock(root, dev);
    if (!asLocked) {
      tell('installing dependencies …');
      await npmCi(root, dev).catch((error) => {
        throw error instanceof Complaint
          ? error
          : new Complaint(`The dependencies could not be installed: ${error.message}`);
      });
    }
    try {
      writeFileSync(stampFile, stamp);
    } catch {
      // Not writable by us. Then everything is compared again on every start.
    }
    return asLocked ? 'in place' : 'installed';
  });
  // `npm ci` has fetched it, unless it was told not to run scripts.
  await ensureNode();
}

function wanted() {
  const lock = read(inRoot('package-lock.json'));
  if (lock === null)
    throw new Complaint(`package-lock.json is missing in ${root}. Check out the whole repository.`);
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`;
}
