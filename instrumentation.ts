import type { Instrumentation } from 'next';

/** Next answers what fails while a page is rendered with its error page and tells only us of it. */
export const onRequestError: Instrumentation.onRequestError = (error, _request, { routePath }) =>
  globalThis.limelightPageFailed?.(error, routePath);
