import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EarningsView } from '#features/money/earnings/earnings-view.tsx';
import { everyDay } from '#features/money/earnings/daily-earnings.tsx';
import { periodDays } from '#components/base/ranges/ranges.ts';
import { parsePlace, toApiFilter, toUrlQuery } from '#features/money/earnings/query-params.ts';
import { changeText, formatUtcMonth, isUtcDay, plusMonths, utcDay } from '#lib/utc-days.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { typeDate } from '../../../setup/picking.ts';

const at = '2026-11-20T10:00:00.000Z';
const today = utcDay(new Date());
const fanId = '0195aa00-0000-7000-8000-000000000001';
const postId = '0195bb00-0000-7000-8000-000000000001';
const fan = aCard({ _id: fanId, name: 'Fay', username: 'fay', isPerformer: false, isVerified: false });
const stats = 'GET /performer/earning/stats';
const search = 'GET /performer/earning/search';
const tops = 'GET /performer/earning/tops';
const statement = 'GET /performer/earning/statement';

const sales = { gross: 2_000, commission: 400, net: 1_600, count: 1 };
const none = { gross: 0, commission: 0, net: 0, count: 0 };
const subscribers = { new: 3, renewed: 2, lost: 1 };
const answers: Replies = {
  [stats]: () => ({
    total: sales,
    sales,
    refunds: none,
    referrals: { ...none, gross: 55, net: 55, count: 2 },
    payouts: none,
    adjustments: none,
    bySource: [{ source: 'tip', ...sales }],
    byDay: [{ day: today, gross: 2_000, commission: 400, refunds: 0, net: 1_600, count: 1 }],
    subscribers,
    previous: {
      total: { ...sales, net: 800 },
      sales: { ...sales, gross: 1_000 },
      refunds: none,
      referrals: none,
      subscribers,
      from: at,
      to: at,
    },
    balance: { total: 1_600, available: 0, onHold: 1_600, setAside: 0, nextAvailableAt: at },
  }),
  [search]: () => ({
    data: [
      {
        _id: 'e1',
        source: 'tip',
        description: 'Tip to Lena',
        user: fan,
        item: null,
        ...sales,
        availableAt: at,
        createdAt: at,
      },
    ],
    total: 1,
    sums: { gross: 2_000, commission: 400, net: 1_600 },
    nextCursor: null,
  }),
  [tops]: () => ({
    users: [{ user: fan, ...sales }],
    items: [{ item: { kind: 'feed', _id: postId }, title: 'Glazes', ...sales }],
  }),
};
const open = (path = '/creator/earnings', more: Replies = {}) =>
  draw(<EarningsView />, {
    path,
    user: { isPerformer: true, name: 'Lena' },
    answers: { ...answers, ...more },
  });
const queriesOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { query: object }).query);
const lastOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  queriesOf(calls, route).at(-1);

describe('the URL', () => {
  const place = (query: Record<string, string>) => parsePlace(query, { today: '2026-03-09', zone: 'UTC' });
  it.each([
    [{}, '28', '2026-02-10', '2026-03-09'],
    [{ period: '7' }, '7', '2026-03-03', '2026-03-09'],
    [{ period: 'month' }, 'month', '2026-03-01', '2026-03-09'],
    [{ period: 'last' }, 'last', '2026-02-01', '2026-02-28'],
    [{ period: 'year' }, 'year', '2026-01-01', '2026-03-09'],
    [{ from: '2025-12-31', to: '2026-01-02' }, 'custom', '2025-12-31', '2026-01-02'],
    [{ from: '2026-02-30', to: '2026-03-01' }, '28', '2026-02-10', '2026-03-09'],
    [{ from: '2026-03-02', to: '2026-03-01', period: '8' }, '28', '2026-02-10', '2026-03-09'],
    [{ period: 'custom' }, '28', '2026-02-10', '2026-03-09'],
  ])('%j shows the right days', (query, ...shown) => {
    const { period, days } = place(query);
    expect([period, days.from, days.to]).toEqual(shown);
  });

  it('keeps every filter when parsed again, and ignores invalid values', () => {
    const query = {
      period: '90',
      source: 'tip',
      part: 'all',
      subscribers: 'lost',
      day: '2026-03-01',
      fan: fanId,
      item: `feed:${postId}`,
    };
    expect(toUrlQuery(place(query))).toEqual(query);
    expect(toUrlQuery(place({ from: '2026-01-01', to: '2026-01-02' }))).toEqual({
      from: '2026-01-01',
      to: '2026-01-02',
    });
    expect(
      toUrlQuery(
        place({
          source: 'toString',
          part: 'x',
          subscribers: 'x',
          day: '2020-01-01',
          fan: '1',
          item: 'feed:1',
        }),
      ),
    ).toEqual({ period: '28' });
    expect(toApiFilter(place(query))).toEqual({
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-02T00:00:00.000Z',
      source: 'tip',
      part: 'all',
      subscribers: 'lost',
      userId: fanId,
      itemKind: 'feed',
      itemId: postId,
    });
    expect(toApiFilter(place({ period: 'last' }))).toEqual({
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    });
  });

  it('has days of the creator’s zone, except in what a statement leads to', () => {
    const there = (query: Record<string, string>) =>
      parsePlace(query, { today: '2026-03-09', zone: 'America/Los_Angeles' });
    // Clocks change on March 8.
    expect(toApiFilter(there({ period: '7' }))).toEqual({
      from: '2026-03-03T08:00:00.000Z',
      to: '2026-03-10T07:00:00.000Z',
    });
    const ofStatement = { from: '2026-02-01', to: '2026-02-28', days: 'utc' };
    expect(toApiFilter(there(ofStatement))).toEqual({
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    });
    expect(toUrlQuery(there(ofStatement))).toEqual(ofStatement);
  });

  it('understands days and months', () => {
    expect([
      isUtcDay('2028-02-29'),
      isUtcDay('2027-02-29'),
      isUtcDay('1900-01-01'),
      isUtcDay('0202-01-01'),
      plusMonths('2026-01', -1),
      plusMonths('2026-12', 1),
      formatUtcMonth('2026-03'),
    ]).toEqual([true, false, true, false, '2025-12', '2027-01', 'March 2026']);
    expect(periodDays('last', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(
      everyDay([{ day: '2026-03-02', gross: 5, commission: 1, refunds: 0, net: 4, count: 1 }], {
        from: '2026-02-28',
        to: '2026-03-02',
      }).map(({ day, net }) => [day, net]),
    ).toEqual([
      ['2026-02-28', 0],
      ['2026-03-01', 0],
      ['2026-03-02', 4],
    ]);
    expect(everyDay([], { from: '2020-01-01', to: '2026-03-02' })).toHaveLength(400);
  });

  it('describes a change', () => {
    expect([
      changeText(150, 100, 30),
      changeText(50, 100, 30),
      changeText(7, 7, 1),
      changeText(7, 0, 30),
      changeText(7, undefined, 30),
      changeText(-150, -100, 7),
    ]).toEqual([
      '+50% vs. previous 30 days',
      '−50% vs. previous 30 days',
      'Same as previous day',
      'No activity in the previous 30 days',
      null,
      '−50% vs. previous 7 days',
    ]);
  });
});

describe('earnings', () => {
  it('show the figures with their change, and each payment with what was paid, kept and earned', async () => {
    await open();
    expect(
      (await screen.findByRole('link', { name: 'You earned: $16.00' })).closest('div')?.textContent,
    ).toContain('+100% vs. previous 28 days');
    expect(screen.getByRole('link', { name: 'New subscribers: 3' }).closest('div')?.textContent).toContain(
      'Same as previous 28 days',
    );
    const row = within((await screen.findByText('Tip')).closest('tr')!);
    expect(['$20.00', '$4.00', '$16.00', 'Fay'].map((text) => row.getByText(text).textContent)).toEqual([
      '$20.00',
      '$4.00',
      '$16.00',
      'Fay',
    ]);
    expect(row.queryByRole('link')).toBeNull();
    expect(screen.getByText('1 entry: fans paid $20.00, commission $4.00, you earned $16.00')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Glazes' }).getAttribute('href')).toBe(`/feeds/${postId}`);
  });

  it.each([
    ['Fans paid: $20.00', 'part=sales', { part: 'sales' }],
    ['Commission: $4.00', 'part=sales', { part: 'sales' }],
    ['Refunds: $0.00', 'part=refunds', { part: 'refunds' }],
    ['From referrals: $0.55', 'part=referrals', { part: 'referrals' }],
    ['Lost: 1', 'subscribers=lost', { subscribers: 'lost' }],
    ['Tips, you earned: $16.00', 'source=tip', { source: 'tip' }],
    ['Fay: $16.00', `fan=${fanId}`, { userId: fanId }],
    ['Glazes: $16.00', `item=feed%3A${postId}`, { itemKind: 'feed', itemId: postId }],
  ])('the figure "%s" leads to its rows and moves focus there', async (name, address, asked) => {
    const { hand, deps, went } = await open('/creator/earnings?period=7');
    const figure = await screen.findByRole('link', { name });
    expect(figure.getAttribute('href')).toBe(`/creator/earnings?period=7&${address}`);
    await hand.click(figure);
    expect(went.at(-1)).toBe(`/creator/earnings?period=7&${address}`);
    expect(document.activeElement?.id).toBe('earning-rows');
    await waitFor(() => expect(lastOf(deps.api.calls, search)).toMatchObject(asked));
  });

  it('a filter is removed with its chip, which names the person', async () => {
    const { hand, deps, went } = await open(`/creator/earnings?period=7&part=sales&fan=${fanId}`);
    await hand.click(await screen.findByRole('button', { name: 'Remove filter: Fay' }));
    expect(went.at(-1)).toBe('/creator/earnings?period=7&part=sales');
    await waitFor(() => expect(lastOf(deps.api.calls, search)).not.toHaveProperty('userId'));
    await hand.click(screen.getByRole('button', { name: 'Remove filter: Sales' }));
    expect(went.at(-1)).toBe('/creator/earnings?period=7');
    expect(screen.queryByRole('button', { name: /Remove filter/ })).toBeNull();
  });

  it('a custom range requires both days, and sorts them', async () => {
    const { hand, deps, went } = await open();
    await hand.click(await screen.findByRole('button', { name: 'Last month' }));
    expect(went.at(-1)).toBe('/creator/earnings?period=last');
    await hand.click(screen.getByRole('button', { name: 'Custom range' }));
    await typeDate(hand, 'Start date', '');
    expect(await screen.findByText('Choose a start and an end date.')).toBeTruthy();
    await typeDate(hand, 'Start date', '2026-03-09');
    await typeDate(hand, 'End date', 'Mar 5, 2026');
    expect(went.at(-1)).toBe('/creator/earnings?from=2026-03-05&to=2026-03-09');
    await waitFor(() =>
      expect(lastOf(deps.api.calls, stats)).toEqual({
        from: '2026-03-05T00:00:00.000Z',
        to: '2026-03-10T00:00:00.000Z',
      }),
    );
  });

  it('draw the days as bars with keyboard navigation, and as a table of the same figures', async () => {
    const { hand, went } = await open('/creator/earnings?period=7');
    const chart = await screen.findByRole('slider', { name: 'Your earnings by day' });
    expect([
      chart.getAttribute('aria-valuenow'),
      chart.getAttribute('aria-valuemax'),
      chart.getAttribute('aria-valuetext'),
    ]).toEqual(['7', '7', expect.stringContaining('$16.00')]);
    chart.focus();
    await hand.keyboard('{ArrowLeft}');
    expect(chart.getAttribute('aria-valuetext')).toContain('$0.00');
    await hand.keyboard('{End}{Enter}');
    expect(went.at(-1)).toBe(`/creator/earnings?period=7&day=${today}`);
    await hand.click(screen.getByRole('button', { name: 'Table' }));
    const table = within(await screen.findByRole('table', { name: 'Earnings by day' }));
    expect(table.getAllByRole('row')).toHaveLength(2);
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('say so if there are none, and what is wrong if loading fails', async () => {
    const empty = {
      total: none,
      sales: none,
      refunds: none,
      referrals: none,
      payouts: none,
      adjustments: none,
      bySource: [],
      byDay: [],
      subscribers: { new: 0, renewed: 0, lost: 0 },
      previous: null,
      balance: { total: 0, available: 0, onHold: 0, setAside: 0, nextAvailableAt: null },
    };
    await open('/creator/earnings', {
      [stats]: () => empty,
      [search]: () => ({ data: [], total: 0, sums: { gross: 0, commission: 0, net: 0 }, nextCursor: null }),
      [tops]: () => ({ users: [], items: [] }),
    });
    expect(await screen.findByText('No matching payments')).toBeTruthy();
    expect(await screen.findAllByText('No activity')).toHaveLength(2);
  });

  it('can be retried', async () => {
    const { hand, deps } = await open('/creator/earnings', {
      [stats]: () => {
        throw problem(500, { message: 'Something went wrong, please try again later' });
      },
    });
    await screen.findByText('Something went wrong, please try again later');
    deps.api.answer(answers);
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'You earned: $16.00' })).toBeTruthy();
  });
});

const parties = {
  site: {
    name: 'Limelight Media Ltd.',
    address: ['Harbor Street 1', 'Portland, OR'],
    taxNumber: '12-3456789',
  },
  performer: { name: 'Lena', address: [], taxNumber: '' },
};

const march: Replies = {
  [statement]: () => ({
    number: 'S-2026-03-K7Q3F-92XMA',
    currency: 'USD',
    ...parties,
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-04-01T00:00:00.000Z',
    isOpen: false,
    opening: 500,
    sales,
    refunds: { gross: -500, commission: -100, net: -400, count: 1 },
    referrals: none,
    payouts: { gross: -1_000, commission: 0, net: -1_000, count: 1 },
    adjustments: none,
    closing: 700,
    bySource: [
      { source: 'tip', ...sales },
      { source: 'refund', gross: -500, commission: -100, net: -400, count: 1 },
    ],
  }),
};

const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(blob);
  });

describe('files', () => {
  afterEach(() => vi.restoreAllMocks());
  it('contain every row of the filter, page after page, and every day', async () => {
    const texts: Promise<string>[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => (texts.push(textOf(blob)), 'blob:x'),
        revokeObjectURL: () => {},
      }),
    );
    const page = (id: string, nextCursor: string | null) => ({
      data: [
        {
          _id: id,
          source: 'tip' as const,
          description: 'Tip to Lena',
          user: fan,
          item: null,
          ...sales,
          availableAt: at,
          createdAt: at,
        },
      ],
      total: 2,
      sums: { gross: 4_000, commission: 800, net: 3_200 },
      nextCursor,
    });
    const { hand } = await open('/creator/earnings?period=7&source=tip', {
      [search]: ({ query }) => (query?.cursor ? page('e2', null) : page('e1', 'next')),
    });
    const [days, rows] = await screen.findAllByRole('button', { name: 'Download as CSV' });
    await hand.click(days!);
    await hand.click(rows!);
    await waitFor(() => expect(texts).toHaveLength(2));
    const [ofDays, ofRows] = await Promise.all(texts);
    expect(ofDays!.trim().split('\r\n')).toHaveLength(8);
    expect(ofDays).toContain(`${today},20,4,0,16,1`);
    expect(ofRows!.trim().split('\r\n').slice(1)).toEqual([
      `${at},Tip,Tips,Fay,20,4,16,${at},e1`,
      `${at},Tip,Tips,Fay,20,4,16,${at},e2`,
    ]);
  });

  it('of a statement have its number in each row, as the page has it', async () => {
    const texts: Promise<string>[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => (texts.push(textOf(blob)), 'blob:x'),
        revokeObjectURL: () => {},
      }),
    );
    const { hand, deps } = await open('/creator/earnings?month=2026-03', march);
    const paper = within(await screen.findByRole('article', { name: 'Statement for March 2026' }));
    const number = paper.getByText('Number').nextElementSibling?.textContent;
    await hand.click(screen.getByRole('button', { name: 'Download as CSV' }));
    await waitFor(() => expect(texts).toHaveLength(1));
    const [heads, ...rows] = (await texts[0]!).trim().split('\r\n');
    expect(heads).toMatch(/^\uFEFF?Statement,Date,/);
    expect(rows).toEqual([`${number},${at},Tip,Tips,Fay,20,4,16,${at},e1`]);
    // The page has asked for it already.
    expect(queriesOf(deps.api.calls, statement)).toHaveLength(1);
  });
});

describe('the statement of a month', () => {
  it('adds up from the opening balance to the closing one, each line linking to its rows', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    const { hand } = await open('/creator/earnings?month=2026-03', march);
    const lines = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .map((row) => within(row).getByRole('cell').textContent);
    expect(lines).toEqual(['$5.00', '$20.00', '−$4.00', '−$4.00', '$0.00', '$12.00', '−$10.00', '$7.00']);
    const cents = lines.map((text) => Math.round(Number(text.replace('$', '').replace('−', '-')) * 100));
    const [opening = 0, tips = 0, fee = 0, back = 0, referred = 0, net = 0, paid = 0, closing] = cents;
    expect([tips + fee + back + referred, opening + net + paid]).toEqual([net, closing]);
    expect(screen.getAllByRole('link', { name: '−$10.00' })[0]!.getAttribute('href')).toBe(
      '/creator/earnings?from=2026-03-01&to=2026-03-31&part=payouts&days=utc',
    );
    await hand.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });
  it('names both parties, and asks for an address that is missing', async () => {
    await open('/creator/earnings?month=2026-03', march);
    const paper = within(await screen.findByRole('article', { name: 'Statement for March 2026' }));
    for (const text of [
      'S-2026-03-K7Q3F-92XMA',
      'Apr 1, 2026',
      'Limelight Media Ltd.',
      'Harbor Street 1',
      'Tax number 12-3456789',
    ])
      expect(paper.getByText(text)).toBeTruthy();
    expect(paper.getByRole('link', { name: 'Add your address and tax number' }).getAttribute('href')).toBe(
      '/creator/account?tab=payouts#billing-details',
    );
  });
  it('links to the previous and next month', async () => {
    const { hand, deps, went } = await open('/creator/earnings?month=2026-03', march);
    await hand.click(await screen.findByRole('link', { name: 'February 2026' }));
    expect(went.at(-1)).toBe('/creator/earnings?month=2026-02');
    await waitFor(() => expect(lastOf(deps.api.calls, statement)).toEqual({ month: '2026-02' }));
  });
});

describe('the summary of a year', () => {
  const month = (name: string, closing: number) => ({
    month: name,
    number: `S-${name}-K7Q3F-92XMA`,
    isOpen: false,
    opening: closing - 1_600,
    sales,
    refunds: none,
    referrals: none,
    payouts: none,
    adjustments: none,
    closing,
  });
  const year: Replies = {
    'GET /performer/earning/year': () => ({
      currency: 'USD',
      ...parties,
      months: [month('2025-01', 1_600), month('2025-02', 3_200)],
      total: {
        opening: 0,
        sales: { gross: 4_000, commission: 800, net: 3_200, count: 2 },
        refunds: none,
        referrals: none,
        payouts: none,
        adjustments: none,
        closing: 3_200,
      },
    }),
  };
  it('lists its months, each linking to its statement, and their total', async () => {
    await open('/creator/earnings?year=2025', year);
    const table = within(await screen.findByRole('table', { name: 'Months of 2025' }));
    const rows = table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
    expect(rows).toEqual([
      ['January 2025', '$20.00', '−$4.00', '$0.00', '$0.00', '$16.00', '$0.00', '$16.00'],
      ['February 2025', '$20.00', '−$4.00', '$0.00', '$0.00', '$16.00', '$0.00', '$32.00'],
      ['Total', '$40.00', '−$8.00', '$0.00', '$0.00', '$32.00', '$0.00', '$32.00'],
    ]);
    expect(table.getByRole('link', { name: 'February 2025' }).getAttribute('href')).toBe(
      '/creator/earnings?month=2025-02',
    );
    expect(screen.getByRole('link', { name: '2026' }).getAttribute('href')).toBe(
      '/creator/earnings?year=2026',
    );
  });
  it('has a column for adjustments if there was one', async () => {
    const adjustments = { gross: 1_250, commission: 0, net: 1_250, count: 1 };
    await open('/creator/earnings?year=2025', {
      'GET /performer/earning/year': (input) => {
        const all = year['GET /performer/earning/year']!(input) as never as { total: object };
        return { ...all, total: { ...all.total, adjustments } } as never;
      },
    });
    const table = within(await screen.findByRole('table', { name: 'Months of 2025' }));
    expect(table.getByRole('columnheader', { name: 'Adjustments' })).toBeTruthy();
    expect(table.getByText('$12.50')).toBeTruthy();
  });
  it('leaves out months without any amounts, and says so', async () => {
    const empty = { ...month('2025-01', 0), opening: 0, sales: none };
    await open('/creator/earnings?year=2025', {
      'GET /performer/earning/year': (input) => {
        const all = year['GET /performer/earning/year']!(input) as never as { months: object[] };
        return { ...all, months: [empty, month('2025-02', 3_200)] } as never;
      },
    });
    const table = within(await screen.findByRole('table', { name: 'Months of 2025' }));
    expect(table.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['February 2025']);
    expect(screen.getByText('Months without any amounts are left out.')).toBeTruthy();
  });
  it('isn’t shown for what is no year', async () => {
    await open('/creator/earnings?year=19', year);
    expect(await screen.findByRole('heading', { level: 1, name: 'Earnings' })).toBeTruthy();
  });
});
