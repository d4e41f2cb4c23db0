import { hasOwnWorker, registerWorker } from './service-worker.ts';

/**
 * Whether this browser can receive push notifications. `install`: only once the site is on the home screen, on
 * iPhone and iPad.
 */
export type PushSupport = 'unsupported' | 'install' | NotificationPermission;

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);
/** iPads say that they are Macs; only they have a touchscreen. */
const isAppleDevice = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export function pushSupport(): PushSupport {
  const isCapable = hasOwnWorker() && 'PushManager' in window && 'Notification' in window;
  if (isCapable) return Notification.permission;
  return isAppleDevice() && !isInstalled() ? 'install' : 'unsupported';
}

/** What the site needs to send to this browser. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

const isFor = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = subscription.options.applicationServerKey;
  return own !== null && new Uint8Array(own).every((byte, at) => byte === key[at]);
};

function toBrowserSubscription(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth'])
    throw new Error('The browser gave no address for push.');
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
}

/**
 * Subscribes this browser with the site's key, or returns the subscription it has.
 * @throws when the browser can't, or the person didn't allow it.
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = decodeBase64Url(publicKey);
  const before = await pushManager.getSubscription();
  if (before && isFor(before, key)) return toBrowserSubscription(before);
  // The site's key has changed: what was subscribed with the old one gets nothing anymore.
  await before?.unsubscribe();
  return toBrowserSubscription(
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
  );
}

/** The address at which this browser is subscribed, or null. */
export async function browserEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Ends this browser's subscription, if it has one. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Takes the notifications off the screen that are still shown. */
export async function closeShownNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

const chosenKey = 'limelight:push';

/** On which account, and at which address, push was turned on in this browser. */
export interface ChosenPush {
  readonly accountId: string;
  readonly endpoint: string | null;
}

/** Remembers that push is wanted in this browser, so that it returns with the next login. */
export function keepChoice(choice: ChosenPush | null): void {
  try {
    if (choice) localStorage.setItem(chosenKey, JSON.stringify(choice));
    else localStorage.removeItem(chosenKey);
  } catch {
    // Without storage it has to be turned on again after the next login.
  }
}

export function readSavedChoice(): ChosenPush | null {
  try {
    return JSON.parse(localStorage.getItem(chosenKey) ?? 'null') as ChosenPush | null;
  } catch {
    return null;
  }
}
