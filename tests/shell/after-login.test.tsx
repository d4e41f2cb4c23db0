import { act, screen, waitFor } from '@testing-library/react';
import Router from 'next/router';
import { beforeEach, expect, test, vi } from 'vitest';
import { LoginView } from '#features/people/auth/login-view.tsx';
import { RegisterView } from '#features/people/auth/register-view.tsx';
import { removeToken, storeToken } from '#lib/cookies.ts';
import { FollowButton } from '#components/people/creators/follow-button.tsx';
import type { Act } from '#components/people/auth/intent.ts';
import { saveIntent, readIntent } from '#components/people/auth/intent.ts';
import { loginFirst } from '#components/people/auth/login-first.ts';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { type OpenTask, closeTask, taskStore } from '#components/money/wallet/purchase-tasks.ts';
import { soldPost } from '#components/content/media-items/access-options.ts';
import { useAnnouncement } from '#components/base/lists/announcement.ts';
import { useAfterLogin } from '#shell/access/after-login.ts';
import { selectIsFollowed } from '#state/session/follow.ts';
import { selectSubscriptionModal } from '#state/session/subscription-modal.ts';
import type { Replies } from '../state/setup/fake-api.ts';
import { toastStore } from '#ui/overlays/toast.ts';
import { draw } from '../components/setup/draw.tsx';
import { aCard, aRow } from '../setup/factories/creators.ts';
import { aLockedPost } from '../setup/factories/posts.ts';

beforeEach(() => {
  localStorage.clear();
  removeToken();
  closeTask();
});

const lena = { _id: 'other', name: 'Lena' };
/** The page that the person returns to. */
function Page({ onResume }: { onResume?: (text: string | null) => void }) {
  useAfterLogin();
  useAnnouncement('bid/a1', (text) => onResume?.(text));
  return (
    <>
      <FollowButton performer={lena} isFollowed={false} />
      <PurchaseDialogs />
    </>
  );
}
const intentOf = (act: Act) => ({ why: 'go on', act });
async function comeBack(act: Act, answers: Replies = {}, onResume?: (text: string | null) => void) {
  const path = saveIntent(intentOf(act), '/lena?tab=photos#top');
  return draw(<Page {...(onResume && { onResume })} />, { path, answers });
}

test('a visitor who presses Follow is told why to log in or sign up, and returns to where it continues', async () => {
  const push = vi.fn(() => Promise.resolve(true));
  const { hand, unmount } = await draw(<Page />, { user: null, path: '/lena?tab=photos' });
  Object.assign(Router, { router: { asPath: '/lena?tab=photos', push } });
  await hand.click(screen.getByRole('button', { name: 'Follow Lena' }));
  const [login] = push.mock.calls[0] as unknown as [string];
  expect(login).toMatch(/^\/auth\/login\?from=%2Flena%3Ftab%3Dphotos%26then%3D\d+$/);
  unmount();
  const there = await draw(<LoginView />, { user: null, path: login });
  await screen.findByText('Log in to follow Lena.');
  const join = screen.getByRole('link', { name: 'Join' }).getAttribute('href')!;
  there.unmount();
  await draw(<RegisterView />, { user: null, path: join });
  await screen.findByText('Join to follow Lena.');
});

test('with a session nothing is stored, and there is no redirect', () => {
  storeToken('tok', 1);
  expect([loginFirst({ why: 'follow Lena' }), localStorage.length]).toEqual([true, 0]);
});

test('a follow is done once, and its token is removed from the URL', async () => {
  const { deps, state, went } = await comeBack(
    { do: 'follow', id: 'other', name: 'Lena' },
    { 'POST /follows/:id': () => ({ success: true }) as never },
  );
  await waitFor(() =>
    expect(deps.api.calls.filter(([route]) => route === 'POST /follows/:id')).toEqual([
      ['POST /follows/:id', expect.objectContaining({ params: { id: 'other' } })],
    ]),
  );
  expect([went, selectIsFollowed(state(), 'other', false), localStorage.length]).toEqual([
    ['/lena?tab=photos#top'],
    true,
    0,
  ]);
  expect(toastStore.read().map(({ text }) => text)).toEqual(['You’re following Lena.']);
});

test.each([['like'], ['bookmark']] as const)('a %s is done', async (action) => {
  const reaction = { objectType: 'feed', objectId: 'p1', action } as const;
  const { deps } = await comeBack(
    { do: 'react', reaction },
    {
      'POST /reactions': () =>
        ({
          objectType: 'feed',
          objectId: 'p1',
          isLiked: true,
          isBookmarked: false,
          counts: { likes: 1, comments: 0, bookmarks: 0 },
        }) as never,
    },
  );
  await waitFor(() =>
    expect(deps.api.calls.filter(([route]) => route === 'POST /reactions')).toEqual([
      ['POST /reactions', { body: reaction }],
    ]),
  );
});

test('subscribing opens its dialog with current prices; tipping opens its dialog', async () => {
  const { state, unmount } = await comeBack(
    { do: 'subscribe', performer: lena, type: 'monthly' },
    { 'GET /performers/:id': () => aRow({ _id: 'other', name: 'Lena', monthlyPrice: 1_234 }) as never },
  );
  await waitFor(() =>
    expect(selectSubscriptionModal(state())).toMatchObject({
      showModal: true,
      subscriptionType: 'monthly',
      performer: { _id: 'other', monthlyPrice: 1_234 },
    }),
  );
  unmount();
  await comeBack({ do: 'open', task: { kind: 'tip', performer: aCard() } });
  await waitFor(() => expect(taskStore.read()).toMatchObject({ kind: 'tip', performer: { _id: 'other' } }));
});

const purchase = (price: number) => ({
  price,
  access: {
    allowed: false,
    reason: 'locked' as const,
    routes: [{ need: 'purchase' as const, price, unit: 'token' as const }],
  },
});

test.each([
  ['a purchase', { kind: 'unlock', item: soldPost(aLockedPost()) }],
  ['one that an earlier version saved', { kind: 'unlock', post: aLockedPost() }],
])('%s of a post opens its dialog with the current price', async (_, task) => {
  await comeBack(
    { do: 'open', task: task as OpenTask },
    {
      'GET /user/feeds/:id': ({ params }) => aLockedPost({ _id: params.id, ...purchase(150) }),
    },
  );
  await waitFor(() =>
    expect(taskStore.read()).toMatchObject({
      kind: 'unlock',
      item: { kind: 'post', _id: 'p1', price: 150, inside: '8 photos · 2 videos · 3:12' },
    }),
  );
});

test('a purchase of a video that an earlier version saved opens its dialog', async () => {
  const item = { kind: 'video', _id: 'v1', price: 90, inside: '3:12', performer: aCard() };
  await comeBack({ do: 'open', task: { kind: 'unlock-item', item } as never });
  expect(await screen.findByRole('dialog', { name: 'Unlock this video' })).toBeTruthy();
});

test('a typed bid is back in its field', async () => {
  const resumed = vi.fn();
  await comeBack({ do: 'resume', key: 'bid/a1', text: '250' }, {}, resumed);
  await waitFor(() => expect(resumed.mock.calls).toEqual([['250']]));
});

test.each([
  ['a word that nobody kept', '/lena?then=12345'],
  ['a word of two days ago', 'old'],
])('%s does nothing and is removed from the URL', async (_, given) => {
  let path = given;
  if (given === 'old') {
    path = saveIntent(intentOf({ do: 'follow', id: 'other', name: 'Lena' }), '/lena');
    localStorage.setItem(
      'intent',
      JSON.stringify({
        ...(JSON.parse(localStorage.getItem('intent')!) as object),
        at: Date.now() - 49 * 3_600_000,
      }),
    );
  }
  const { deps, went } = await draw(<Page />, { path });
  await waitFor(() => expect(went).toEqual(['/lena']));
  await act(() => new Promise((resolve) => void setTimeout(resolve, 20)));
  expect(deps.api.routes()).not.toContain('POST /follows/:id');
});

test('someone still not logged in keeps it; the creator in question does nothing', async () => {
  const path = saveIntent(intentOf({ do: 'follow', id: 'other', name: 'Lena' }), '/lena');
  const visitor = await draw(<Page />, { user: null, path });
  expect([readIntent(path)?.why, visitor.went]).toEqual(['go on', []]);
  visitor.unmount();
  const { deps, went } = await draw(<Page />, { path, user: { _id: 'other' } });
  await waitFor(() => expect(went).toEqual(['/lena']));
  await act(() => new Promise((resolve) => void setTimeout(resolve, 20)));
  expect(deps.api.routes()).not.toContain('POST /follows/:id');
});
