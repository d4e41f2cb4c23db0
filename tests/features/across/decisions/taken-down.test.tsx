import { configure, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Decision } from '#contract/across/decisions.ts';
import { AuctionPage } from '#features/trade/auctions/auction-page.tsx';
import { EditAuctionView } from '#features/trade/auctions/edit-auction-view.tsx';
import { PhotosView } from '#features/content/galleries/studio-photos-view.tsx';
import { Stage } from '#features/talk/live/watch/stage.tsx';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { aLiveAuction } from '../../../setup/factories/auctions.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { anOwnPhoto } from '../../../setup/factories/galleries.ts';
import { aStream } from '../../../setup/factories/streams.ts';

// Notices and dialogs are loaded lazily, which can take a while on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

const decision: Decision = {
  _id: 'd1',
  action: 'hide',
  state: 'in-force',
  targetType: 'auction',
  about: 'A signed print',
  href: null,
  ground: 'terms',
  rule: 'Rule 4',
  facts: 'The print is a copy.',
  reported: true,
  automated: false,
  until: null,
  decidedAt: '2026-11-20T10:00:00.000Z',
  endedAt: null,
  appealBy: '2027-05-20T10:00:00.000Z',
  appeal: null,
};
const taken: Drawn['answers'] = { 'GET /decisions/on/:type/:id': () => ({ decision }) };
const me = { _id: 'me', isPerformer: true } as const;
const cancelled = aLiveAuction({ state: 'cancelled', performer: aCard({ _id: 'me' }) });

/** The notice says why, and leads to the decision and its appeal. */
async function expectNotice(asked: readonly (readonly [string, unknown])[], target: object) {
  expect(await screen.findByText(/The print is a copy\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read the decision' }).getAttribute('href')).toBe(
    '/user/decisions/d1',
  );
  expect(asked.find(([route]) => route === 'GET /decisions/on/:type/:id')?.[1]).toMatchObject({
    params: target,
  });
}

it('the page where an auction would be edited', async () => {
  const { deps } = await draw(<EditAuctionView />, {
    user: me,
    path: '/creator/auctions/a1?id=a1',
    answers: { ...taken, 'GET /autions/:id/view': () => cancelled },
  });
  await expectNotice(deps.api.calls, { type: 'auction', id: 'a1' });
  expect(screen.getByText('It was canceled.')).toBeTruthy();
});

it('the page of an auction, for its creator alone', async () => {
  const answers = {
    ...taken,
    'GET /aution-item/search': () => ({ data: [], total: 0 }),
    'GET /autions/:id/view': () => cancelled,
  };
  const { deps, unmount } = await draw(<AuctionPage auction={cancelled} />, {
    user: me,
    path: '/auctions/a1',
    answers,
  });
  await expectNotice(deps.api.calls, { type: 'auction', id: 'a1' });
  unmount();
  const other = await draw(<AuctionPage auction={cancelled} />, {
    user: { _id: 'other' },
    path: '/auctions/a1',
    answers,
  });
  expect(await screen.findByText('This auction was canceled.')).toBeTruthy();
  expect(other.deps.api.routes()).not.toContain('GET /decisions/on/:type/:id');
});

it('the page of a stream, for its creator alone', async () => {
  const stream = aStream({ state: 'cancelled', performer: aCard({ _id: 'me' }) });
  const { deps, unmount } = await draw(<Stage stream={stream} isRemoved={false} />, {
    user: me,
    answers: taken,
  });
  await expectNotice(deps.api.calls, { type: 'stream', id: 's1' });
  unmount();
  const other = await draw(<Stage stream={stream} isRemoved={false} />, {
    user: { _id: 'other' },
    answers: taken,
  });
  expect(screen.getByText('This stream was canceled')).toBeTruthy();
  expect(other.deps.api.routes()).not.toContain('GET /decisions/on/:type/:id');
});

it('the dialog in which a photo is edited, and nothing for one that its creator archived', async () => {
  const photos = [anOwnPhoto('a', { state: 'archived' })];
  const open = async (answers: Drawn['answers']) => {
    const drawn = await draw(<PhotosView />, {
      user: me,
      path: '/creator/photos',
      answers: {
        'GET /performer/performer-assets/photos/search': () => ({ data: photos, total: 1, nextCursor: null }),
        ...answers,
      },
    });
    await drawn.hand.click(await screen.findByRole('button', { name: 'Actions for Photo a' }));
    await drawn.hand.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit photo' }));
    return { ...drawn, dialog };
  };
  const { deps, unmount } = await open(taken);
  await expectNotice(deps.api.calls, { type: 'photo', id: 'a' });
  unmount();
  const { dialog } = await open({ 'GET /decisions/on/:type/:id': () => ({ decision: null }) });
  expect(dialog.queryByText('Only you can see this')).toBeNull();
});
