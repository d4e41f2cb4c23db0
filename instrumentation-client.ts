// Turbopack loads this file and Sentry's webpack plugin loads `sentry.client.config.ts`. Both import the same
// module, which is evaluated once.
import './sentry.client.config.ts';
