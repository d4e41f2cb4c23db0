import { PHASE_PRODUCTION_BUILD } from 'next/constants.js';

/** @type {import('next').NextConfig} */
const config = {
  // The mock's bundles and the site's stand side by side.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // One copy of the component library's style engine on the server, or its styles can't be collected.
  bundlePagesRouterDependencies: true,
  // `npm test` checks types once, for everything, tests included.
  typescript: { ignoreBuildErrors: true },
  compiler: {
    // Sentry's own debug output and tracing are compiled away.
    define: { __SENTRY_DEBUG__: false, __SENTRY_TRACING__: false },
  },
  devIndicators: false,
  turbopack: {
    // What every page's first load would carry for nothing: docs/decisions/next-as-modules.md.
    rules: {
      '*.js': {
        condition: {
          all: [
            'browser',
            'production',
            { path: /node_modules[\\/]next[\\/]dist[\\/](client|lib|pages|shared)[\\/]/ },
          ],
        },
        loaders: ['./scripts/lean/next-as-modules.cjs'],
      },
      '*.mjs': {
        condition: {
          all: ['production', { path: /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]Icon\.mjs$/ }],
        },
        loaders: ['./scripts/lean/icon.cjs'],
      },
    },
    resolveAlias: { 'next/dist/compiled/path-to-regexp': { browser: './scripts/lean/path-to-regexp.cjs' } },
  },
  experimental: {
    // Back leads to where one was on a page; src/shell/startup/scroll-restoration.ts does what this can't.
    scrollRestoration: true,
    // It guards against mixing this router with the other one, which nobody does here, in every page's first
    // load.
    clientRouterFilter: false,
  },
};

/**
 * A build with a token makes source maps, sends them to Sentry and deletes them again; any other build makes
 * none and loads nothing of it.
 */
export default async (phase) => {
  const {
    SENTRY_AUTH_TOKEN: authToken,
    SENTRY_ORG: org,
    SENTRY_PROJECT: project,
    SENTRY_URL: url,
  } = process.env;
  if (phase !== PHASE_PRODUCTION_BUILD || !authToken) return config;
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
