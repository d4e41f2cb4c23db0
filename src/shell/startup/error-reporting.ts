import { addEventProcessor, captureException, getClient, init, replayIntegration } from '@sentry/nextjs';
import Router from 'next/router';
import { withoutSecrets } from '#lib/address.ts';
import { isPrivatePath, recordingOptions, recordingSwitch, reportingOptions } from './recording-options.ts';

/** Removes secrets from URLs in reports: of the page, of earlier requests, and of pages in a recording. */
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
 * Starts the error reporter and session recording, and sends earlier errors. Import this file lazily: it adds
 * 80 kB.
 */
export function startReporting(dsn: string, early: readonly unknown[]): void {
  init(reportingOptions(dsn));
  hideSecrets();
  const atPage = recordingSwitch(startRecording);
  atPage(Router.asPath);
  // Stop when a navigation to a private page starts, so that not even its first frame is recorded.
  Router.events.on('routeChangeStart', (path: string) => {
    if (isPrivatePath(path)) atPage(path);
  });
  Router.events.on('routeChangeComplete', (path: string) => atPage(path));
  for (const error of early) captureException(error);
}
