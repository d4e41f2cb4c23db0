import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const hook = new URL('../../scripts/resolve-drizzle.mjs', import.meta.url).href;
const page = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
/** Prints what reaches Node's own search for modules. It is registered first, so it is asked last. */
const counter = page(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (found.url.includes('/drizzle-orm/')) console.log(specifier);
    return found;
  } });`);

function searched(program: string, flags: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('drizzle-orm is searched for once, and its own files not at all', () => {
  const program = `
    import { sql } from 'drizzle-orm';
    import { eq } from 'drizzle-orm';
    import { pgTable } from 'drizzle-orm/pg-core';
    const again = await import('drizzle-orm');
    if (again.sql !== sql || !eq || !pgTable) throw new Error('These are different modules.');`;
  expect(searched(program, [`--import=${counter}`, `--import=${hook}`]).toSorted()).toEqual([
    'drizzle-orm',
    'drizzle-orm/pg-core',
  ]);
  expect(searched(program, [`--import=${counter}`]).length).toBeGreaterThan(100);
});
