// `npm run release`: packs this commit as the version in package.json, with its notes and, where docker is there, its
// image. Nothing is published.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot, root } from './paths.mjs';
import { git, packRelease, releaseNotes, requireTested } from './release-files.mjs';
import { Complaint, script, step } from './say.mjs';

const to = inRoot('dist');

function buildImage(version) {
  if (spawnSync('docker', ['version'], { stdio: 'ignore' }).status !== 0)
    return 'left out, because docker isn’t running here';
  const { status } = spawnSync('docker', ['build', '-t', `limelight:${version}`, '.'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Complaint('docker couldn’t build the image.');
  return `limelight:${version}`;
}

await script(async () => {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const { date, text } = releaseNotes(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), version);
  if (git('status', '--porcelain') !== '')
    throw new Complaint('There are changes that aren’t committed. Commit them, or take them back.');
  const commit = git('rev-parse', 'HEAD');
  await step('tests', async () =>
    process.argv.includes('--untested') ? 'not asked for' : `${requireTested(commit)} passed`,
  );
  await ensureInstalled();
  await ensureBuilt();
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, `notes-${version}.md`), `${text}\n`);
  await step('archive', async () =>
    basename(await packRelease({ version, commit, date, pages: inRoot('.next'), to })),
  );
  await step('image', async () => buildImage(version));
  console.log(`\nIn dist/: the archive and notes-${version}.md. To name the commit: git tag v${version}`);
});
