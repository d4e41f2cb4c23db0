import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { parsePlace, toUrlQuery } from '#features/across/statistics/place.ts';
import { StatisticsView } from '#features/across/statistics/statistics-view.tsx';
import { axisLabel, isUnfinished, shortLabel } from '#features/across/statistics/points.ts';
import { todayInUtc } from '#components/base/ranges/ranges.ts';
import { formatUtcDay, plusDays } from '#lib/utc-days.ts';
import type { Audience, Statistics, ViewSources } from '#services/across/statistics.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';

vi.mock('uplot', () => ({ default: class {} }));

const nobody = { new: 0, renewed: 0, lost: 0, net: 0 };
const zero = { views: 0, viewers: 0, followers: 0, earned: 0, subscribers: nobody };
const empty: Statistics = {
  since: null,
  totals: { ...zero, profileViews: 0 },
  previous: { ...zero, profileViews: 0, from: '2026-09-01', to: '2026-09-30' },
  step: 'day',
  series: [{ ...zero, day: '2026-10-01', previous: null }],
};
const full: Statistics = {
  since: '2026-09-15',
  totals: {
    views: 1_234,
    viewers: 400,
    profileViews: 90,
    followers: 7,
    earned: 12_345,
    subscribers: { new: 5, renewed: 3, lost: 2, net: 3 },
  },
  previous: { ...zero, views: 617, profileViews: 0, from: '2026-09-01', to: '2026-09-30' },
  step: 'day',
  series: [
    { ...zero, views: 1_000, day: '2026-10-01', previous: { ...zero, views: 600 } },
    { ...zero, views: 234, day: '2026-10-02', previous: null },
  ],
};
const counted: Statistics = {
  ...full,
  series: [
    {
      ...zero,
      day: '2026-10-01',
      subscribers: { new: 5, renewed: 3, lost: 7, net: -2 },
      previous: null,
    },
  ],
};
const people: Audience = {
  now: { subscribers: 12, monthlyRevenue: 12_000 },
  before: { subscribers: 10, monthlyRevenue: 10_000 },
  churn: 12.5,
  lifetimeValue: null,
  cohorts: [{ month: '2026-08', joined: 4, kept: [100, 75] }],
  hours: Array.from({ length: 168 }, (_, at) => (at === 40 ? 9 : 0)),
};
const sources: ViewSources = [{ source: 'link', ref: 'newsletter', views: 30, previous: 10 }];
const open = (path: string, answers: Record<string, unknown>) =>
  draw(<StatisticsView />, {
    path,
    user: { isPerformer: true, name: 'Lena', username: 'lena' },
    answers: Object.fromEntries(Object.entries(answers).map(([route, reply]) => [route, () => reply])),
  });
const at = '/creator/statistics';
const range = 'from=2026-10-01&to=2026-10-30';

describe('statistics', () => {
  it('says when figures begin, and what to do, while there are none', async () => {
    await open(at, { 'GET /performer/statistics': empty });
    expect(await screen.findByText(/start with the first view/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New post' })).toBeTruthy();
  });

  it('shows totals with their change; each opens its rows', async () => {
    await open(`${at}?${range}`, { 'GET /performer/statistics': full });
    const views = await screen.findByRole('link', { name: 'Views: 1,234' });
    expect(views.getAttribute('href')).toContain('tab=content');
    expect(screen.getByText(/\+100% vs. previous 30 days/)).toBeTruthy();
    expect(screen.getByText(/counted since Sep 15, 2026/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^New subscribers/ }).getAttribute('href')).toContain(
      'subscribers=new',
    );
    expect(screen.getByRole('link', { name: /^You earned/ }).getAttribute('href')).toContain('part=earned');
    const table = screen.getByRole('table', { name: 'Figures over time', hidden: true });
    expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(3);
  });

  it('shows who stays, and when people come', async () => {
    await open(`${at}?tab=audience&${range}`, {
      'GET /performer/statistics': full,
      'GET /performer/statistics/audience': people,
    });
    expect(await screen.findByText('12.5%')).toBeTruthy();
    expect(screen.getByText(/Available once someone has left/)).toBeTruthy();
    expect(screen.getByRole('row', { name: /August 2026 4 100% 75%/ })).toBeTruthy();
    expect(screen.getByText(/Most views are on/)).toBeTruthy();
  });

  it('draws new, renewed, lost or net subscribers', async () => {
    const { hand } = await open(`${at}?tab=audience&${range}`, {
      'GET /performer/statistics': counted,
      'GET /performer/statistics/audience': people,
    });
    expect(await screen.findByRole('img', { name: /^Net subscribers over time/ })).toBeTruthy();
    const choice = within(screen.getByRole('group', { name: 'Subscribers' }));
    for (const [figure, name, sum] of [
      ['New', 'New subscribers', 5],
      ['Renewed', 'Renewals', 3],
      ['Lost', 'Lost subscribers', 7],
      ['Net', 'Net subscribers', '−2'],
    ] as const) {
      choice.getByRole('button', { name: figure }).focus();
      await hand.keyboard('{Enter}');
      const chart = await screen.findByRole('img', { name: new RegExp(`^${name} over time`) });
      expect(choice.getByRole('button', { name: figure }).getAttribute('aria-pressed')).toBe('true');
      expect(chart.parentElement?.textContent).toContain(`This period: ${sum}`);
    }
    const table = screen.getByRole('table', { name: 'Subscribers over time', hidden: true });
    expect(
      within(table)
        .getAllByRole('columnheader', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['Day', 'New', 'Renewed', 'Lost', 'Net']);
    expect(within(table).getByRole('row', { name: /Oct 1, 2026 5 3 7 −2/, hidden: true })).toBeTruthy();
  });

  it('offers them on the overview, too', async () => {
    const { hand } = await open(`${at}?${range}`, { 'GET /performer/statistics': counted });
    await hand.click(await screen.findByRole('button', { name: 'Subscribers' }));
    await hand.click(await screen.findByRole('button', { name: 'Lost' }));
    expect(await screen.findByRole('img', { name: /^Lost subscribers over time/ })).toBeTruthy();
  });

  it('says that today isn’t over', async () => {
    const today = todayInUtc();
    const yesterday = plusDays(today, -1);
    const series = [
      { ...zero, views: 20, day: yesterday, previous: null },
      { ...zero, views: 3, day: today, previous: null },
    ];
    await open(at, { 'GET /performer/statistics': { ...full, series } });
    expect((await screen.findByText(/^Today so far/)).textContent).toBe('Today so far: 3');
    const rows = within(screen.getByRole('table', { name: 'Figures over time', hidden: true }));
    expect(rows.getAllByText(/so far/)).toHaveLength(1);
    expect(rows.getByText(`${formatUtcDay(today)} (so far)`)).toBeTruthy();
  });

  it('says nothing of the kind about days that are over', async () => {
    const series = [{ ...zero, views: 20, day: '2026-10-01', previous: null }];
    await open(`${at}?from=2026-10-01&to=2026-10-01`, { 'GET /performer/statistics': { ...full, series } });
    await screen.findByRole('img', { name: /^Views over time/ });
    expect(screen.queryByText(/so far/)).toBeNull();
  });

  it('shows where people come from, and says why when it can’t', async () => {
    await open(`${at}?tab=sources&${range}`, { 'GET /performer/statistics/sources': sources });
    expect(await screen.findByText('Link: newsletter')).toBeTruthy();
    expect(screen.getByText('100%')).toBeTruthy();
  });

  it('offers to try again', async () => {
    await draw(<StatisticsView />, {
      path: at,
      user: { isPerformer: true, name: 'Lena', username: 'lena' },
      answers: {
        'GET /performer/statistics': () => {
          throw problem(500, { message: 'Not now' });
        },
      },
    });
    expect(await screen.findByText('Not now')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

it('keeps the whole state of the page in its address', () => {
  const today = '2026-10-30';
  const query = { tab: 'content', metric: 'subscribers', subscribers: 'lost', step: 'week', period: '90' };
  expect(toUrlQuery(parsePlace(query, today))).toEqual(query);
  expect(
    parsePlace({ tab: 'x', metric: 'y', subscribers: 'v', step: 'z', item: 'nonsense' }, today),
  ).toMatchObject({
    tab: 'overview',
    metric: 'views',
    move: 'net',
    step: 'day',
    item: undefined,
  });
});

// 2026-11-27 is a Friday.
it.each([
  { step: 'day', day: '2026-11-27', to: '2026-11-27', is: true },
  { step: 'day', day: '2026-11-26', to: '2026-11-27', is: false },
  { step: 'week', day: '2026-11-23', to: '2026-11-27', is: true },
  { step: 'week', day: '2026-11-16', to: '2026-11-27', is: false },
  // The range begins on Sunday, with the last day of a week.
  { step: 'week', day: '2026-11-22', to: '2026-11-27', is: false },
  { step: 'month', day: '2026-11-01', to: '2026-11-27', is: true },
  { step: 'month', day: '2026-10-05', to: '2026-11-27', is: false },
  // Nothing is added to a range that ended before today.
  { step: 'month', day: '2026-11-01', to: '2026-11-26', is: false },
] as const)('knows whether the $step from $day is over, in a range up to $to', ({ step, day, to, is }) => {
  expect(isUnfinished(step, { to, today: '2026-11-27' })({ day })).toBe(is);
});

it('shortens months, with their year if they are of two', () => {
  const points = (...days: string[]) => days.map((day) => ({ ...zero, day, previous: null }));
  expect(axisLabel('2026-11-01', 'month')).toBe('November 2026');
  expect(shortLabel('2026-11-01', 'month', points('2026-10-05', '2026-11-01'))).toBe('Nov');
  expect(shortLabel('2026-11-01', 'month', points('2025-12-01', '2026-11-01'))).toBe('Nov 2026');
  expect(shortLabel('2026-11-09', 'week', points('2026-11-09'))).toBe('Nov 9');
});
