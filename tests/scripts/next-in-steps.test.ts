import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const { inSteps } = require('../../scripts/lean/next-in-steps.cjs') as {
  inSteps(path: string, source: string): string;
};

/** A file of the installed Next, as bundled for browsers. */
const edited = (file: string) => {
  const path = require.resolve(`next/dist/esm/client/${file}`);
  return inSteps(path, readFileSync(path, 'utf8'));
};

describe('the edits of Next’s client', () => {
  test('hydrate in slices', () => {
    expect(edited('index.js')).toMatch(
      /React\.startTransition\(\(\)=>\{ reactRoot = ReactDOM\.hydrateRoot\(domEl, reactEl, \{\s+onRecoverableError\s+\}\); \}\);/,
    );
  });
  test('yield to the browser before the modules of an entry are evaluated', () => {
    expect(edited('route-loader.js')).toContain(
      'new Promise((go)=>setTimeout(go))).then(()=>execute()).then((exports)=>',
    );
  });
  test('load the build manifest when the router needs it', () => {
    expect(edited('route-loader.js')).toMatch(
      /__BUILD_MANIFEST_SCRIPT \?\?= appendScript\(`\/_next\/static\/\$\{self\.__NEXT_DATA__\.buildId\}\/_buildManifest\.js`\)/,
    );
  });
  test('find their files on every operating system, and leave the others unchanged', () => {
    expect(
      inSteps(
        'C:\\app\\node_modules\\next\\dist\\esm\\client\\route-loader.js',
        'Promise.resolve().then(()=>execute()); const onBuildManifest = new Promise(',
      ),
    ).toContain('scheduler');
    expect(
      inSteps('/app/node_modules/next/dist/esm/client/link.js', 'Promise.resolve().then(()=>execute())'),
    ).toBe('Promise.resolve().then(()=>execute())');
  });
  test('fail if Next has changed', () => {
    expect(() => inSteps('/app/node_modules/next/dist/esm/client/index.js', 'hydrate()')).toThrow(
      'next-in-steps.cjs',
    );
  });
});
