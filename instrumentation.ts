import type { Instrumentation } from 'next';

/** Next shows its error page when rendering a page fails, and reports the error only through this hook. */
export const onRequestError: Instrumentation.onRequestError = (error, _request, { routePath }) =>
  globalThis.limelightPageFailed?.(error, routePath);
