import { whenIdle } from '#lib/when-idle.ts';
import { collectErrors } from '#shell/startup/early-errors.ts';

const dsn = process.env.NEXT_PUBLIC_SENTRY_DSN;

/**
 * Error reporting comes after the page is usable; what goes wrong until then is kept and sent with it. Off
 * without a DSN.
 */
if (dsn) {
  const early = collectErrors(window);
  whenIdle(() => {
    import('#shell/startup/error-reporting.ts').then(
      ({ startReporting }) => startReporting(dsn, early.take()),
      // A blocker or a lost connection: the page works without a reporter.
      () => early.take(),
    );
  });
}
