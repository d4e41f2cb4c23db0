import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Subscriber } from '#contract/trade/subscriptions.ts';
import { SubscribersView } from '#features/trade/subscriptions/subscribers-view.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aSubscriber } from '../../../setup/factories/subscriptions.ts';

const list = 'GET /subscriptions/performer/search';
const note = 'PUT /subscriptions/performer/:id/note';
const listOf =
  (...data: Subscriber[]) =>
  () => ({ data, total: data.length });
const pinned = { 'GET /performer/pinned-views': () => ({ data: [] }) };
const open = (answers: Replies) =>
  draw(<SubscribersView />, {
    path: '/creator/subscribers',
    user: { isPerformer: true },
    answers: { ...pinned, ...answers },
  });
const queries = (calls: readonly (readonly [string, unknown])[]) =>
  calls.filter(([name]) => name === list).map(([, input]) => (input as { query: object }).query);

describe('subscribers', () => {
  it('show what they pay, their offer, whether they renew, their revenue and the note', async () => {
    await open({ [list]: listOf(aSubscriber({ note: 'Likes glazes' })) });
    const row = within((await screen.findByText('Fay')).closest('tr')!);
    for (const text of [
      '$9.99',
      '30% off the first period',
      'Nov 20, 2026',
      'On',
      'Renews on Dec 20, 2026',
      '$23.97',
      'Likes glazes',
    ])
      expect(row.getByText(text)).toBeTruthy();
    // Fans have no page to link to.
    expect(row.queryByRole('link')).toBeNull();
  });

  it('are filtered, searched and sorted', async () => {
    let fans = [aSubscriber()];
    const { hand, deps, went } = await open({ [list]: () => listOf(...fans)() });
    const sorts = async (head: string) => {
      await hand.click(await screen.findByRole('button', { name: head }));
      return (queries(deps.api.calls).at(-1) as { sort?: string }).sort;
    };
    expect([await sorts('Since'), await sorts('Earned')]).toEqual(['longest', 'spend']);
    fans = [];
    await hand.click(screen.getByRole('button', { name: 'Free' }));
    expect(await screen.findByText('No matching subscribers')).toBeTruthy();
    await hand.type(screen.getByLabelText('Search your subscribers'), 'fay');
    await waitFor(() =>
      expect(queries(deps.api.calls).at(-1)).toMatchObject({ type: 'free', sort: 'spend', q: 'fay' }),
    );
    await hand.click(screen.getByRole('button', { name: 'Expired' }));
    await waitFor(() => expect(queries(deps.api.calls).at(-1)).toMatchObject({ state: 'expired', q: 'fay' }));
    expect(queries(deps.api.calls).at(-1)).not.toHaveProperty('type');
    expect(went.at(-1)).toBe('/creator/subscribers?sort=spend&q=fay&state=expired');
    // What is left is a view to pin.
    expect(screen.getByRole('button', { name: 'Pin this view' })).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'All' }));
    expect(went.at(-1)).toBe('/creator/subscribers?sort=spend&q=fay');
  });

  it('begin with the filters of the URL', async () => {
    const { deps } = await draw(<SubscribersView />, {
      path: '/creator/subscribers?state=past_due',
      user: { isPerformer: true },
      answers: { ...pinned, [list]: listOf(aSubscriber()) },
    });
    await waitFor(() => expect(queries(deps.api.calls).at(-1)).toMatchObject({ state: 'past_due' }));
    expect(screen.getByRole('button', { name: 'Payment failed' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('also with the kind, the words and the order', async () => {
    const { deps } = await draw(<SubscribersView />, {
      path: '/creator/subscribers?type=free&q=fay&sort=longest',
      user: { isPerformer: true },
      answers: { ...pinned, [list]: listOf(aSubscriber()) },
    });
    await waitFor(() =>
      expect(queries(deps.api.calls)).toEqual([
        expect.objectContaining({ type: 'free', q: 'fay', sort: 'longest' }),
      ]),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Search your subscribers').value).toBe('fay');
    expect(screen.getByRole('button', { name: 'Free' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('if there are none: says what attracts the first', async () => {
    await open({ [list]: listOf() });
    expect(await screen.findByText('No subscribers yet')).toBeTruthy();
  });

  it('a note can be written; if saving fails, the input stays', async () => {
    let tries = 0;
    const { hand, deps } = await open({
      [list]: listOf(aSubscriber()),
      [note]: () => {
        tries += 1;
        if (tries === 1) throw problem(500, { message: 'Something went wrong, please try again later' });
        return { _id: 's1', note: 'Met at the fair' };
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'More options for Fay' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Add note' }));
    const field = await screen.findByLabelText('Note');
    await hand.type(field, 'Met at the fair');
    await hand.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Something went wrong, please try again later')).toBeTruthy();
    expect((field as HTMLTextAreaElement).value).toBe('Met at the fair');
    await hand.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deps.api.calls.findLast(([name]) => name === note)?.[1]).toMatchObject({
      params: { id: 's1' },
      body: { note: 'Met at the fair' },
    });
  });

  it('link to their payments, and to a message', async () => {
    const { hand, deps } = await open({
      [list]: listOf(aSubscriber()),
      'POST /conversations': () => {
        throw problem(403, { message: 'You can’t write to Fay.' });
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'More options for Fay' }));
    expect((await screen.findByRole('menuitem', { name: 'View payments' })).getAttribute('href')).toMatch(
      /^\/creator\/earnings\?from=2020-01-01&to=\d{4}-\d\d-\d\d&fan=fan$/,
    );
    await hand.click(screen.getByRole('menuitem', { name: 'Send message' }));
    await waitFor(() =>
      expect(deps.api.calls.find(([name]) => name === 'POST /conversations')?.[1]).toEqual({
        body: { source: 'user', sourceId: 'fan' },
      }),
    );
  });

  it('are exported to one file, every page of them, as filtered', async () => {
    const many = Array.from({ length: 130 }, (_, index) =>
      aSubscriber({ _id: `s${index}`, note: index === 0 ? '=1+1' : '' }),
    );
    const kept: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      kept.push(blob as Blob);
      return 'blob:x';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    const { hand } = await open({
      [list]: ({ query }) => ({
        data: many.slice(Number(query?.offset ?? 0), Number(query?.offset ?? 0) + Number(query?.limit ?? 25)),
        total: 130,
      }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Download as CSV' }));
    await waitFor(() => expect(kept).toHaveLength(1));
    const lines = (await kept[0]!.text()).trim().split('\r\n');
    expect([lines.length, lines[0]?.includes('Fan,Username,Status')]).toEqual([131, true]);
    expect(lines[1]).toBe(
      "Fay,fay,active,monthly,9.99,2026-11-20T10:00:00.000Z,2026-12-20T10:00:00.000Z,true,23.97,30% off the first period,'=1+1",
    );
  });

  it('say what went wrong and can be retried', async () => {
    const { hand, deps } = await open({
      [list]: () => {
        throw problem(500, { message: 'Something went wrong, please try again later' });
      },
    });
    await screen.findByText('Something went wrong, please try again later');
    deps.api.answer({ [list]: listOf(aSubscriber()) });
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Fay')).toBeTruthy();
  });
});
