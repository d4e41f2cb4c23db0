import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Launch = (
  program: string,
  args: readonly string[],
  options: { env: Record<string, string> | undefined },
) => ChildProcess;
interface Flags {
  readonly nodeFlags: readonly string[];
  readonly nodeEnvironment: Readonly<Record<string, string>>;
}
interface Told {
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const scripts = new URL('../../scripts/', import.meta.url);
const { launch } = (await import(new URL('become.mjs', scripts).href)) as { launch: Launch };
const { nodeFlags, nodeEnvironment } = (await import(new URL('node-flags.mjs', scripts).href)) as Flags;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-flags-'));
  await writeFile(
    join(folder, 'tell.mjs'),
    "import { writeFileSync } from 'node:fs';\nwriteFileSync(process.argv[2], JSON.stringify({ flags: process.execArgv, env: process.env }));\n",
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a program sees if started the way `npm start` starts the server. */
async function told(env?: Record<string, string>): Promise<Told> {
  const [program, out] = [join(folder, 'tell.mjs'), join(folder, 'told.json')];
  const [code] = (await once(
    launch(relative(fileURLToPath(new URL('..', scripts)), program), [out], { env }),
    'exit',
  )) as [number | null];
  expect(code).toBe(0);
  return JSON.parse(await readFile(out, 'utf8')) as Told;
}

test('our programs run with the flags and environment that limit memory', async () => {
  const { flags, env } = await told();
  expect(flags).toEqual(nodeFlags);
  expect(flags.join(' ')).toMatch(/--max-semi-space-size=\d+/);
  expect(flags.join(' ')).toMatch(/--heap-growing-percent=\d+/);
  expect(env).toMatchObject(nodeEnvironment);
  expect(Number(env.MALLOC_ARENA_MAX)).toBeGreaterThan(0);
});

test("the shell's settings take precedence", async () => {
  const { env } = await told({ PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '8' });
  expect(env.MALLOC_ARENA_MAX).toBe('8');
});
