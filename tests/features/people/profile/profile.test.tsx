import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProfilePage, loadProfile } from '#features/people/profile/profile-page.tsx';
import type { Performer } from '#contract/people/creators.ts';
import { live } from '#state/live/live-events.ts';
import { selectSubscriptionModal } from '#state/session/subscription-modal.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aPerformer } from '../../../setup/factories/creators.ts';
import { anOwnSubscription } from '../../../setup/factories/subscriptions.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { aPost, sentWith } from '../../../setup/factories/posts.ts';

// The empty state is loaded lazily, which can take a while on a busy machine.
configure({ asyncUtilTimeout: 5_000 });
afterEach(() => vi.unstubAllGlobals());

const sent = sentWith([aPost()]);
const onePost = { data: [aPost()], total: 1, nextCursor: null };

describe('a profile', () => {
  it("renders from the page's data, without another request for a visitor", async () => {
    const { deps } = await draw(<ProfilePage performer={aPerformer()} {...sent} />, {
      user: null,
      path: '/lena',
    });
    expect(screen.getByRole('heading', { level: 1, name: /Lena/ })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Published in the last 30 days' }).textContent).toBe(
      '8 included2 sold separately',
    );
    expect(screen.getByRole('tab', { name: /Posts/ }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(deps.api.routes()).toEqual([]);
  });

  it('fetches its cover before the pictures of posts, which are further down', async () => {
    const cover = '/media/public/c/1280.webp';
    await draw(<ProfilePage performer={aPerformer({ cover })} {...sent} />, { user: null, path: '/lena' });
    const urgency = (image: Element) =>
      `${image.getAttribute('fetchpriority')} ${image.getAttribute('loading')}`;
    expect(urgency(document.querySelector('img[src*="/public/c/"]')!)).toBe('high eager');
    expect(urgency(document.querySelector(`img[src="${aFile().url}"]`)!)).toBe('null lazy');
  });

  it('shows pronouns beside the username', async () => {
    await draw(<ProfilePage performer={aPerformer({ pronouns: 'she/they' })} {...sent} />, {
      user: null,
    });
    expect(screen.getByText('she/they').parentElement?.textContent).toBe('@lenashe/they');
  });

  it('under a former username, corrects the address and keeps the filters', async () => {
    const lena = aPerformer({ username: 'lena' });
    const load = (profileId: string) =>
      loadProfile({
        api: { call: async (route: string) => (route === 'GET /performers/:id' ? lena : onePost) } as never,
        query: { profileId, type: 'photo' },
      });
    expect(await load('lena-before')).toEqual({ redirect: '/lena?type=photo' });
    for (const name of ['lena', 'Lena', lena._id])
      expect(await load(name)).toMatchObject({ performer: lena });
    const { went } = await draw(<ProfilePage />, {
      user: null,
      path: '/lena-before?profileId=lena-before&type=photo',
      answers: { 'GET /performers/:id': () => lena, 'GET /user/feeds': () => onePost },
    });
    await waitFor(() => expect(went[0]).toBe('/lena?type=photo'));
  });

  it('is loaded with the offers to whoever can take one', async () => {
    const load = async (performer: Performer) => {
      const asked: string[] = [];
      const call = async (route: string) => {
        asked.push(route);
        return route === 'GET /performers/:id' ? performer : onePost;
      };
      const loaded = await loadProfile({ api: { call } as never, query: { profileId: performer._id } });
      return { loaded, asked: asked.includes('GET /promotions/performer/:id') };
    };
    expect(await load(aPerformer({ hasOffer: true }))).toMatchObject({
      loaded: { offers: onePost },
      asked: true,
    });
    for (const other of [{ hasOffer: false }, { hasOffer: true, isSubscribed: true }])
      expect((await load(aPerformer(other))).asked).toBe(false);
  });

  it("offers a subscription with the creator's prices", async () => {
    const { hand, store } = await draw(<ProfilePage performer={aPerformer()} {...sent} />, {
      path: '/lena',
      answers: { 'GET /performers/:id': () => aPerformer(), 'GET /user/feeds': () => onePost },
    });
    // In the card, or at the bottom of a narrow screen; one of the two is shown.
    expect(screen.getAllByRole('button', { name: 'Subscribe' })).toHaveLength(2);
    const card = within(screen.getByRole('region', { name: 'Subscription' }));
    await hand.click(card.getByRole('button', { name: 'Subscribe' }));
    expect(selectSubscriptionModal(store.getState())).toMatchObject({
      showModal: true,
      performer: { _id: 'other', monthlyPrice: 999 },
      subscriptionType: 'monthly',
    });
  });

  it('offers a subscriber who doesn’t follow to be notified of new posts', async () => {
    const own = aPerformer({ isSubscribed: true, subscription: anOwnSubscription() });
    const answers = {
      'GET /performers/:id': () => own,
      'GET /user/feeds': () => onePost,
      'GET /follows/:id/notifications': () => ({ posts: false }),
      'PUT /follows/:id/notifications': ({ body }: { body: { posts: boolean } }) => body,
    };
    const { hand, deps } = await draw(<ProfilePage performer={own} {...sent} />, {
      path: '/lena',
      answers,
    });
    const bell = () => screen.getByRole('button', { name: 'Notify me of new posts by Lena' });
    await hand.click(bell());
    await waitFor(() => expect(bell().getAttribute('aria-pressed')).toBe('false'));
    await hand.click(bell());
    await waitFor(() => expect(bell().getAttribute('aria-pressed')).toBe('true'));
    expect(deps.api.routes()).toContain('PUT /follows/:id/notifications');
  });

  it('tells a subscriber what they have, until when and what it costs, and offers nothing they have', async () => {
    const subscription = anOwnSubscription({ price: 899, paid: 499 });
    const own = aPerformer({ isSubscribed: true, subscription, hasOffer: true });
    await draw(<ProfilePage performer={own} {...sent} />, { path: '/lena' });
    const card = screen.getByRole('region', { name: 'Subscription' });
    expect(card.textContent).toContain('$8.99 a month');
    expect(card.textContent).toContain(
      'You paid $4.99 for this period. Renews on Dec 20, 2026 for $8.99 a month.',
    );
    expect(screen.queryByRole('button', { name: /^(Subscribe|Follow)/ })).toBeNull();
  });

  it('has no notifications to turn on for someone who neither follows nor subscribes', async () => {
    await draw(<ProfilePage performer={aPerformer()} {...sent} />, { path: '/lena' });
    expect(screen.queryByRole('button', { name: /Notify me/ })).toBeNull();
  });

  it('shows one type of post at a time, and says if there are none', async () => {
    const { hand } = await draw(<ProfilePage performer={aPerformer()} {...sent} />, {
      user: null,
      path: '/lena',
      answers: {
        'GET /performers/:id': () => aPerformer(),
        'GET /user/feeds': ({ query }) =>
          query?.type === 'poll' ? { data: [], total: 0, nextCursor: null } : onePost,
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Polls' }));
    expect(await screen.findByText('No polls yet')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Show all posts' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  });

  it('offers its owner to edit instead, and says that approval is pending', async () => {
    await draw(<ProfilePage performer={aPerformer({ _id: 'me', isVerified: false })} {...sentWith([])} />, {
      user: { isPerformer: true },
      path: '/lena',
    });
    expect(await screen.findByText('Your profile is waiting for approval')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Edit profile' })).getAttribute('href')).toBe(
      '/creator/account',
    );
    for (const name of ['Subscribe', 'Tip Lena', 'Message Lena', 'Follow Lena'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('opens the conversation on Message', async () => {
    const { hand, deps } = await draw(<ProfilePage performer={aPerformer()} {...sent} />, {
      path: '/lena',
      answers: {
        'POST /conversations': () => {
          throw problem(403, { message: 'You can’t write to Lena.' });
        },
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Message Lena' }));
    expect(deps.api.calls.find(([route]) => route === 'POST /conversations')?.[1]).toEqual({
      body: { source: 'performer', sourceId: 'other' },
    });
  });

  it('shows what a purchase in another tab unlocks', async () => {
    const { store } = await draw(<ProfilePage performer={aPerformer()} {...sent} />, {
      path: '/lena',
      answers: {
        'GET /performers/:id': () => aPerformer({ isSubscribed: true, subscription: anOwnSubscription() }),
        'GET /user/feeds': () => ({ data: [aPost({ text: 'For subscribers' })], total: 1, nextCursor: null }),
        'GET /streaming/user/search': () => ({ data: [], total: 0 }),
      },
    });
    expect(screen.getAllByRole('button', { name: 'Subscribe' })).toHaveLength(2);
    act(() => void store.dispatch(live['access/changed']({ performerId: 'other' })));
    expect(await screen.findByText('For subscribers')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull());
  });

  it('goes on where the server’s first posts end, asking for no others', async () => {
    const first = { ...onePost, total: 2, nextCursor: 'p1' };
    const watched = new Map<Element, () => void>();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly tell: (entries: object[]) => void;
        constructor(tell: (entries: object[]) => void) {
          this.tell = tell;
        }
        observe = (target: Element) =>
          void watched.set(target, () => this.tell([{ target, isIntersecting: true }]));
        unobserve = (target: Element) => void watched.delete(target);
        disconnect = () => {};
      },
    );
    const { deps } = await draw(
      <ProfilePage performer={aPerformer()} {...sent} posts={{ ...sent.posts, first }} />,
      {
        user: null,
        path: '/lena',
        answers: {
          'GET /user/feeds': () => ({
            data: [aPost(), aPost({ _id: 'p2', text: 'Evening glaze' })],
            total: 2,
            nextCursor: null,
          }),
        },
      },
    );
    expect(deps.api.routes()).toEqual([]);
    act(() => watched.forEach((comeNear) => comeNear()));
    expect(screen.getByRole('list', { name: 'Posts by Lena' }).getAttribute('aria-busy')).toBe('true');
    expect(await screen.findByText('Evening glaze')).toBeTruthy();
    expect(deps.api.routes()).toEqual(['GET /user/feeds']);
  });

  it('loads by itself if the page came without data', async () => {
    await draw(<ProfilePage />, {
      user: null,
      path: '/x?profileId=lena',
      answers: { 'GET /performers/:id': () => aPerformer(), 'GET /user/feeds': () => onePost },
    });
    expect(await screen.findByRole('heading', { level: 1, name: /Lena/ })).toBeTruthy();
    expect(await screen.findByRole('article')).toBeTruthy();
  });

  it("says if the person doesn't exist", async () => {
    await draw(<ProfilePage />, {
      user: null,
      path: '/x?profileId=nobody',
      answers: {
        'GET /performers/:id': () => {
          throw problem(404);
        },
      },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile not found' })).toBeTruthy();
  });
});

describe('a profile’s posts', () => {
  it('are searchable, optionally by type; no results says so, with a way back', async () => {
    const performer = aPerformer({ name: 'Ana' });
    const { hand, deps } = await draw(<ProfilePage performer={performer} {...sent} />, {
      answers: {
        'GET /performers/:id': () => performer,
        'GET /user/feeds': ({ query }) => ({
          data:
            query?.q === 'celadon'
              ? [aPost({ _id: 'p2', text: 'Celadon tiles' })]
              : query?.q
                ? []
                : [aPost()],
          total: 1,
          nextCursor: null,
        }),
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Search Ana’s posts' }));
    const box = await screen.findByRole('searchbox', { name: 'Search Ana’s posts' });
    expect(document.activeElement).toBe(box);
    await hand.keyboard('celadon');
    expect(await screen.findByText('Celadon tiles')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Photos' }));
    await waitFor(() =>
      expect(
        deps.api.calls.some(
          ([route, input]) =>
            route === 'GET /user/feeds' &&
            JSON.stringify(input).includes('"type":"photo"') &&
            JSON.stringify(input).includes('"q":"celadon"'),
        ),
      ).toBe(true),
    );
    await hand.clear(box);
    await hand.type(box, 'nowhere');
    expect(await screen.findByText('No results for “nowhere”')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Show all posts' }));
    expect(await screen.findByText('Morning glaze')).toBeTruthy();
  });

  it.each([
    ['videos', 'GET /performer-assets/videos/search'],
    ['photos', 'GET /performer-assets/photos/:performerId'],
    ['galleries', 'GET /performer-assets/galleries/search'],
    ['products', 'GET /performer-assets/products/search'],
  ] as const)('the tab of %s is searched from the line of the tabs', async (what, route) => {
    const performer = aPerformer({ name: 'Ana' });
    const { counts } = performer;
    const { hand, deps, went } = await draw(
      <ProfilePage
        performer={{
          ...performer,
          auctions: 1,
          counts: { ...counts, singleVideos: 1, singlePhotos: 1, galleries: 1, products: 1 },
        }}
        {...sent}
      />,
      {
        path: `/lena?tab=${what}`,
        answers: { [route]: () => ({ data: [], total: 0, nextCursor: null }) },
      },
    );
    await hand.click(await screen.findByRole('button', { name: `Search Ana’s ${what}` }));
    const box = await screen.findByRole('searchbox', { name: `Search Ana’s ${what}` });
    expect(document.activeElement).toBe(box);
    await hand.keyboard('zebra');
    expect(await screen.findByText(`No ${what} found`)).toBeTruthy();
    expect(deps.api.calls.findLast(([asked]) => asked === route)?.[1]).toMatchObject({
      query: { q: 'zebra' },
    });
    expect(went.at(-1)).toContain('q=zebra');
    // What was looked for in one tab isn't in another, and auctions can't be searched.
    await hand.click(screen.getByRole('tab', { name: /Auctions/ }));
    expect(went.at(-1)).not.toContain('q=');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Search Ana/ })).toBeNull();
  });
});
