import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs knip with our settings on a small project; returns the names of unused exports. */
function deadIn(files: Readonly<Record<string, string>>, ...flags: string[]): string[] {
  folder = mkdtempSync(join(tmpdir(), 'limelight-knip-'));
  cpSync(join(root, 'knip.config.ts'), join(folder, 'knip.config.ts'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'small',
      type: 'module',
      imports: { '#services/*': './src/services/*' },
      devDependencies: { vitest: '*' },
    }),
  );
  const knip = join(root, 'node_modules/knip/bin/knip.js');
  const told = spawnSync(
    process.execPath,
    [knip, '--no-progress', '--include=exports', '--reporter=json', ...flags],
    { cwd: folder, encoding: 'utf8' },
  );
  const { issues } = JSON.parse(told.stdout) as { issues: { exports: { name: string }[] }[] };
  return issues.flatMap(({ exports }) => exports.map(({ name }) => name)).toSorted();
}
const both = (name: string) => `export const ${name} = 1;\nexport const dead_${name} = 2;\n`;

test('unused exports of dynamically imported modules are found, in every form', () => {
  const dead = deadIn({
    'pages/index.tsx': `
      import { untilLoaded } from '../src/until-loaded.ts';
      export const one = lazyPart(async () => (await import('../src/one.ts')).one);
      export const two = import('../src/two.ts').then((module) => ({ default: module.two }));
      export async function all() {
        const { three } = await import('../src/three.ts');
        const { four } = await untilLoaded(() => import('../src/four.ts'));
        const { five } = await untilLoaded(
          () => import('#services/five.ts'),
        );
        return [three, four, five];
      }`,
    'src/until-loaded.ts': both('untilLoaded'),
    'src/one.ts': both('one'),
    'src/two.ts': both('two'),
    'src/three.ts': both('three'),
    'src/four.ts': both('four'),
    'src/services/five.ts': both('five'),
  });
  expect(dead).toEqual(['dead_five', 'dead_four', 'dead_one', 'dead_three', 'dead_two', 'dead_untilLoaded']);
});

test('in a production run, exports used only by tests count as unused', () => {
  const files = {
    'pages/index.tsx': `import { used } from '../src/a.ts'; export default used;`,
    'src/a.ts': 'export const used = 1;\nexport const tested = 2;\nexport const dead = 3;\n',
    'tests/a.test.ts': `import { tested } from '../src/a.ts'; tested;`,
  };
  expect(deadIn(files)).toEqual(['dead']);
  rmSync(folder, { recursive: true, force: true });
  expect(deadIn(files, '--production')).toEqual(['dead', 'tested']);
});
