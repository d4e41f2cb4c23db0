import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TimeZoneField } from '#features/accounts/creator/time-zone-field.tsx';
import { StatisticsView } from '#features/statistics/statistics-view.tsx';
import { dayIn } from '#lib/zones/zone-days.ts';
import { draw } from '../../components/setup/draw.tsx';

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

  it('is shown in the settings, with what it is for', async () => {
    const { deps } = await draw(<TimeZoneField />, {
      path: '/creator/account',
      user: { isPerformer: true, timeZone: 'Asia/Kathmandu' },
      answers: {},
    });
    expect(await screen.findByTitle('Asia/Kathmandu')).toBeDefined();
    expect(
      screen.getByText(/Days in your earnings and statistics begin at midnight in this time zone\./),
    ).toBeDefined();
    expect(deps.api.calls.filter(([route]) => route === put)).toEqual([]);
  });
});
