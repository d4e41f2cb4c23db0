import type { KnipConfig } from 'knip';

/**
 * What is loaded late is written in two ways of which knip can't tell which names are taken; of such a module
 * it would take every export for used. It reads the same in a way that it knows. Our own check
 * (`scripts/boundaries/loads.ts`) refuses every other way.
 */
const asKnipReads = (source: string): string =>
  source
    .replaceAll(/\(await (import\('[^']+'\))\)\.(\w+)/g, '(await $1.then(({ $2 }) => $2))')
    .replaceAll(/await untilLoaded\(\s*\(\) => (import\('[^']+'\)),?\s*\)/g, 'await $1');

const config: KnipConfig = {
  // `!`: counts in a production run (`--production`), for which what only tests use is dead.
  entry: [
    'pages/**/*.{ts,tsx}!',
    'src/backend/node/main.ts!',
    'src/backend/node/operator/operator.ts!',
    'src/mock/{worker,node}.ts!',
    'scripts/*.{mjs,ts}!',
    'tests/**/*.test.{ts,tsx}',
    'tests/setup/*.ts',
    'tests/mutation/*.mjs',
    'e2e/**/*.ts',
    'bench/{run,bare-server,bare-page,socket-server}.ts!',
    'bench/bare/pages/*.jsx!',
    'bench/bare/next.config.js!',
    'scripts/lean/icon.mjs!',
  ],
  project: [
    'src/**/*.{ts,tsx}!',
    'pages/**/*.{ts,tsx}!',
    'scripts/**/*.{mjs,ts}!',
    'tests/**/*.{ts,tsx,mjs}',
    'e2e/**/*.ts',
    'bench/**/*.ts!',
  ],
  ignoreBinaries: ['nginx', 'caddy', 'redis-server'],
  ignoreExportsUsedInFile: true,
  compilers: { ts: asKnipReads, tsx: asKnipReads },
};

export default config;
