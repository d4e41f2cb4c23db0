import { whenIdle } from '#lib/when-idle.ts';
import { collectErrors } from '#shell/startup/early-errors.ts';

const dsn = process.env.NEXT_PUBLIC_SENTRY_DSN;

/**
 * Loads error reporting once the page is usable; errors before that are kept and sent afterwards. Off without
 * a DSN.
 */
if (dsn) {
  const early = collectErrors(window);
  whenIdle(() => {
    import('#shell/startup/error-reporting.ts').then(
      ({ startReporting }) => startReporting(dsn, early.take()),
      // Blocked by an extension or offline: the page works without error reporting.
      () => early.take(),
    );
  });
}
