import { PHASE_PRODUCTION_BUILD } from 'next/constants.js';

/** @type {import('next').NextConfig} */
const config = {
  // Keeps the bundles of the mock build and of the normal build in separate folders.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // The server must load a single copy of antd's style engine; otherwise its styles can't be collected.
  bundlePagesRouterDependencies: true,
  // `npm test` checks types once for everything, including tests.
  typescript: { ignoreBuildErrors: true },
  compiler: {
    // Removes Sentry's debug output and tracing from the bundles.
    define: { __SENTRY_DEBUG__: false, __SENTRY_TRACING__: false },
  },
  devIndicators: false,
  // Where providers send the browser after a social login. A redirect, because a rewrite would need code in every
  // page.
  redirects: async () => [
    {
      source: '/auth/callback/:provider(google|twitter)',
      destination: '/auth/email-change?provider=:provider',
      permanent: false,
    },
  ],
  turbopack: {
    // Removes code that no page needs from the first load: docs/decisions/0014-next-as-modules.md.
    rules: {
      '*.js': [
        {
          condition: {
            all: [
              'browser',
              'production',
              { path: /node_modules[\\/]next[\\/]dist[\\/](client|lib|pages|shared)[\\/]/ },
            ],
          },
          loaders: ['./scripts/lean/next-as-modules.cjs'],
        },
      ],
      '*.mjs': {
        condition: {
          all: ['production', { path: /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]Icon\.mjs$/ }],
        },
        loaders: ['./scripts/lean/icon.cjs'],
      },
    },
  },
  experimental: {
    // Back restores the scroll position; src/shell/startup/scroll-restoration.ts handles the cases it misses.
    scrollRestoration: true,
    // A page's code is loaded with its first request. Loading that of all pages first keeps a start waiting.
    preloadEntriesOnStart: false,
    // Pages get the styles they use, within their HTML (src/shell/pages/inline-styles.tsx). By default all pages share
    // one file with everything. The numbers weigh bytes of a page against files of a navigation.
    cssChunking: { type: 'graph', requestCost: 8_000, weightDistribution: 0.7 },
    // Guards against mixing the pages router with the app router, which isn't used here, and would add to every
    // page's first load.
    clientRouterFilter: false,
  },
};

/**
 * For builds whose source maps nothing reads. Whoever starts the site for the first time waits for one, and the
 * next one seldom finds much of it unchanged: without maps and a cache on disk it takes a third less time.
 */
const quickBuild = {
  turbopackFileSystemCacheForBuild: false,
  turbopackSourceMaps: false,
  turbopackInputSourceMaps: false,
  serverSourceMaps: false,
};

/**
 * With a Sentry token, a build creates source maps, uploads them to Sentry and deletes them. Without one, it
 * creates none and doesn't load Sentry's build plugin.
 */
export default async (phase) => {
  const {
    SENTRY_AUTH_TOKEN: authToken,
    SENTRY_ORG: org,
    SENTRY_PROJECT: project,
    SENTRY_URL: url,
  } = process.env;
  if (phase !== PHASE_PRODUCTION_BUILD) return config;
  if (!authToken) return { ...config, experimental: { ...config.experimental, ...quickBuild } };
  const { withSentryConfig } = await import('@sentry/nextjs/config');
  const { productionBrowserSourceMaps: _, ...rest } = config;
  return withSentryConfig(rest, {
    authToken,
    org,
    project,
    ...(url ? { sentryUrl: url } : {}),
    telemetry: false,
    routeManifestInjection: false,
    buildTimeInstrumentation: false,
    suppressOnRouterTransitionStartWarning: true,
    sourcemaps: { deleteSourcemapsAfterUpload: true },
  });
};
