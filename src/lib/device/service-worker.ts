/** Whether this build has a service worker of its own. The mock's pages are served by another one. */
export const hasOwnWorker = (): boolean =>
  process.env.NEXT_PUBLIC_MOCK !== '1' && typeof navigator !== 'undefined' && 'serviceWorker' in navigator;

/**
 * Registers the service worker (`public/sw.js`). Each build registers its own address, so that browsers install
 * the new one and it replaces what the one before kept.
 * @throws where the browser rejects service workers, as private windows do.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  const api = process.env.NEXT_PUBLIC_API_ENDPOINT;
  const address = new URLSearchParams({ build: window.__NEXT_DATA__.buildId, ...(api && { api }) });
  return navigator.serviceWorker.register(`/sw.js?${address}`);
}
