import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { notificationKinds, notificationTypes } from '#config/notification-types.ts';
import type { Notification, NotificationSettings as Settings } from '#contract/people/notifications.ts';
import { NotificationSettings } from '#features/people/accounts/notification-settings.tsx';
import { NotificationsView } from '#features/people/notifications/notifications-view.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const aNotification = (changes: Partial<Notification> = {}): Notification => ({
  _id: 'n1',
  type: 'order',
  text: 'Your order was shipped.',
  href: '/user/orders/o1',
  actors: [],
  count: 1,
  isRead: false,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  ...changes,
});
const page = (...data: Notification[]) => ({ data, total: data.length, nextCursor: null });

it('are listed by day, marked as read when opened, and never link to another site', async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const { hand, deps } = await draw(<NotificationsView />, {
    answers: {
      'GET /notifications': () =>
        page(
          aNotification(),
          aNotification({ _id: 'n2', text: 'Mara followed you.', type: 'follow', href: null }),
          aNotification({ _id: 'n3', text: 'Elsewhere.', href: '//evil.example', updatedAt: yesterday }),
        ),
      'POST /notifications/:id/read': () => ({ unread: 1 }),
    },
  });
  const list = await screen.findByRole('list', { name: 'Notifications' });
  expect(
    within(list)
      .getAllByRole('heading')
      .map((each) => each.textContent),
  ).toEqual(['Today', 'Yesterday']);
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/user/orders/o1']);
  await hand.click(within(list).getByRole('button', { name: /Mara followed you/ }));
  await waitFor(() =>
    expect(deps.api.calls.filter(([route]) => route === 'POST /notifications/:id/read')).toHaveLength(1),
  );
});

it('offer to mark all as read only if there are unread ones', async () => {
  const { hand, deps } = await draw(<NotificationsView />, {
    user: { unreadNotifications: 3 },
    answers: {
      'GET /notifications': () => page(aNotification()),
      'POST /notifications/read-all': () => ({ unread: 0 }),
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  expect(deps.api.routes()).toContain('POST /notifications/read-all');
});

it('count again if the list has more unread ones than were counted', async () => {
  await draw(<NotificationsView />, {
    user: { unreadNotifications: 0 },
    answers: {
      'GET /notifications': () => page(aNotification()),
      'GET /notifications/unread': () => ({ unread: 1 }),
    },
  });
  expect(await screen.findByRole('button', { name: 'Mark all as read' })).toBeTruthy();
});

it('show a message if there are none or loading fails', async () => {
  const { unmount } = await draw(<NotificationsView />, { answers: { 'GET /notifications': () => page() } });
  expect(await screen.findByText('No notifications yet')).toBeTruthy();
  unmount();
  await draw(<NotificationsView />, {
    answers: {
      'GET /notifications': () => {
        throw problem(500, { message: 'Something broke.' });
      },
    },
  });
  expect(await screen.findByText('Something broke.')).toBeTruthy();
});

const settings: Settings = {
  channels: Object.fromEntries(
    notificationTypes.map((type) => [type, { app: true, email: true, push: true }]),
  ) as Settings['channels'],
  digest: 'daily',
  quietHours: null,
  push: { messages: true, messageText: false },
};

it.each([
  [false, notificationTypes.filter((type) => !notificationKinds[type].isForCreators).length],
  [true, notificationTypes.length],
])(
  'settings of a creator (%s) show %s types, and each box is saved separately',
  async (isPerformer, rows) => {
    const changes: unknown[] = [];
    const { hand } = await draw(<NotificationSettings isPerformer={isPerformer} />, {
      answers: {
        'GET /notifications/settings': () => settings,
        'GET /notifications/push': () => ({ publicKey: null, devices: [] }),
        'PUT /notifications/settings': ({ body }) => {
          changes.push(body);
          return settings;
        },
      },
    });
    expect(await screen.findAllByRole('row')).toHaveLength(rows + 2);
    await hand.click(screen.getByRole('checkbox', { name: 'Orders: Email' }));
    await hand.click(screen.getByRole('checkbox', { name: 'Messages: Push' }));
    await hand.click(screen.getByRole('checkbox', { name: /^Show what messages say/ }));
    await hand.click(screen.getByRole('checkbox', { name: /^Quiet hours/ }));
    await waitFor(() =>
      expect(changes).toEqual([
        { channels: { order: { email: false } } },
        { push: { messages: false } },
        { push: { messageText: true } },
        { quietHours: { from: '22:00', to: '08:00' } },
      ]),
    );
  },
);
