import { addEventProcessor, captureException, getClient, init, replayIntegration } from '@sentry/nextjs';
import Router from 'next/router';
import { withoutSecrets } from '#lib/address.ts';
import { isPrivatePath, recordingOptions, recordingSwitch, reportingOptions } from './recording-options.ts';

/** Addresses in what is sent: of the page, of the requests before it, of the pages a recording passed. */
function hideSecrets(): void {
  addEventProcessor((event) => {
    if (event.request?.url) event.request.url = withoutSecrets(event.request.url);
    for (const crumb of event.breadcrumbs ?? []) {
      for (const key of ['url', 'to', 'from']) {
        const address: unknown = crumb.data?.[key];
        if (crumb.data && typeof address === 'string') crumb.data[key] = withoutSecrets(address);
      }
    }
    const passed: unknown = (event as { urls?: unknown }).urls;
    if (Array.isArray(passed))
      Object.assign(event, { urls: passed.map((address) => withoutSecrets(String(address))) });
    return event;
  });
}

function startRecording() {
  const recorder = replayIntegration(recordingOptions());
  getClient()?.addIntegration(recorder);
  return recorder;
}

/**
 * Starts the error reporter and the recording, and sends what went wrong before. This file weighs 80 kB:
 * import it lazily.
 */
export function startReporting(dsn: string, early: readonly unknown[]): void {
  init(reportingOptions(dsn));
  hideSecrets();
  const atPage = recordingSwitch(startRecording);
  atPage(Router.asPath);
  // Leaving counts from the press: a private page is never recorded, not even its first frame.
  Router.events.on('routeChangeStart', (path: string) => {
    if (isPrivatePath(path)) atPage(path);
  });
  Router.events.on('routeChangeComplete', (path: string) => atPage(path));
  for (const error of early) captureException(error);
}
