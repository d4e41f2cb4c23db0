import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { taskStore } from '#components/money/wallet/purchase-tasks.ts';
import { CreatorHomeView } from '#features/across/creator-home/creator-home-view.tsx';
import type { CreatorHome } from '#services/money/earnings.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { draw } from '../../../components/setup/draw.tsx';

const route = 'GET /performer/home';
const at = '2026-11-20T10:00:00.000Z';
const postId = '0195bb00-0000-7000-8000-000000000001';
const none = { earned: 0, subscribers: 0, followers: 0 };
const fresh: CreatorHome = {
  todo: [],
  figures: {
    today: { ...none, from: '2026-11-20', to: '2026-11-20' },
    last: { ...none, from: '2026-10-24', to: '2026-11-20' },
    before: { ...none, from: '2026-09-26', to: '2026-10-23' },
  },
  newestSubscribers: [],
  bestPosts: [],
  nextPayout: {
    available: 0,
    minimum: 5_000,
    canRequest: false,
    from: null,
    blocks: [
      { code: 'no_method', message: 'Add a payout method first.', who: 'you', until: null, stops: 'request' },
    ],
    request: null,
  },
  scheduled: [],
  steps: (['picture', 'bio', 'price', 'post', 'payout_method', 'share'] as const).map((kind) => ({
    kind,
    isDone: kind === 'picture',
  })),
};
const full: CreatorHome = {
  todo: [
    { kind: 'orders_to_accept', count: 2, deadline: at, href: '/creator/orders?state=paid' },
    { kind: 'failed_payments', count: 1, deadline: at, href: '/creator/subscribers?state=past_due' },
    { kind: 'messages', count: 100, deadline: null, href: '/messages' },
  ],
  figures: {
    today: { ...fresh.figures.today, earned: 1_600, subscribers: 1, followers: 2 },
    last: { ...fresh.figures.last, earned: 30_000, subscribers: 12, followers: 20 },
    before: { ...fresh.figures.before, earned: 20_000, subscribers: 12, followers: 0 },
  },
  newestSubscribers: [
    { user: aCard({ name: 'Fay', username: 'fay', isPerformer: false }), type: 'monthly', startedAt: at },
  ],
  bestPosts: [{ _id: postId, title: 'Glazes', publishedAt: at, earned: 1_250, likes: 7 }],
  nextPayout: { available: 12_000, minimum: 5_000, canRequest: true, from: null, blocks: [], request: null },
  scheduled: [
    { kind: 'mass_message', _id: postId, title: 'To all', at, href: '/creator/broadcast' },
    { kind: 'post', _id: 'p2', title: null, at, href: '/creator/feeds/p2' },
  ],
  steps: null,
};
const open = (reply: () => CreatorHome | Promise<CreatorHome>) =>
  draw(<CreatorHomeView />, {
    path: '/creator',
    user: { isPerformer: true, name: 'Lena', username: 'lena' },
    answers: { [route]: reply },
  });
const part = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));
const hrefOf = (element: HTMLElement) => element.getAttribute('href');

describe('the creator’s home', () => {
  it('has its heading and a skeleton while it loads', async () => {
    await open(() => new Promise(() => {}));
    expect(screen.getByRole('heading', { level: 1, name: 'Creator home' })).toBeTruthy();
    expect(screen.getByText('Loading your home')).toBeTruthy();
  });

  it('says what failed, and loads again', async () => {
    let fails = true;
    const { hand } = await open(() => {
      if (fails) throw problem(500, { message: 'The site is having trouble.' });
      return full;
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The site is having trouble.');
    fails = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'To do' })).toBeTruthy();
  });

  it('is a checklist for a new creator', async () => {
    await open(() => fresh);
    const steps = await part('First steps');
    expect(steps.getByText('1 of 6 done')).toBeTruthy();
    expect(steps.queryByRole('link', { name: 'Add a profile picture' })).toBeNull();
    expect(steps.getByText('(done)')).toBeTruthy();
    expect(hrefOf(steps.getByRole('link', { name: 'Choose your price' }))).toBe(
      '/creator/account?tab=membership',
    );
    expect(hrefOf(steps.getByRole('link', { name: 'Publish your first post' }))).toBe('/creator/feeds/new');
    expect(screen.getAllByRole('region')).toHaveLength(1);
  });

  it('shares the creator’s own page', async () => {
    const { hand } = await open(() => fresh);
    await hand.click(await screen.findByRole('button', { name: 'Share' }));
    expect(taskStore.read()).toEqual({ kind: 'share', title: 'Lena', path: '/lena' });
  });

  it('leads from everything that waits to where it is done', async () => {
    await open(() => full);
    const todo = await part('To do');
    expect(todo.getAllByRole('link').map((link) => [link.textContent, hrefOf(link)])).toEqual([
      ['2 orders to accept', '/creator/orders?state=paid'],
      ['1 subscriber’s payment failed', '/creator/subscribers?state=past_due'],
      ['99+ conversations to answer', '/messages'],
    ]);
    expect(todo.getByText(/^By/).textContent).toContain('November 20, 2026');
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('leads from figures to their rows, and compares them', async () => {
    await open(() => full);
    const last = await part('Last 28 days');
    const earned = last.getByRole('link', { name: 'You earned: $300.00' });
    expect(hrefOf(earned)).toBe('/creator/earnings?from=2026-10-24&to=2026-11-20&part=earned');
    expect(last.getByText('+50% vs. previous 28 days')).toBeTruthy();
    expect(last.getByText('Same as previous 28 days')).toBeTruthy();
    expect(hrefOf(last.getByRole('link', { name: 'New subscribers: 12' }))).toBe('/creator/subscribers');
    const today = await part('Today');
    expect(hrefOf(today.getByRole('link', { name: 'You earned: $16.00' }))).toBe(
      '/creator/earnings?from=2026-11-20&to=2026-11-20&part=earned',
    );
  });

  it('shows people, posts, the payout and what is scheduled', async () => {
    await open(() => full);
    expect((await part('Newest subscribers')).getByText('Fay')).toBeTruthy();
    const posts = await part('Top posts');
    expect(hrefOf(posts.getByRole('link', { name: 'Glazes' }))).toBe(`/feeds/${postId}`);
    expect(hrefOf(posts.getByRole('link', { name: '$12.50' }))).toBe(
      `/creator/earnings?from=2026-10-24&to=2026-11-20&item=feed%3A${postId}`,
    );
    const payout = await part('Next payout');
    expect(hrefOf(payout.getByRole('link', { name: 'Request payout' }))).toBe('/creator/payouts/new');
    const scheduled = await part('Scheduled');
    expect(hrefOf(scheduled.getByRole('link', { name: 'Mass message: To all' }))).toBe('/creator/broadcast');
    expect(hrefOf(scheduled.getByRole('link', { name: 'Post' }))).toBe('/creator/feeds/p2');
  });

  it('says when a payout can be requested, and shows one in progress', async () => {
    const blocks = [
      {
        code: 'below_minimum' as const,
        message: 'The minimum payout is $50.00. $20.00 more is needed.',
        who: 'time' as const,
        until: at,
        stops: 'request' as const,
      },
    ];
    const later = { ...full.nextPayout, available: 3_000, canRequest: false, from: at, blocks };
    const { unmount } = await open(() => ({ ...full, nextPayout: later }));
    const payout = await part('Next payout');
    expect(payout.getByText(/\$20.00 more is needed/)).toBeTruthy();
    expect(payout.getByText(/will be available on/).textContent).toContain('November 20, 2026');
    unmount();
    const request = { _id: 'p1', amount: 12_000, state: 'pending' as const, createdAt: at };
    await open(() => ({ ...full, nextPayout: { ...later, request } }));
    const open_ = await part('Next payout');
    expect(hrefOf(open_.getByRole('link', { name: '$120.00' }))).toBe('/creator/payouts/p1');
    expect(open_.getByText(/Waiting for review/)).toBeTruthy();
  });

  it('says so when nothing waits', async () => {
    await open(() => ({ ...full, todo: [] }));
    expect((await part('To do')).getByText('Nothing is waiting for you.')).toBeTruthy();
  });
});
