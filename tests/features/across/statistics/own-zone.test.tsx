import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { notificationTypes } from '#config/notification-types.ts';
import type { NotificationSettings as Settings } from '#contract/people/notifications.ts';
import { TimeZoneField } from '#features/people/accounts/creator/time-zone-field.tsx';
import { NotificationSettings } from '#features/people/accounts/notification-settings.tsx';
import { StatisticsView } from '#features/across/statistics/statistics-view.tsx';
import { dayIn } from '#lib/zone-days.ts';
import { draw } from '../../../components/setup/draw.tsx';

// Loaded on demand in the product; imported here so that tests don't wait for it.
import '#ui/antd/select-control.tsx';

const put = 'PUT /users/time-zone';
const open = (timeZone: string | null, isPerformer = true) =>
  draw(<StatisticsView />, {
    path: '/creator/statistics?period=7',
    user: { isPerformer, name: 'Lena', username: 'lena', timeZone },
    answers: { [put]: () => ({ timeZone: 'Pacific/Tongatapu' }) },
  });

describe('the time zone of a creator’s days', () => {
  it('is taken from the browser when none is known, and the days are in it then', async () => {
    const { deps } = await open(null);
    expect(await screen.findByText(/Days begin at midnight in Pacific\/Tongatapu\.$/)).toBeDefined();
    const browser = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const sent = deps.api.calls.filter(([route]) => route === put).map(([, input]) => input);
    expect(sent).toEqual([expect.objectContaining({ body: { timeZone: browser, isGuess: true } })]);
    const asked = deps.api.calls.filter(([route]) => route === 'GET /performer/statistics').at(-1)?.[1];
    expect(asked).toMatchObject({ query: { to: dayIn('Pacific/Tongatapu', new Date()) } });
  });

  it('is left alone once it is known', async () => {
    const { deps } = await open('America/Los_Angeles');
    expect(await screen.findByText(/Days begin at midnight in America\/Los Angeles\.$/)).toBeDefined();
    expect(deps.api.calls.filter(([route]) => route === put)).toEqual([]);
  });

  it.each([true, false])(
    'is one choice, which figures and quiet hours follow (creator: %s)',
    async (isPerformer) => {
      const channels = Object.fromEntries(
        notificationTypes.map((type) => [type, { app: true, email: true, push: true }]),
      ) as Settings['channels'];
      const { deps, hand } = await draw(
        <>
          <TimeZoneField />
          <NotificationSettings isPerformer={isPerformer} />
          {isPerformer ? <StatisticsView /> : null}
        </>,
        {
          path: '/creator/statistics?period=7',
          user: { isPerformer, name: 'Lena', username: 'lena', timeZone: 'America/Los_Angeles' },
          answers: {
            [put]: ({ body }: { body?: unknown }) => ({ timeZone: (body as { timeZone: string }).timeZone }),
            'GET /notifications/push': () => ({ publicKey: null, devices: [] }),
            'GET /notifications/settings': () => ({
              channels,
              digest: 'daily',
              quietHours: { from: '22:00', to: '08:00' },
              push: { messages: true, messageText: false },
            }),
          },
        },
      );
      const link = await screen.findByRole('link', { name: 'Change time zone' });
      expect(link.getAttribute('href')).toBe(`/${isPerformer ? 'creator' : 'user'}/account#time-zone`);
      expect(link.parentElement?.textContent).toContain('Times are in your time zone, America/Los Angeles.');

      await hand.click(await screen.findByRole('combobox', { name: 'Time zone' }));
      await hand.keyboard('Tongatapu');
      await hand.click(await screen.findByTitle('Pacific/Tongatapu'));
      await waitFor(() =>
        expect(deps.api.calls.filter(([route]) => route === put).map(([, input]) => input)).toEqual([
          expect.objectContaining({ body: { timeZone: 'Pacific/Tongatapu', isGuess: false } }),
        ]),
      );
      await waitFor(() => expect(link.parentElement?.textContent).toContain('zone, Pacific/Tongatapu.'));
      if (!isPerformer) return;
      expect(await screen.findByText(/Days begin at midnight in Pacific\/Tongatapu\.$/)).toBeDefined();
      const asked = deps.api.calls.filter(([route]) => route === 'GET /performer/statistics').at(-1)?.[1];
      expect(asked).toMatchObject({ query: { to: dayIn('Pacific/Tongatapu', new Date()) } });
    },
  );

  it('is shown in the settings, with what it is for', async () => {
    const { deps } = await draw(<TimeZoneField />, {
      path: '/creator/account',
      user: { isPerformer: true, timeZone: 'Asia/Kathmandu' },
      answers: {},
    });
    expect(await screen.findByTitle('Asia/Kathmandu')).toBeDefined();
    expect(
      screen.getByText(
        /^Days in your earnings and statistics begin at midnight in this time zone, and your quiet hours/,
      ),
    ).toBeDefined();
    expect(deps.api.calls.filter(([route]) => route === put)).toEqual([]);
  });
});
