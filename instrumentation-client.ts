// Turbopack loads this file, webpack's plugin the other one: both lead to the same module, evaluated once.
import './sentry.client.config.ts';
