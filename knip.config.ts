import type { KnipConfig } from 'knip';

/**
 * Two of our forms of dynamic import hide from knip which exports are used, so it would count every export of
 * such a module as used. This compiler rewrites them into a form that knip understands; our own check
 * (`scripts/boundaries/loads.ts`) refuses any other form.
 */
const toKnipSyntax = (source: string): string =>
  source
    .replaceAll(/\(await (import\('[^']+'\))\)\.(\w+)/g, '(await $1.then(({ $2 }) => $2))')
    .replaceAll(/await untilLoaded\(\s*\(\) => (import\('[^']+'\)),?\s*\)/g, 'await $1');

const config: KnipConfig = {
  // `!` marks production files: with `--production`, an export that only tests use counts as unused.
  entry: [
    'pages/**/*.{ts,tsx}!',
    'src/backend/node/main.ts!',
    'src/backend/node/dev/dev-server.ts!',
    'src/backend/node/operator/operator.ts!',
    'src/mock/{worker,node}.ts!',
    'src/services/talk/live/live-client.ts!',
    'scripts/*.{mjs,ts}!',
    'tests/**/*.test.{ts,tsx}',
    'tests/setup/*.ts',
    'tests/catalogue/{main,serve,accept}.ts{,x}',
    'tests/catalogue/stories/**/*.tsx',
    'tests/mutation/*.mjs',
    'e2e/**/*.ts',
    'bench/{run,bare-server,bare-page,socket-server,chat-server,live-viewers}.ts!',
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
  ignoreBinaries: [
    'nginx',
    'caddy',
    'pgbouncer',
    'redis-server',
    'systemd-analyze',
    'buildah',
    'mmdebstrap',
    'umount',
  ],
  ignoreExportsUsedInFile: true,
  compilers: { ts: toKnipSyntax, tsx: toKnipSyntax },
};

export default config;
