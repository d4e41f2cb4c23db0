import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HelpPage, SitePostPage, loadHelpPage, loadSitePost } from '#features/base/site/site-post-page.tsx';
import { SitePostsPage } from '#features/base/site/site-posts-page.tsx';
import type { Api } from '#services/http/api.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { structuredData } from '#shell/pages/structured-data.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aSitePost } from '../../../setup/factories/site.ts';

const post = aSitePost();

it("shows what the operator wrote, from the page's data", async () => {
  await draw(<SitePostPage sitePost={post} />, { user: null });
  expect(screen.getByRole('heading', { level: 1, name: 'Terms' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Be kind' })).toBeTruthy();
  expect(screen.getByText(/^Last updated on Feb 3, 2026$/)).toBeTruthy();
});

const answering = (asked: unknown[]): Api =>
  ({
    call: (route: string, input: unknown) => {
      asked.push([route, input]);
      return Promise.resolve(post);
    },
  }) as unknown as Api;

it('isn’t taken for a creator’s post by what the document says to search engines', async () => {
  const props = await loadSitePost({ api: answering([]), query: { id: 'terms' } });
  expect(structuredData(props as Parameters<typeof structuredData>[0])).toBeNull();
});

it('has the pages of the help at addresses of their own, with a way back', async () => {
  const asked: unknown[] = [];
  await loadHelpPage({ api: answering(asked), query: { name: 'wallet' } });
  expect(asked).toEqual([['GET /posts/:id', { params: { id: 'help-wallet' } }]]);
  await draw(<HelpPage sitePost={aSitePost({ slug: 'help-wallet', title: 'Your wallet' })} />, {
    user: null,
  });
  expect(screen.getByRole('heading', { level: 1, name: 'Your wallet' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/posts/help');
});

it("lists the news, says if there are none, and if they can't be loaded", async () => {
  const { html: _html, kind: _kind, updatedAt: _updatedAt, ...row } = post;
  const { unmount } = await draw(<SitePostsPage />, {
    user: null,
    answers: { 'GET /posts/search': () => ({ data: [{ ...row, summary: 'In short.' }], total: 1 }) },
  });
  expect((await screen.findByRole('link', { name: 'Terms' })).getAttribute('href')).toBe('/posts/terms');
  expect(screen.getByText('In short.')).toBeTruthy();
  unmount();
  const none = await draw(<SitePostsPage />, {
    user: null,
    answers: { 'GET /posts/search': () => ({ data: [], total: 0 }) },
  });
  expect(await screen.findByText('No news yet')).toBeTruthy();
  none.unmount();
  await draw(<SitePostsPage />, {
    user: null,
    answers: {
      'GET /posts/search': () => {
        throw new ApiProblem({ status: 503, code: 'internal', message: 'down' });
      },
    },
  });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
