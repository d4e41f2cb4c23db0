import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnPostSeries } from '#contract/content/posts/series.ts';
import { PostCard } from '#components/content/posts/post-card.tsx';
import { NewPostView } from '#features/content/posts/new-post-view.tsx';
import { SeriesSteps } from '#features/content/posts/series-steps.tsx';
import { toPostUpdate, emptyPost, toNewPost, toPostValues } from '#features/content/posts/post-values.ts';
import { StudioSeriesView } from '#features/content/posts/series/studio-series-view.tsx';
import { inOrder } from '#features/content/posts/series/use-series-order.ts';
import { toTemplateBody, valuesOfTemplate } from '#features/content/posts/templates/template-values.ts';
import { SeriesPage } from '#features/content/series/series-page.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aPost, anOwnPost } from '../../../setup/factories/posts.ts';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const at = '2026-11-20T10:00:00.000Z';
const aSeries = (more: Partial<OwnPostSeries> = {}): OwnPostSeries => ({
  _id: 's1',
  title: 'Glazing',
  description: 'From ash to celadon',
  posts: 3,
  published: 2,
  createdAt: at,
  updatedAt: at,
  ...more,
});
const line = (more: object = {}) => ({
  _id: 's1',
  title: 'Glazing',
  number: 2,
  total: 5,
  previous: 'p0',
  next: 'p9',
  ...more,
});
const listOf = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });
const noFiles = { fileIds: [], thumbnailId: null, teaserId: null, alts: {} };

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('a post of a series', () => {
  it('says which part of what it is, with a link to it; on the page of the series, the title isn’t repeated', async () => {
    await draw(<PostCard post={aPost({ series: line() })} />);
    expect(screen.getByText(/Part 2 of 5 in/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Glazing' }).getAttribute('href')).toBe('/series/s1');
  });

  it('on the page of the series, its title isn’t repeated', async () => {
    await draw(<PostCard post={aPost({ series: line() })} ofSeries="s1" />);
    expect(screen.getByText('Part 2 of 5')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Glazing' })).toBeNull();
  });

  it('that isn’t published has no number yet', async () => {
    await draw(<PostCard post={aPost({ series: line({ number: null, previous: null, next: null }) })} />);
    expect(screen.queryByText(/Part/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Glazing' })).toBeTruthy();
  });

  it('leads to the parts before and after it, and at the ends to one of them', async () => {
    const { rerender } = await draw(<SeriesSteps series={line()} />);
    const nav = () => screen.getByRole('navigation', { name: 'Parts of Glazing' });
    const there = () =>
      within(nav())
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(there()).toEqual([
      ['Part 1', '/feeds/p0'],
      ['Part 3', '/feeds/p9'],
    ]);
    expect(rerender).toBeTypeOf('function');
  });
});

describe('the editor', () => {
  const start = (answers: Drawn['answers'] = {}) =>
    draw(<NewPostView />, {
      user: { isPerformer: true },
      answers: {
        'GET /performer/post-series': () => listOf(aSeries(), aSeries({ _id: 's2', title: 'Kilns' })),
        'POST /performer/post-series': () => aSeries({ _id: 's3', title: 'Clay' }),
        ...answers,
      },
    });
  const field = () => screen.getByLabelText<HTMLSelectElement>(/^Series/);

  it('puts the post into one of the creator’s series, or into a new one', async () => {
    const { hand, deps } = await start();
    await screen.findByRole('option', { name: 'Kilns' });
    await hand.selectOptions(field(), 'Kilns');
    expect(field().value).toBe('s2');
    await hand.click(screen.getByRole('button', { name: 'New series' }));
    const dialog = await screen.findByRole('dialog', { name: 'New series' });
    await hand.click(within(dialog).getByRole('button', { name: 'Create series' }));
    expect(within(dialog).getAllByText('Enter a title.').length).toBeGreaterThan(0);
    await hand.type(within(dialog).getByLabelText('Title'), 'Clay');
    await hand.click(within(dialog).getByRole('button', { name: 'Create series' }));
    await waitFor(() => expect(field().value).toBe('s3'));
    expect(field().selectedOptions[0]?.textContent).toBe('Clay');
    expect(deps.api.calls.find(([route]) => route === 'POST /performer/post-series')?.[1]).toMatchObject({
      body: { title: 'Clay', description: '' },
    });
    // The dialog's form isn't the editor's.
    expect(deps.api.calls.some(([route]) => route === 'POST /performer/feeds')).toBe(false);
  });

  it('keeps the choice in the draft on this device, also if the series is deleted meanwhile', async () => {
    const { hand, unmount } = await start();
    await screen.findByRole('option', { name: 'Kilns' });
    await hand.selectOptions(field(), 'Kilns');
    await waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).toContain('s2'));
    unmount();
    await start({ 'GET /performer/post-series': () => listOf(aSeries()) });
    await screen.findByRole('option', { name: 'A series that was deleted' });
    expect(field().value).toBe('s2');
  });

  it('says that the series didn’t load', async () => {
    let fails = true;
    const { hand } = await start({
      'GET /performer/post-series': () => {
        if (fails) throw problem(503, { message: 'Try again later.' });
        return listOf(aSeries());
      },
    });
    expect(await screen.findByText(/Your series didn’t load/)).toBeTruthy();
    fails = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: 'Glazing' })).toBeTruthy();
  });

  it('sends the series of a new post, and of an edited one only if it changed', () => {
    expect(toNewPost({ ...emptyPost, seriesId: 's1' }, noFiles, 'draft').seriesId).toBe('s1');
    expect(toNewPost(emptyPost, noFiles, 'draft').seriesId).toBeNull();
    const post = anOwnPost({ series: line() });
    const values = toPostValues(post);
    const sent = (seriesId: string) =>
      toPostUpdate(post, { ...values, seriesId }, { files: noFiles, state: undefined });
    expect(values.seriesId).toBe('s1');
    expect('seriesId' in sent('s1')).toBe(false);
    expect(sent('').seriesId).toBeNull();
    expect(sent('s2').seriesId).toBe('s2');
  });

  it('keeps the series in templates', () => {
    const template = toTemplateBody({ ...emptyPost, seriesId: 's1' }, 'Weekly');
    expect(template.seriesId).toBe('s1');
    const stored = { ...template, _id: 't1', poll: null, createdAt: at };
    expect(valuesOfTemplate({ ...stored, seriesId: 's1' }).seriesId).toBe('s1');
    expect(valuesOfTemplate({ ...stored, seriesId: null }).seriesId).toBe('');
  });
});

describe('the studio’s page', () => {
  const part = (id: string, text: string, number: number | null) =>
    anOwnPost({
      _id: id,
      text,
      type: 'text',
      files: [],
      state: number === null ? 'draft' : 'published',
      series: line({ number, total: 2, previous: null, next: null }),
    });
  const open = (answers: Drawn['answers'] = {}, path = '/creator/feeds/series?series=s1') =>
    draw(<StudioSeriesView />, {
      path,
      user: { isPerformer: true },
      answers: {
        'GET /performer/post-series': () => listOf(aSeries()),
        'GET /performer/post-series/:id': () => aSeries(),
        'GET /performer/post-series/:id/posts': () =>
          listOf(part('p1', 'Ash', 1), part('p2', 'Celadon', null), part('p3', 'Tenmoku', 2)),
        'PUT /performer/post-series/:id/posts/:postId': () => aSeries(),
        'DELETE /performer/post-series/:id/posts/:postId': () => aSeries(),
        'DELETE /performer/post-series/:id': () => ({ success: true }),
        ...answers,
      },
    });
  const names = () =>
    within(screen.getByRole('list', { name: 'Posts of Glazing' }))
      .getAllByRole('listitem')
      .map((item) => /Ash|Celadon|Tenmoku/.exec(item.textContent ?? '')?.[0]);

  it('lists the series, and says when there are none or they didn’t load', async () => {
    await open({}, '/creator/feeds/series');
    expect((await screen.findByRole('link', { name: 'Glazing' })).getAttribute('href')).toBe(
      '/creator/feeds/series?series=s1',
    );
    expect(screen.getByText('3 posts, 2 published')).toBeTruthy();
  });

  it('says that there are none, and makes one', async () => {
    const { hand, went } = await open(
      {
        'GET /performer/post-series': () => listOf(),
        'POST /performer/post-series': () => aSeries({ _id: 's4', title: 'Clay', posts: 0 }),
      },
      '/creator/feeds/series',
    );
    expect(await screen.findByText('No series yet')).toBeTruthy();
    await hand.click(screen.getAllByRole('button', { name: 'New series' })[0]!);
    await hand.type(await screen.findByLabelText('Title'), 'Clay');
    await hand.click(screen.getByRole('button', { name: 'Create series' }));
    await waitFor(() => expect(went).toContain('/creator/feeds/series?series=s4'));
  });

  it('says that they didn’t load', async () => {
    await open(
      {
        'GET /performer/post-series': () => {
          throw problem(503, { message: 'Try again later.' });
        },
      },
      '/creator/feeds/series',
    );
    expect(await screen.findByText('Try again later.')).toBeTruthy();
  });

  it('moves a post at once and saves its place; the numbers count published posts', async () => {
    const { hand, deps } = await open();
    await screen.findByRole('button', { name: 'Move Tenmoku up' });
    expect(names()).toEqual(['Ash', 'Celadon', 'Tenmoku']);
    await hand.click(screen.getByRole('button', { name: 'Move Tenmoku up' }));
    await hand.click(screen.getByRole('button', { name: 'Move Tenmoku up' }));
    expect(names()).toEqual(['Tenmoku', 'Ash', 'Celadon']);
    expect(screen.getByText('Tenmoku is now 1 of 3.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Tenmoku down');
    const put = 'PUT /performer/post-series/:id/posts/:postId';
    const sent = () => deps.api.calls.filter(([route]) => route === put).map(([, input]) => input);
    await waitFor(() => expect(sent()).toHaveLength(1), { timeout: 3_000 });
    expect(sent()[0]).toMatchObject({ params: { id: 's1', postId: 'p3' }, body: { position: 1 } });
  });

  it('sends the moves of several posts one after the other, and the last one when the page is left', async () => {
    const { hand, deps, unmount } = await open();
    await hand.click(await screen.findByRole('button', { name: 'Move Ash down' }));
    await hand.click(screen.getByRole('button', { name: 'Actions for “Tenmoku”' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Move to the beginning' }));
    expect(names()).toEqual(['Tenmoku', 'Celadon', 'Ash']);
    unmount();
    const put = 'PUT /performer/post-series/:id/posts/:postId';
    const sent = () => deps.api.calls.filter(([route]) => route === put).map(([, input]) => input);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toMatchObject([
      { params: { postId: 'p1' }, body: { position: 2 } },
      { params: { postId: 'p3' }, body: { position: 1 } },
    ]);
  });

  it('puts the posts back where they were if the server refuses', async () => {
    const said = vi.spyOn(toast, 'error');
    const { hand } = await open({
      'PUT /performer/post-series/:id/posts/:postId': () => {
        throw problem(404, { message: 'Not found.' });
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Move Ash down' }));
    expect(names()).toEqual(['Celadon', 'Ash', 'Tenmoku']);
    await waitFor(() => expect(names()).toEqual(['Ash', 'Celadon', 'Tenmoku']), { timeout: 3_000 });
    expect(said).toHaveBeenCalled();
  });

  it('is reordered by dragging', async () => {
    await open();
    await screen.findByRole('button', { name: 'Move Ash down' });
    const items = screen.getByRole('list', { name: 'Posts of Glazing' }).querySelectorAll('li');
    const onto = (item: Element | undefined) =>
      vi.spyOn(document, 'elementFromPoint').mockReturnValue(item ?? null);
    document.elementFromPoint ??= () => null;
    onto(items[2]);
    fireEvent.pointerDown(items[0]!.querySelector('[aria-hidden]')!, { button: 0 });
    fireEvent.pointerMove(window, { clientX: 5, clientY: 5 });
    fireEvent.pointerUp(window);
    expect(names()).toEqual(['Celadon', 'Tenmoku', 'Ash']);
  });

  it('removes a post, and puts it back where it was', async () => {
    const said = vi.spyOn(toast, 'success');
    const { hand, deps } = await open();
    await hand.click(await screen.findByRole('button', { name: 'Actions for “Celadon”' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Remove from this series' }));
    await waitFor(() => expect(said).toHaveBeenCalled());
    said.mock.calls[0]?.[1]?.action?.run();
    const put = 'PUT /performer/post-series/:id/posts/:postId';
    await waitFor(() =>
      expect(deps.api.calls.find(([route]) => route === put)?.[1]).toMatchObject({
        params: { id: 's1', postId: 'p2' },
        body: { position: 2 },
      }),
    );
  });

  it('asks before it deletes a series, and says why it couldn’t', async () => {
    let fails = true;
    const { hand, went } = await open({
      'DELETE /performer/post-series/:id': () => {
        if (fails) throw problem(503, { message: 'Try again later.' });
        return { success: true };
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Options for “Glazing”' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Delete series' }));
    expect(screen.getByText('Its posts stay, without their numbers. This can’t be undone.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Delete series' }));
    expect(await screen.findByText('Try again later.')).toBeTruthy();
    fails = false;
    await hand.click(screen.getByRole('button', { name: 'Delete series' }));
    await waitFor(() => expect(went).toContain('/creator/feeds/series'));
  });

  it('adds posts, and says where they are now', async () => {
    const { hand, deps } = await open({
      'GET /performer/feeds': () =>
        listOf(
          part('p1', 'Ash', 1),
          anOwnPost({ _id: 'p7', text: 'Rutile', series: line({ _id: 's9', title: 'Kilns' }) }),
          anOwnPost({ _id: 'p8', text: 'Shino' }),
        ),
    });
    await hand.click(await screen.findByRole('button', { name: 'Add posts' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add posts' });
    await within(dialog).findByText('Shino');
    expect(within(dialog).getByText('Added')).toBeTruthy();
    expect(within(dialog).getByText('Now in “Kilns”')).toBeTruthy();
    await hand.click(within(dialog).getByRole('button', { name: /^Add: Shino/ }));
    const put = 'PUT /performer/post-series/:id/posts/:postId';
    await waitFor(() =>
      expect(deps.api.calls.find(([route]) => route === put)?.[1]).toMatchObject({
        params: { id: 's1', postId: 'p8' },
        body: {},
      }),
    );
  });

  it('says that a series doesn’t exist', async () => {
    await open({
      'GET /performer/post-series/:id': () => {
        throw problem(404, { code: 'not_found', message: 'Not found.' });
      },
    });
    expect(await screen.findByRole('heading', { name: 'This series doesn’t exist', level: 1 })).toBeTruthy();
  });

  it('keeps posts that aren’t in the wanted order at the end', () => {
    const posts = ['a', 'b', 'c'].map((id) => anOwnPost({ _id: id }));
    expect(inOrder(posts, ['c', 'a']).map(({ _id }) => _id)).toEqual(['c', 'a', 'b']);
  });
});

describe('the page of a series', () => {
  const series = { ...aSeries(), performer: aCard(), posts: 2, cover: null };

  it('shows what it is, whose, and its posts, locked ones too', async () => {
    await draw(<SeriesPage series={series} first={listOf(aPost({ series: line({ total: 2 }) }))} />);
    expect(screen.getByRole('heading', { name: 'Glazing', level: 1 })).toBeTruthy();
    expect(screen.getByText('Series · 2 posts')).toBeTruthy();
    expect(screen.getByText('From ash to celadon')).toBeTruthy();
    expect(screen.getByText('Part 2 of 2')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Edit series' })).toBeNull();
  });

  it('loads what the server didn’t send, and says when there is no such series', async () => {
    await draw(<SeriesPage />, {
      path: '/series/s1?id=s1',
      answers: {
        'GET /post-series/:id': () => {
          throw problem(404, { code: 'not_found', message: 'Not found.' });
        },
      },
    });
    expect(await screen.findByRole('heading', { name: 'Series not found' })).toBeTruthy();
  });

  it('tells its creator that nobody sees it before a post is published', async () => {
    await draw(<SeriesPage series={{ ...series, posts: 0 }} first={listOf()} />, {
      user: { _id: series.performer._id, isPerformer: true },
    });
    expect(await screen.findByText('No published posts yet')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Edit series' })[0]?.getAttribute('href')).toBe(
      '/creator/feeds/series?series=s1',
    );
  });
});
