import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findTools } from '#backend/node/media/ffmpeg.ts';

type Env = Record<string, string>;
interface Places {
  readonly version?: string;
  readonly folder?: string;
  readonly bin?: string;
}
interface Programs {
  isNewEnough(version: string): boolean;
  runtime(places?: Places): string;
  ensureNode(places?: Places): Promise<void>;
  hasFfmpeg(env: Env): boolean;
  ensureFfmpeg(env: Env, folder: string): Promise<void>;
  tryFfmpeg(env: Env, folder: string): Promise<void>;
}
const script = (name: string) =>
  import(new URL(`../../scripts/${name}`, import.meta.url).href) as Promise<unknown>;
const { isNewEnough, runtime, ensureNode, hasFfmpeg, ensureFfmpeg, tryFfmpeg } = (await script(
  'programs.mjs',
)) as Programs;
const { ensureBrowser } = (await script('browser.mjs')) as {
  ensureBrowser: (env: Env, folder: string) => Promise<void>;
};
const { removeSourceMaps } = (await script('after-install.mjs')) as {
  removeSourceMaps: (folder: string) => void;
};

const root = mkdtempSync(join(tmpdir(), 'limelight-programs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const realNpm = process.env.npm_execpath;
let folder = '';
let said: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(root, 'test-'));
  said = [];
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line));
  // A test that doesn't say how npm behaves runs none.
  npmThat('process.exit(9)');
});
afterEach(() => {
  vi.restoreAllMocks();
  if (realNpm === undefined) delete process.env.npm_execpath;
  else process.env.npm_execpath = realNpm;
});

function put(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
function putProgram(path: string, lines: string): string {
  put(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}
/** An npm that runs this code instead of installing; `install` does what npm would. */
function npmThat(code: string): void {
  const install = `const { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const install = () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const files = ${JSON.stringify(packageFiles)};
  for (const [path, text] of Object.entries(files)) {
    const file = join('node_modules', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  }
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
};
`;
  process.env.npm_execpath = put(join(folder, 'npm', 'npm.js'), install + code);
}
const packageFiles = {
  'a-program/bin/node': '#!/bin/sh\necho v24.21.0\n',
  'a-program/include/node.h': '',
};
/** A program's folder, with the lock file of a package for this machine or another. */
function programFor(os: string = process.platform): string {
  const lock = {
    packages: {
      '': {},
      'node_modules/a-program': { version: '1.0.0', os: [os], cpu: [process.arch], optional: true },
    },
  };
  put(join(folder, 'program', 'package-lock.json'), JSON.stringify(lock));
  return dirname(put(join(folder, 'program', 'package.json'), '{}'));
}
const fetched = (program: string) => existsSync(join(program, 'node_modules', 'a-program'));

const encoders = "echo ' V....D libx264 '; echo ' A....D aac '";
const systems: readonly (readonly [what: string, programs: Env, isGoodEnough: boolean])[] = [
  ['both programs', { ffmpeg: encoders, ffprobe: 'exit 0' }, true],
  ['nothing', {}, false],
  ['no ffprobe', { ffmpeg: encoders }, false],
  ['an ffmpeg without H.264', { ffmpeg: "echo ' A....D aac '", ffprobe: 'exit 0' }, false],
  ['an ffmpeg without AAC', { ffmpeg: "echo ' V....D libx264 '", ffprobe: 'exit 0' }, false],
  ['a broken ffmpeg', { ffmpeg: `${encoders}; exit 1`, ffprobe: 'exit 0' }, false],
  ['a broken ffprobe', { ffmpeg: encoders, ffprobe: 'exit 1' }, false],
];
/** The PATH of a machine with these programs. */
function systemWith(programs: Env): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, lines] of Object.entries(programs)) putProgram(join(bin, name), lines);
  return bin;
}

test.each([
  ['20.20.2', false],
  ['22.22.0', false],
  ['24.14.0', false],
  ['24.15.0', true],
  ['24.21.0', true],
  ['25.9.0', false],
  ['26.0.0', true],
])('Node %s is new enough: %s', (version, expected) => expect(isNewEnough(version)).toBe(expected));

test('no locked package asks for a newer one', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { engines?: { node?: string } }>;
  };
  const asked = Object.values(packages).flatMap(({ engines }) =>
    [...(engines?.node ?? '').matchAll(/(?:\^|>=) ?(24\.\d+\.\d+)/g)].map(([, version = '']) => version),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((version) => isNewEnough(version) && version !== '24.15.0')).toEqual([]);
});

describe('Node', () => {
  test('is the system’s where it is new enough, and nothing is fetched', async () => {
    const program = programFor();
    npmThat('install()');
    await ensureNode({ version: '24.15.0', folder: program, bin: join(folder, '.bin') });
    expect([fetched(program), existsSync(join(folder, '.bin'))]).toEqual([false, false]);
    expect(runtime({ version: '24.15.0', folder: program })).toBe(process.execPath);
  });

  test('is fetched once where it is too old, without its headers, and npm’s scripts find it first', async () => {
    const [program, bin] = [programFor(), join(folder, '.bin')];
    const old = { version: '20.20.2', folder: program, bin };
    npmThat('install()');
    await ensureNode(old);
    expect(runtime(old)).toBe(join(program, 'node_modules/a-program/bin/node'));
    expect(execFileSync(join(bin, 'node'), ['-v'], { encoding: 'utf8' })).toBe('v24.21.0\n');
    expect(readdirSync(join(program, 'node_modules/a-program'))).toEqual(['bin']);
    expect(readdirSync(program).toSorted()).toEqual(['node_modules', 'package-lock.json', 'package.json']);
    npmThat('process.exit(9)');
    await ensureNode(old);
  });

  test('of another locked version is fetched again', async () => {
    const program = programFor();
    const old = { version: '20.20.2', folder: program, bin: join(folder, '.bin') };
    npmThat('install()');
    await ensureNode(old);
    const lock = join(program, 'package-lock.json');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace('1.0.0', '1.0.1'));
    npmThat("install(); writeFileSync('node_modules/a-program/new', '')");
    await ensureNode(old);
    expect(existsSync(join(program, 'node_modules/a-program/new'))).toBe(true);
  });

  test.each([
    ['npm fails', "console.error('npm error network no route'); process.exit(1)", 'network no route'],
    ['npm leaves it out', "mkdirSync('node_modules')", 'npm left out a-program'],
  ])('if %s, one sentence says what to do, and nothing stays', async (_, code, reason) => {
    const program = programFor();
    npmThat(code);
    await expect(ensureNode({ version: '20.20.2', folder: program, bin: folder })).rejects.toThrow(
      new Error(`node could not be fetched (${reason}): install Node 24 or newer.`),
    );
    expect(readdirSync(program).toSorted()).toEqual(['package-lock.json', 'package.json']);
  });

  test('that npm has for other machines only has to be installed', async () => {
    await expect(ensureNode({ version: '20.20.2', folder: programFor('aix'), bin: folder })).rejects.toThrow(
      'Node 20.20.2 is too old to run the server, and none was fetched: install Node 24 or newer.',
    );
  });
});

describe('ffmpeg', () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  test.each(systems)(
    'on a system with %s: the scripts and the server agree',
    async (_, programs, isGoodEnough) => {
      const bin = systemWith(programs);
      expect(hasFfmpeg({ PATH: bin })).toBe(isGoodEnough);
      process.env.PATH = bin;
      expect(await findTools(undefined, folder)).toEqual(
        isGoodEnough ? { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' } : null,
      );
    },
  );

  test.each(systems)(
    'on a system with %s: fetched only where it is needed',
    async (_, programs, isGoodEnough) => {
      const program = programFor();
      npmThat('install()');
      await ensureFfmpeg({ PATH: systemWith(programs) }, program);
      expect(fetched(program)).toBe(!isGoodEnough);
    },
  );

  test('isn’t fetched where the settings name one, nor where npm has none', async () => {
    npmThat('install()');
    const program = programFor();
    await ensureFfmpeg({ PATH: folder, FFMPEG_PATH: '/opt/ffmpeg' }, program);
    expect(fetched(program)).toBe(false);
    const foreign = programFor('aix');
    await ensureFfmpeg({ PATH: folder }, foreign);
    expect(fetched(foreign)).toBe(false);
  });

  test('that can’t be fetched stops tests, and lets a site start that says what to do', async () => {
    npmThat("console.error('npm error network no route'); process.exit(1)");
    const sentence =
      'ffmpeg could not be fetched (network no route): install ffmpeg, for example with `apt install ffmpeg`.';
    await expect(ensureFfmpeg({ PATH: folder }, programFor())).rejects.toThrow(new Error(sentence));
    await tryFfmpeg({ PATH: folder }, programFor());
    expect(said.at(-1)).toBe(`${sentence} Until then, videos are served as they were uploaded.`);
  });
});

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the browser', () => {
  beforeEach(() => void vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', root));
  afterEach(() => void vi.unstubAllEnvs());

  test('is fetched only where none is found', async () => {
    const program = programFor();
    npmThat('install()');
    await ensureBrowser({ PATH: systemWith({ 'chromium-headless-shell': '' }) }, program);
    await ensureBrowser({ PATH: '', CHROMIUM_PATH: join(folder, 'bin/chromium-headless-shell') }, program);
    expect(fetched(program)).toBe(false);
    await ensureBrowser({ PATH: '' }, program);
    expect(fetched(program)).toBe(true);
  });

  test('that can’t be fetched is asked for in one sentence', async () => {
    npmThat("console.error('npm error network no route'); process.exit(1)");
    await expect(ensureBrowser({ PATH: '' }, programFor())).rejects.toThrow(
      new Error(
        'chromium could not be fetched (network no route): install chromium-headless-shell, or set CHROMIUM_PATH to a Chromium or Chrome.',
      ),
    );
  });
});

test('after an installation, packages keep all but their source maps', () => {
  for (const name of [
    'a/x.js',
    'a/x.js.map',
    'a/b/x.d.mts.map',
    'a/x.css.map',
    'a/world.map',
    'a/map/map.js',
  ])
    put(join(folder, 'packages', name), '');
  removeSourceMaps(join(folder, 'packages'));
  const left = readdirSync(join(folder, 'packages'), { recursive: true, withFileTypes: true });
  expect(
    left
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['map.js', 'world.map', 'x.js']);
});
