import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#backend/node/database/database.ts';
import { lockFolder } from '#backend/node/database/lock.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { fileOf, run } from '../setup/child.ts';
import { quiet } from '../setup/quiet.ts';

/* The operator's command line as a process, on the embedded database: alone, and next to a running server. */
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-operator-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function operator(args: readonly string[], env: Record<string, string> = {}) {
  const program = run(fileOf('#backend/node/operator/operator.ts'), {
    args,
    env: { DATA_DIR: folder, ...env },
  });
  return {
    code: await program.ended,
    stdout: program.stdout().trimEnd(),
    stderr: program.stderr().trimEnd(),
  };
}
const tokenRate = async () =>
  (JSON.parse((await operator(['--json', 'settings', 'get', 'tokenRate'])).stdout) as { value: number }[])[0]
    ?.value;

test('without a server it creates, uses and stops the database by itself', async () => {
  expect(await tokenRate()).toBe(20);
  expect(await operator(['settings', 'set', 'tokenRate', '25'])).toEqual({
    code: 0,
    stdout: 'tokenRate is now 25 (tokens for 1.00).',
    stderr: '',
  });
  expect(await operator(['ledger', 'check'])).toEqual({ code: 0, stdout: 'Everything adds up.', stderr: '' });
});

test("next to a running server it uses the server's database, which keeps running", async () => {
  const lock = await lockFolder(folder);
  const server = await openDatabase({ url: undefined, folder: join(folder, 'postgres'), log: quiet });
  expect(await operator(['settings', 'set', 'tokenRate', '30'])).toMatchObject({ code: 0 });
  expect((await createSettings(server.db).all()).tokenRate).toBe(30);
  await server.close();
  await lock.release();
  expect(await tokenRate()).toBe(30);
});

test.each([
  [['performers', 'approve', 'nobody'], 'There is no creator with the username nobody.'],
  [['settings', 'set', 'tokenrate', '1'], 'There is no setting called tokenrate.'],
  [['mail', 'show', 'latest'], 'The outbox is empty.'],
])('%j is answered with a one-line error and a failure code', async (args, sentence) => {
  expect(await operator(args)).toEqual({ code: 1, stdout: '', stderr: sentence });
});

test('an unreachable database is a one-line error too', async () => {
  const { code, stderr } = await operator(['jobs', 'list'], {
    DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/none',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Can't connect to the PostgreSQL of DATABASE_URL \(127\.0\.0\.1:1\/none\): .*$/);
  expect(stderr).not.toContain('hush');
});

/* Reports each module that the program loads, before anything else runs. */
const reporter = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (process.send({ url }), next(url, context)) });`;

async function loadedBy(...args: string[]): Promise<{ stdout: string; files: string[] }> {
  const program = run(fileOf('#backend/node/operator/operator.ts'), {
    args,
    env: {
      DATA_DIR: join(folder, 'not-there'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reporter)}`,
    },
  });
  expect(await program.ended).toBe(0);
  const urls = (program.messages as readonly { url: string }[]).map(({ url }) => url);
  return { stdout: program.stdout(), files: urls.filter((url) => !url.startsWith('node:')) };
}

test.each([[['help']], [['--help']], [['help', 'restore']], [['backup', '--help']]])(
  'help (%j) loads neither the database nor the contracts',
  async (args) => {
    const { stdout, files } = await loadedBy(...args);
    expect(stdout).toContain('Usage: operator');
    expect(files.some((file) => file.endsWith('/operator/commands.ts'))).toBe(true);
    expect(
      files.filter((file) =>
        /\/src\/(contract|backend\/(db|domain|http)|backend\/node\/database)\//.test(file),
      ),
    ).toEqual([]);
    expect(files.filter((file) => /node_modules\/(?!commander\/)/.test(file))).toEqual([]);
  },
);
