import { whenIdle } from '#lib/when-idle';
import { collectErrors } from '#shell/early-errors';

const dsn = process.env.NEXT_PUBLIC_SENTRY_DSN;

/** Error reporting comes after the page is usable; what goes wrong until then is kept and sent with it. Off without a DSN. */
if (dsn) {
  const early = collectErrors(window);
  whenIdle(() => {
    import('#shell/error-reporting').then(
      ({ startReporting }) => startReporting(dsn, early.take()),
      // A blocker or a lost connection: the page works without a reporter.
      () => early.take(),
    );
  });
}
