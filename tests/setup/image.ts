import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Builds the Dockerfile without Docker and without a registry: buildah in a chroot, on a Debian made by
 * mmdebstrap, which stands in for the base images.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const release = 'trixie';

/** Why images can't be built on this machine; null if they can. */
export function whyNoImages(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can build here';
  const missing = ['buildah', 'mmdebstrap', 'npm'].find(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0,
  );
  return missing ? `no ${missing}` : null;
}

/** `buildah` with a store of its own in the folder. */
export function buildahIn(folder: string) {
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...store, ...args], {
      encoding: 'utf8',
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    }).trim();
  return {
    buildah,
    /** Runs a program in a container, as the image's user and with its settings. */
    inContainer: (container: string, env: Record<string, string>, ...command: string[]) =>
      spawn(
        'buildah',
        [
          ...store,
          'run',
          '--isolation=chroot',
          '--network=host',
          ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
          container,
          '--',
          ...command,
        ],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      ),
  };
}

/** The process of `scripts/start.mjs` among those that a process has started. */
export function startedBy(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  for (const child of children.map(Number)) {
    if (readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0')[1] === 'scripts/start.mjs') return child;
    const found = startedBy(child);
    if (found > 0) return found;
  }
  return 0;
}
type Buildah = ReturnType<typeof buildahIn>['buildah'];

/** The two base images, one with the Node and npm of this machine. */
function standIns(folder: string, buildah: Buildah): { base: string; buildBase: string } {
  const debian = join(folder, 'debian.tar');
  execFileSync(
    'mmdebstrap',
    ['--variant=minbase', '--include=ca-certificates', release, debian, 'http://deb.debian.org/debian'],
    { stdio: 'ignore' },
  );
  const container = buildah('from', 'scratch');
  buildah('add', '-q', container, debian, '/');
  buildah('commit', '-q', container, 'localhost/base');
  buildah('add', '-q', container, process.execPath, '/usr/local/bin/node');
  const npm = join(execFileSync('npm', ['root', '-g'], { encoding: 'utf8' }).trim(), 'npm');
  buildah('add', '-q', container, npm, '/usr/local/lib/node_modules/npm');
  // Where this machine's registry is reached through a proxy with a certificate of its own.
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, 'cafile=/etc/ssl/certs/ca-certificates.crt\n');
  buildah('add', '-q', container, npmrc, '/usr/local/etc/npmrc');
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
  buildah('run', '--isolation=chroot', container, '--', ...link);
  buildah('commit', '-q', container, 'localhost/build-base');
  buildah('rm', container);
  return { base: 'localhost/base', buildBase: 'localhost/build-base' };
}

/** Builds the image without ffmpeg. Takes some minutes, most of them for installing and building the pages. */
export function buildImage(folder: string, buildah: Buildah): string {
  const { base, buildBase } = standIns(folder, buildah);
  buildah(
    'build',
    '--isolation=chroot',
    '--format=docker',
    '--volume=/etc/ssl/certs:/etc/ssl/certs:ro',
    `--build-arg=BASE=${base}`,
    `--build-arg=BUILD_BASE=${buildBase}`,
    '--build-arg=FFMPEG=0',
    '--tag=localhost/limelight',
    '.',
  );
  return 'localhost/limelight';
}
