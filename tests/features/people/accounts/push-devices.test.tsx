import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PushDevice } from '#contract/people/notifications.ts';
import { PushDevices } from '#features/people/accounts/push-devices.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

/* A browser that can receive push notifications; what the person answers is up to each test. */
const asked: string[] = [];
let permission: NotificationPermission = 'default';
let reply: NotificationPermission = 'granted';
let subscribed: { endpoint: string } | null = null;

const subscription = {
  endpoint: 'https://push.limelight.dev/1',
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint: 'https://push.limelight.dev/1', keys: { p256dh: 'key', auth: 'secret' } }),
  unsubscribe: async () => {
    subscribed = null;
    return true;
  },
};
const registration = {
  pushManager: {
    getSubscription: async () => subscribed,
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      asked.push(`subscribe ${String(options.userVisibleOnly)}`);
      permission = reply;
      if (reply !== 'granted') throw new DOMException('denied', 'NotAllowedError');
      subscribed = subscription;
      return subscription;
    },
  },
};
const stand = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

beforeEach(() => {
  asked.length = 0;
  permission = 'default';
  reply = 'granted';
  subscribed = null;
  stand('serviceWorker', {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
  });
  window.__NEXT_DATA__ = { buildId: 'b1' } as typeof window.__NEXT_DATA__;
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'userAgent');
  Reflect.deleteProperty(navigator, 'standalone');
});

const phone: PushDevice = {
  _id: 'd1',
  userAgent: 'Chrome/150 Android',
  createdAt: new Date().toISOString(),
  current: false,
};
const publicKey = 'BAAA';
const theSwitch = () =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: /^Push notifications on this/ });

it('asks for permission when the switch is pressed, not before, and can be turned off again', async () => {
  const told = vi.spyOn(toast, 'success');
  let devices: PushDevice[] = [];
  const sent: unknown[] = [];
  const { hand } = await draw(<PushDevices />, {
    answers: {
      'GET /notifications/push': () => ({ publicKey, devices }),
      'POST /notifications/push': ({ body }) => {
        sent.push(body);
        devices = [{ ...phone, current: true }];
        return devices[0]!;
      },
      'POST /notifications/push/:id/test': () => ({ success: true as const }),
      'DELETE /notifications/push/:id': ({ params }) => {
        sent.push(params.id);
        devices = [];
        return { success: true as const };
      },
    },
  });
  expect((await theSwitch()).checked).toBe(false);
  expect(asked).toEqual([]);
  await hand.click(await theSwitch());
  await waitFor(async () => expect((await theSwitch()).checked).toBe(true));
  expect(asked).toEqual(['subscribe true']);
  expect(sent).toEqual([
    { endpoint: 'https://push.limelight.dev/1', keys: { p256dh: 'key', auth: 'secret' } },
  ]);
  await hand.click(screen.getByRole('button', { name: 'Send a test notification' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith('Test notification sent'));
  await hand.click(await theSwitch());
  await waitFor(async () => expect((await theSwitch()).checked).toBe(false));
  expect([sent.at(-1), subscribed, localStorage.getItem('limelight:push')]).toEqual(['d1', null, null]);
});

it('says what to do when the person refused', async () => {
  reply = 'denied';
  const { hand } = await draw(<PushDevices />, {
    answers: { 'GET /notifications/push': () => ({ publicKey, devices: [] }) },
  });
  await hand.click(await theSwitch());
  expect(await screen.findByText(/^Notifications from this site are blocked in your browser/)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('says so where the browser can’t', async () => {
  vi.unstubAllGlobals();
  await draw(<PushDevices />, {
    answers: { 'GET /notifications/push': () => ({ publicKey, devices: [] }) },
  });
  expect(await screen.findByText('This browser doesn’t support push notifications.')).toBeTruthy();
});

it('explains on an iPhone that the site has to be installed first', async () => {
  vi.unstubAllGlobals();
  stand('userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)');
  await draw(<PushDevices />, {
    answers: { 'GET /notifications/push': () => ({ publicKey, devices: [] }) },
  });
  expect(await screen.findByText(/add this site to your Home Screen first/)).toBeTruthy();
});

it('says so where the site can’t send', async () => {
  await draw(<PushDevices />, {
    answers: { 'GET /notifications/push': () => ({ publicKey: null, devices: [] }) },
  });
  expect(await screen.findByText('Push notifications aren’t available on this site.')).toBeTruthy();
});

it('turns off other devices, and shows why when that fails', async () => {
  const told = vi.spyOn(toast, 'error');
  const { hand } = await draw(<PushDevices />, {
    answers: {
      'GET /notifications/push': () => ({ publicKey, devices: [phone] }),
      'DELETE /notifications/push/:id': () => {
        throw problem(500, { message: 'Something broke.' });
      },
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Turn off on Chrome on Android' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith('Something broke.'));
});
