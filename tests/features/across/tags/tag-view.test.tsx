import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TagView } from '#features/across/tags/tag-page.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { aRow } from '../../../setup/factories/creators.ts';
import { aPost } from '../../../setup/factories/posts.ts';

const page = {
  tag: 'film',
  written: 'Film',
  posts: 1,
  isCounted: true,
  performers: [aRow({ name: 'Lena' })],
};
const at = { path: '/tags/film?tag=film' };

describe('the page of a tag', () => {
  it('shows what the server sent: creators and posts', async () => {
    await draw(
      <TagView
        page={page}
        first={{ data: [aPost({ text: 'Loaded. #film' })], total: 1, nextCursor: null }}
      />,
      at,
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('#Film');
    expect(screen.getByText('1 public post')).toBeTruthy();
    expect(screen.getAllByText('Lena').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: '#film' }).getAttribute('href')).toBe('/tags/film');
  });

  it('loads itself, and leads on where nobody uses the tag', async () => {
    await draw(<TagView />, {
      ...at,
      answers: {
        'GET /tags/:tag': () => ({ ...page, written: 'film', posts: 0, performers: [] }),
        'GET /tags/:tag/feeds': () => ({ data: [], total: 0, nextCursor: null }),
      },
    });
    expect(await screen.findByText('No public posts with #film yet')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Search “film”' })[0]?.getAttribute('href')).toBe(
      '/search?q=film',
    );
  });

  it('is none for what can’t be a tag', async () => {
    await draw(<TagView />, { path: '/tags/x?tag=two%20words' });
    expect(await screen.findByRole('heading', { name: 'Tag not found' })).toBeTruthy();
  });
});
