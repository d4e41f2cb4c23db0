import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Auction } from '#contract/trade/auctions.ts';
import {
  auctionErrors,
  toAuctionBody,
  emptyAuction,
  toPickerValue,
  parsePickerValue,
  toAuctionValues,
} from '#features/trade/auctions/auction-values.ts';
import { EditAuctionView } from '#features/trade/auctions/edit-auction-view.tsx';
import { StudioAuctionsView } from '#features/trade/auctions/studio-auctions-view.tsx';
import type { Replies } from '../../../state/setup/fake-api.ts';
import { aLiveAuction, anAuction } from '../../../setup/factories/auctions.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { draw } from '../../../components/setup/draw.tsx';

const hour = 3_600_000;

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});

describe('the studio', () => {
  const me = { _id: 'me', isPerformer: true } as const;
  const own = (more: Partial<Auction> = {}) => aLiveAuction({ performer: aCard({ _id: 'me' }), ...more });
  const now = Date.parse('2026-03-02T09:00:00Z');
  const images = { count: 1, busy: false, failed: false };
  const typed = { ...emptyAuction(now), title: 'A print', startPrice: '20' };

  it.each([
    ['all is well', typed, images, {}],
    [
      'nothing at all',
      emptyAuction(now),
      { ...images, count: 0 },
      {
        title: 'Enter a title.',
        images: 'Add at least one picture.',
        startPrice: 'Enter a price from 1 token to 100,000 tokens.',
      },
    ],
    [
      'a reserve below the start',
      { ...typed, hasReserve: true, reservePrice: '10' },
      images,
      { reservePrice: 'The reserve can’t be lower than the starting price.' },
    ],
    [
      'an end that has passed',
      { ...typed, endAt: toPickerValue(new Date(now - hour)) },
      images,
      { endAt: 'Run the auction for at least 1 minute.' },
    ],
    [
      'an end too far off',
      { ...typed, endAt: toPickerValue(new Date(now + 40 * 24 * hour)) },
      images,
      { endAt: 'Choose an end within 30 days of the start.' },
    ],
    [
      'no beginning',
      { ...typed, startsLater: true, startAt: '' },
      images,
      { startAt: 'Choose a start time.' },
    ],
    [
      'a beginning too far off',
      { ...typed, startsLater: true, startAt: toPickerValue(new Date(now + 100 * 24 * hour)) },
      images,
      { startAt: 'Choose a start within 90 days.' },
    ],
    [
      'a picture that failed',
      typed,
      { ...images, failed: true },
      { images: 'A picture couldn’t be uploaded. Try again or remove it.' },
    ],
  ])('%s', (...[, values, pictures, expected]) =>
    expect(auctionErrors(values, pictures, now)).toEqual(expected),
  );

  it('times are sent in UTC and come back as they were typed', () => {
    const values = {
      ...typed,
      startsLater: true,
      startAt: '2026-03-05T18:30',
      endAt: '2026-03-09T20:00',
      hasReserve: true,
      reservePrice: '50',
    };
    const body = toAuctionBody(values, ['f1'], null);
    expect(body).toMatchObject({
      startAt: new Date('2026-03-05T18:30').toISOString(),
      endAt: new Date('2026-03-09T20:00').toISOString(),
      reservePrice: 50,
      startPrice: 20,
      imageIds: ['f1'],
    });
    const kept = anAuction({
      ...body,
      title: 'A print',
      state: 'scheduled',
      startAt: body.startAt!,
      effectiveEndAt: body.endAt,
      reservePrice: 50,
      description: '',
    });
    expect(toAuctionValues(kept)).toMatchObject({
      startsLater: true,
      startAt: '2026-03-05T18:30',
      endAt: '2026-03-09T20:00',
      hasReserve: true,
      reservePrice: '50',
    });
    expect(toAuctionBody({ ...typed, hasReserve: false, reservePrice: '5' }, [], null)).not.toHaveProperty(
      'startAt',
    );
    expect(parsePickerValue('')).toBeNull();
  });

  it('an edit sends the start only if it changed; a removed delay means now', () => {
    const before = anAuction({ state: 'scheduled', startAt: new Date('2026-03-05T18:30:20').toISOString() });
    const values = { ...toAuctionValues(before), title: 'Another print' };
    expect(toAuctionBody(values, [], before)).not.toHaveProperty('startAt');
    expect(toAuctionBody({ ...values, startAt: '2026-03-06T18:30' }, [], before).startAt).toBe(
      new Date('2026-03-06T18:30').toISOString(),
    );
    expect(
      Date.parse(toAuctionBody({ ...values, startsLater: false }, [], before).startAt ?? ''),
    ).toBeGreaterThan(Date.parse(before.createdAt));
    expect(
      toAuctionBody({ ...values, startsLater: false }, [], { ...before, state: 'live' }),
    ).not.toHaveProperty('startAt');
  });

  it("lists the creator's auctions, and cancels one without bids after confirmation", async () => {
    const { hand, deps } = await draw(<StudioAuctionsView />, {
      user: me,
      path: '/creator/auctions',
      answers: {
        'GET /autions/users/:id': () => ({
          data: [own(), own({ _id: 'a2', title: 'A jar', bidCount: 3, currentPrice: 50 })],
          total: 2,
        }),
        'DELETE /autions/:id': () => ({ success: true }),
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Actions for “A jar”' }));
    expect(screen.queryByRole('menuitem', { name: 'Cancel' })).toBeNull();
    await hand.keyboard('{Escape}');
    await hand.click(screen.getByRole('button', { name: 'Actions for “A signed print”' }));
    await hand.click(screen.getByRole('menuitem', { name: 'Cancel' }));
    await hand.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel auction' }),
    );
    await waitFor(() =>
      expect(deps.api.calls.find(([route]) => route === 'DELETE /autions/:id')?.[1]).toMatchObject({
        params: { id: 'a1' },
      }),
    );
  });

  it('edits one before the first bid, and explains why not after it', async () => {
    const answers: Replies = {
      'GET /autions/:id/view': () => own(),
      'GET /countries/list': () => ({ data: [], total: 0 }),
      'PUT /autions/:id': () => own(),
    };
    const first = await draw(<EditAuctionView />, {
      user: me,
      path: '/creator/auctions/a1?id=a1',
      answers: { ...answers, 'GET /autions/:id/view': () => own({ bidCount: 1, currentPrice: 20 }) },
    });
    expect(await screen.findByText(/It already has bids/)).toBeTruthy();
    first.unmount();
    const other = await draw(<EditAuctionView />, {
      user: me,
      path: '/creator/auctions/a1?id=a1',
      answers: { ...answers, 'GET /autions/:id/view': () => aLiveAuction() },
    });
    expect(await screen.findByText('Auction not found')).toBeTruthy();
    other.unmount();
    const { hand, deps } = await draw(<EditAuctionView />, {
      user: me,
      path: '/creator/auctions/a1?id=a1',
      answers,
    });
    await hand.type(await screen.findByLabelText('Title'), ', signed');
    await hand.click(screen.getByRole('button', { name: 'Save changes' }));
    // An auction can't be saved without a picture.
    expect(screen.getByText('Add at least one picture.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('type')).toBe('file');
    expect(deps.api.routes()).not.toContain('PUT /autions/:id');
  });
});
