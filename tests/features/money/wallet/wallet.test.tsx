import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StatementView } from '#features/money/wallet/statement-view.tsx';
import { toApiFilter } from '#features/money/wallet/use-history-filter.ts';
import { WalletView } from '#features/money/wallet/wallet-view.tsx';
import type { SpendCap, SpendCaps, Statement, WalletRow } from '#contract/money/wallet.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aSavedCard } from '../../../setup/factories/payments.ts';
import { draw, keysOf } from '../../../components/setup/draw.tsx';
import { choose } from '../../../setup/picking.ts';
import { aSpendCap, aWalletRow } from '../../../setup/factories/wallet.ts';

const at = '2026-11-20T10:00:58.000Z';
const lenaId = '0197c6a0-0000-7000-8000-000000000001';
const lena = aCard({ _id: lenaId });
const charges = 'GET /wallet/charges/search';
const transactions = 'GET /payment/transactions/user/search';
const queriesOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { query: object }).query);
const lastOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  queriesOf(calls, route).at(-1);

const someCaps = (data: SpendCap[] = []): SpendCaps => ({
  data,
  spent: 1_200,
  month: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
  raiseHours: 24,
});
const answersWith = (rows: WalletRow[], more: Replies = {}): Replies => ({
  [charges]: () => ({ data: rows, total: rows.length, nextCursor: null }),
  [transactions]: () => ({ data: [], total: 0, nextCursor: null }),
  'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
  'GET /wallet/balance': () => ({ balance: 380, held: 0, bids: [], requests: [], privateStreams: [] }),
  'GET /wallet/caps': () => someCaps(),
  'GET /package/token/search': () => ({ data: [], total: 0 }),
  'GET /wallet/statements': () => ({
    data: [{ _id: lenaId, performer: lena, count: 3, tokens: 120, money: 1_599, lastAt: at }],
    total: 1,
  }),
  ...more,
});
const wallet = (rows: WalletRow[] = [aWalletRow()], more: Replies = {}, path = '/user/wallet') =>
  draw(
    <>
      <WalletView />
      <Toaster />
    </>,
    { path, user: { balance: 380 }, answers: answersWith(rows, more) },
  );

describe('the balance', () => {
  const bids = [{ auctionId: 'a1', title: 'A print', tokens: 20, endsAt: at }];
  const requests = [{ conversationId: 'c1', name: 'Lena', tokens: 20, expiresAt: at }];
  const privateStreams = [{ streamId: 's1', name: 'Lena', tokens: 20 }];

  it.each([
    [{ bids }, 'held for bids', '/user/bids'],
    [{ requests }, 'held for requests', '/messages'],
    [{ privateStreams }, 'held for a stream', '/live/private/s1'],
    [{ bids, requests }, 'on hold', '/user/bids'],
    [{ bids, privateStreams }, 'on hold', '/live/private/s1'],
  ])('is shown in tokens and money, with what is held: %j', async (holds, purpose, href) => {
    const none = { bids: [], requests: [], privateStreams: [] };
    await wallet([], {
      'GET /wallet/balance': () => ({ balance: 380, held: 20, ...none, ...holds }),
    });
    expect(screen.getByTestId('balance').textContent).toBe('380 tokens');
    expect(screen.getByText('$19.00')).toBeTruthy();
    const link = await screen.findByRole('link', { name: purpose });
    expect(link.closest('p')!.textContent).toBe(`And 20 tokens ($1.00) ${purpose}`);
    expect(link.getAttribute('href')).toBe(href);
  });
});

describe('the history', () => {
  it.each([
    [{}, '/feeds/p1'],
    [{ opens: { kind: 'order' as const, _id: 'o1' } }, '/user/orders/o1'],
    [{ opens: { kind: 'conversation' as const, _id: 'c1' } }, '/messages/c1'],
    [{ opens: { kind: 'performer' as const, _id: lenaId } }, '/lena'],
    [{ opens: { kind: 'performer' as const, _id: lenaId }, performer: null }, `/${lenaId}`],
    [{ opens: { kind: 'receipt' as const, _id: 't1' } }, '/user/receipts/t1'],
    [{ opens: { kind: 'auction' as const, _id: 'a1' } }, '/auctions/a1'],
    [{ opens: { kind: 'stream' as const, _id: 's1' } }, '/live/s1'],
    [{ opens: { kind: 'private-stream' as const, _id: 's1' } }, '/live/private/s1'],
    [{ opens: null }, null],
  ])('a row links to what it paid for: %j', async (changes, href) => {
    await wallet([aWalletRow(changes)]);
    const what = await screen.findByText('Post by Lena: Glazes');
    expect(what.closest('a')?.getAttribute('href') ?? null).toBe(href);
  });

  it('is filtered by the URL, which also stores the selection', async () => {
    const { hand, deps, went } = await wallet(
      [],
      {},
      `/user/wallet?kind=tip&creator=${lenaId}&from=2026-11-01&to=2026-11-20&q=Glaze`,
    );
    await waitFor(() =>
      expect(lastOf(deps.api.calls, charges)).toMatchObject({
        kind: 'tip',
        performerId: lenaId,
        from: new Date(2026, 10, 1).toISOString(),
        to: new Date(2026, 10, 21).toISOString(),
        q: 'Glaze',
      }),
    );
    expect(await screen.findByText('No transactions match your filters.')).toBeTruthy();
    await hand.selectOptions(screen.getByLabelText('Type'), 'Top-ups');
    expect(went.at(-1)).toBe(
      `/user/wallet?kind=top_up&creator=${lenaId}&from=2026-11-01&to=2026-11-20&q=Glaze`,
    );
    await hand.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(went.at(-1)).toBe('/user/wallet');
    expect(await screen.findByText('No transactions yet')).toBeTruthy();
  });

  it('ignores invalid values in the URL', () => {
    expect(
      toApiFilter({ kind: 'toString', creator: 'lena', from: 'yesterday', to: '2026-13-45', q: '' }, ['tip']),
    ).toEqual({});
  });

  it.each(['0002-11-20', '0020-11-20', '0202-11-20', '20261-11-20', '2026-02-30'])(
    'asks for no rows of %s, as a date picker calls it while a date is typed',
    (day) => {
      expect(toApiFilter({ kind: '', creator: '', from: day, to: day, q: '' }, ['tip'])).toEqual({});
    },
  );

  it('lists the creators who were paid, to choose from', async () => {
    const { hand, deps } = await wallet();
    await choose(hand, 'Creator', 'Lena');
    await waitFor(() => expect(lastOf(deps.api.calls, charges)).toMatchObject({ performerId: lenaId }));
  });

  it('shows refunds on both rows', async () => {
    await wallet([
      aWalletRow({
        _id: 'w2',
        kind: 'refund',
        description: 'Refund: Post',
        tokens: 120,
        refundOf: { _id: 'w1', createdAt: '2026-11-18T10:00:00.000Z' },
      }),
      aWalletRow({ refundedAt: at }),
    ]);
    expect(await screen.findByText('Refund for payment on Nov 18, 2026')).toBeTruthy();
    expect(screen.getByText('Refunded on Nov 20, 2026')).toBeTruthy();
  });

  it('is exported with every row, page after page', async () => {
    const made: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => (made.push(blob), 'blob:1'),
        revokeObjectURL: () => {},
      }),
    );
    const { hand, deps } = await wallet([aWalletRow()], {
      [charges]: ({ query }) =>
        query?.cursor === '2'
          ? { data: [aWalletRow({ _id: 'w2', description: '=Tip, "big"' })], total: 2, nextCursor: null }
          : { data: [aWalletRow()], total: 2, nextCursor: '2' },
    });
    await hand.click(await screen.findByRole('button', { name: 'Download as CSV' }));
    await waitFor(() => expect(made).toHaveLength(1));
    const lines = (await made[0]!.text()).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe(`${at},feed,Post by Lena: Glazes,Lena,-120,380,,w1`);
    expect(lines[2]).toContain(`"'=Tip, ""big"""`);
    expect(lastOf(deps.api.calls, charges)).toMatchObject({ cursor: '2', limit: 100 });
  });

  it('says what went wrong, and can be retried', async () => {
    const { hand, deps } = await wallet([], {
      [charges]: () => {
        throw problem(500, { message: 'Something went wrong, please try again later' });
      },
    });
    expect(await screen.findByText('Something went wrong, please try again later')).toBeTruthy();
    deps.api.answer(answersWith([aWalletRow()]));
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Post by Lena: Glazes')).toBeTruthy();
  });
});

describe('a tip in the history', () => {
  const undo = 'POST /wallet/charges/:id/undo';
  const fresh = () =>
    aWalletRow({
      _id: 't1',
      kind: 'tip',
      description: 'Tip to Lena',
      tokens: -100,
      undoUntil: new Date(Date.now() + 42_000).toISOString(),
    });

  it('can be undone while its seconds run', async () => {
    const { hand, deps } = await wallet([fresh()], {
      [undo]: () => ({ _id: 'r1', tokens: 100, balance: 480, createdAt: at }),
    });
    const button = await screen.findByRole('button', { name: /^Undo\s*the Tip to Lena/ });
    expect(button.textContent).toMatch(/4[12] s$/);
    await hand.click(button);
    expect(await screen.findByText('Tip undone. 100 tokens ($5.00) are back in your wallet.')).toBeTruthy();
    expect(deps.api.calls.find(([name]) => name === undo)?.[1]).toMatchObject({ params: { id: 't1' } });
    expect(screen.getByTestId('balance').textContent).toBe('480 tokens');
  });

  it("that couldn't be undone says why; a lost request is repeated with its key", async () => {
    let tries = 0;
    const { hand, deps } = await wallet([fresh()], {
      [undo]: () => {
        tries += 1;
        if (tries === 1) throw problem(0, { code: 'offline', message: 'You’re offline.' });
        throw problem(409, {
          code: 'conflict',
          message: 'You can undo a tip for 60 seconds after you send it.',
        });
      },
    });
    await hand.click(await screen.findByRole('button', { name: /^Undo\s*the Tip to Lena/ }));
    await hand.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('You can undo a tip for 60 seconds after you send it.')).toBeTruthy();
    expect(new Set(keysOf(deps.api.calls, undo)).size).toBe(1);
  });

  it('offers nothing once they are over', async () => {
    await wallet([
      aWalletRow({
        kind: 'tip',
        description: 'Tip to Lena',
        undoUntil: new Date(Date.now() - 1_000).toISOString(),
      }),
    ]);
    await screen.findByText('Tip to Lena');
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });
});

describe('spending limits', () => {
  const put = 'PUT /wallet/caps';
  const section = async () =>
    within((await screen.findByRole('heading', { name: 'Spending limits' })).closest('section')!);

  it('show how much is used, what is left until when, and what changes later', async () => {
    await wallet([], {
      'GET /wallet/caps': () =>
        someCaps([
          aSpendCap({
            next: { amount: 8_000, at: new Date(Date.now() + 5 * 3_600_000 + 60_000).toISOString() },
          }),
          aSpendCap({ performer: lena, amount: 0, spent: 0, left: 0 }),
        ]),
    });
    const part = await section();
    const bar = await part.findByRole('progressbar', { name: 'Spent this month for all creators' });
    expect(bar.getAttribute('aria-valuenow')).toBe('24');
    expect(bar.closest('li')!.textContent).toContain('$12.00 of $50.00 spent, $38.00 left until Dec 1, 2026');
    expect(part.getByText('Changes to $80.00 in 5 h')).toBeTruthy();
    expect(
      part.getByRole('progressbar', { name: 'Spent this month for Lena' }).getAttribute('aria-valuenow'),
    ).toBe('100');
  });

  it('are set in total or for one creator; the input stays if it fails', async () => {
    let refused = true;
    const { hand, deps } = await wallet([], {
      [put]: () => {
        if (refused) throw problem(500, { message: 'Something went wrong, please try again later' });
        return someCaps([aSpendCap({ performer: lena, amount: 2_050 })]);
      },
    });
    const part = await section();
    await hand.click(await part.findByRole('button', { name: 'Set limit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Save limit' }));
    expect(dialog.getByText('Enter an amount like 50.00.')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Monthly limit'));
    await hand.selectOptions(
      dialog.getByLabelText('Applies to'),
      await dialog.findByRole('option', { name: 'Lena' }),
    );
    await hand.type(dialog.getByLabelText('Monthly limit'), '20.50');
    await hand.click(dialog.getByRole('button', { name: 'Save limit' }));
    expect(await dialog.findByText('Something went wrong, please try again later')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Monthly limit').value).toBe('20.50');
    refused = false;
    await hand.click(dialog.getByRole('button', { name: 'Save limit' }));
    expect(await screen.findByText('Your new limit: $20.50 a month.')).toBeTruthy();
    expect(deps.api.calls.findLast(([name]) => name === put)?.[1]).toMatchObject({
      body: { amount: 2_050, performerId: lenaId },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("are removed with a day's delay, and say so first", async () => {
    const { hand, deps } = await wallet([], {
      'GET /wallet/caps': () => someCaps([aSpendCap()]),
      [put]: () => someCaps([aSpendCap({ next: { amount: null, at } })]),
    });
    const part = await section();
    await hand.click(await part.findByRole('button', { name: /^Remove\s*the limit for all creators$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('It still applies for 24 hours to give you time to reconsider.')).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Remove limit' }));
    expect(await screen.findByText('The limit will end in 24 hours.')).toBeTruthy();
    expect(deps.api.calls.findLast(([name]) => name === put)?.[1]).toMatchObject({ body: { amount: null } });
  });

  it('take effect later if raised', async () => {
    const { hand } = await wallet([], {
      'GET /wallet/caps': () => someCaps([aSpendCap()]),
      [put]: () => someCaps([aSpendCap({ next: { amount: 9_000, at } })]),
    });
    await hand.click(
      await (await section()).findByRole('button', { name: /^Change\s*the limit for all creators$/ }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await hand.clear(dialog.getByLabelText('Monthly limit'));
    await hand.type(dialog.getByLabelText('Monthly limit'), '90{Enter}');
    expect(await screen.findByText('$90.00 a month takes effect in 24 hours.')).toBeTruthy();
  });
});

describe('a creator’s statement', () => {
  const route = 'GET /wallet/statement/:id';
  const aStatement = (changes: Partial<Statement> = {}): Statement => ({
    performer: lena,
    since: '2026-10-02T10:00:00.000Z',
    total: { count: 4, tokens: 33, money: 1_164 },
    kinds: [
      { kind: 'subscription', count: 1, tokens: 0, money: 999 },
      { kind: 'refund', count: 1, tokens: -40, money: -200 },
    ],
    months: [
      { month: '2026-11', count: 3, tokens: 0, money: 999 },
      { month: '2026-10', count: 1, tokens: 33, money: 165 },
    ],
    ...changes,
  });
  const show = (answers: Replies) =>
    draw(<StatementView />, {
      path: `/user/statements/x?id=${lenaId}`,
      answers: {
        [charges]: () => ({ data: [aWalletRow()], total: 1, nextCursor: null }),
        [transactions]: () => ({ data: [], total: 0, nextCursor: null }),
        ...answers,
      },
    });
  beforeEach(() =>
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    ),
  );
  afterEach(() => vi.unstubAllGlobals());

  it('sums by kind and month, with the rows beneath', async () => {
    const { deps } = await show({ [route]: () => aStatement() });
    expect(await screen.findByRole('heading', { name: 'Statement: Lena', level: 1 })).toBeTruthy();
    const rowOf = (text: string) => screen.getByText(text).closest('tr')!.textContent;
    expect(rowOf('Subscriptions')).toContain('$9.99');
    expect(rowOf('Refunds')).toContain('−$2.00');
    expect(rowOf('November 2026')).toContain('$9.99');
    expect(rowOf('October 2026')).toContain('33 tokens');
    expect(screen.getByText('$11.64')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Post by Lena: Glazes' })).getAttribute('href')).toBe(
      '/feeds/p1',
    );
    expect(await screen.findByText('No card payments')).toBeTruthy();
    expect([lastOf(deps.api.calls, charges), lastOf(deps.api.calls, transactions)]).toMatchObject([
      { performerId: lenaId },
      { performerId: lenaId },
    ]);
  });

  it('of one who was never paid says so; of an unknown one, that there is none', async () => {
    const { unmount } = await show({
      [route]: () =>
        aStatement({ since: null, total: { count: 0, tokens: 0, money: 0 }, kinds: [], months: [] }),
    });
    expect(await screen.findByText('You haven’t paid Lena anything yet')).toBeTruthy();
    unmount();
    await show({
      [route]: () => {
        throw problem(404, {
          code: 'not_found',
          message: 'We couldn’t find that. It may have been removed.',
        });
      },
    });
    expect(await screen.findByRole('heading', { name: 'Statement not found', level: 1 })).toBeTruthy();
  });

  it('is linked from the wallet', async () => {
    await wallet([], {}, '/user/wallet?show=creators');
    const link = await screen.findByRole('link', { name: /^Statement\s*of Lena$/ });
    expect([link.getAttribute('href'), link.closest('tr')!.textContent]).toEqual([
      `/user/statements/${lenaId}`,
      expect.stringContaining('$15.99'),
    ]);
  });
});
