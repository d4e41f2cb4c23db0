import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EditPostView } from '#features/content/posts/edit-post-view.tsx';
import { NewPostView } from '#features/content/posts/new-post-view.tsx';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { live } from '#state/live/live-events.ts';
import { toast } from '#ui/overlays/toast.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { typeDate } from '../../../setup/picking.ts';
import { anOwnPerformer } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { anOwnPost } from '../../../setup/factories/posts.ts';

const creator = { user: { isPerformer: true } } as const;
const route = 'POST /performer/feeds';

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});
afterEach(() => void vi.restoreAllMocks());

const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

describe('a new post', () => {
  const start = (drawn: Drawn = {}) =>
    draw(<NewPostView />, {
      ...creator,
      ...drawn,
      answers: { 'GET /performer/post-series': () => ({ data: [], total: 0 }), ...drawn.answers },
    });
  const press = (name = 'Publish') => screen.getByRole('button', { name });
  const sent = ({ deps }: Awaited<ReturnType<typeof start>>, name: string = route) =>
    (deps.api.calls.find(([called]) => called === name)?.[1] as { body: unknown } | undefined)?.body;

  it.each([
    ['everyone, while no price is set', { monthlyPrice: null, isFreeSubscription: false }, 'Everyone'],
    ['subscribers, once one is', { monthlyPrice: 999 }, 'Subscribers'],
    ['subscribers, where they are free', { monthlyPrice: null, isFreeSubscription: true }, 'Subscribers'],
  ])('is for %s', async (_, terms, audience) => {
    await start({ answers: { 'GET /performers/me': () => anOwnPerformer(terms) } });
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${audience}`) }).checked).toBe(
        true,
      ),
    );
  });

  it("without content isn't sent", async () => {
    const { hand, deps } = await start();
    await hand.click(press());
    expect(screen.getByLabelText('Text').getAttribute('aria-describedby')).toBe(
      screen.getByText('Write something or add a photo.').id,
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Text'));
    expect(deps.api.routes()).not.toContain(route);
  });

  it('keeps its text and uploads across a reload, and forgets them once published', async () => {
    const first = await start({ answers: { 'GET /files/:id/status': () => aFile({ _id: 'f7' }) } });
    await first.hand.type(screen.getByLabelText('Text'), 'Half a thought');
    await first.hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    first.deps.api.uploads[0]!.arrive(aFile({ _id: 'f7' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await first.hand.type(screen.getByLabelText('Description of a.jpg'), 'A bowl');
    first.unmount();
    const again = await start({
      answers: {
        [route]: () => anOwnPost({ _id: 'new' }),
        'GET /files/:id/status': () => aFile({ _id: 'f7' }),
      },
    });
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Half a thought');
    expect(screen.getByLabelText<HTMLInputElement>('Description of a.jpg').value).toBe('A bowl');
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await again.hand.click(press());
    await waitFor(() => expect(again.went).toEqual(['/feeds/new']));
    expect(sent(again)).toMatchObject({
      type: 'photo',
      text: 'Half a thought',
      fileIds: ['f7'],
      alts: { f7: 'A bowl' },
      audience: 'subscribers',
      price: 0,
      state: 'published',
      scheduledAt: null,
    });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:post'))).toEqual([]);
  });

  it('sends a small photo in a single call, a large one through cloud storage', async () => {
    const large = Object.defineProperty(photo('large.jpg'), 'size', { value: 6 * 1024 * 1024 });
    const { hand, deps } = await start({
      answers: { 'POST /files': ({ body }) => aFile({ _id: 'f8', alt: body.filename }) },
    });
    await hand.upload(screen.getByLabelText('Add photos'), [photo('small.jpg'), large]);
    expect(deps.api.uploads.map(({ route: each }) => each)).toEqual(['POST /performer/feeds/photo/upload']);
    expect(deps.api.cloud.map(({ file }) => file.name)).toEqual(['large.jpg']);
    deps.api.cloud[0]!.arrive({ filename: '1732.jpg', path: 'uploads/me/1732.jpg' });
    await waitFor(() =>
      expect(deps.api.calls.find(([name]) => name === 'POST /files')?.[1]).toMatchObject({
        body: { type: 'feed-photo', filename: '1732.jpg', path: 'uploads/me/1732.jpg' },
      }),
    );
  });

  it("rejected: shows the server's reason, and no input is lost", async () => {
    const reason = 'Your profile is still under review. You can publish once it’s approved.';
    const { hand, went } = await start({
      answers: {
        [route]: () => {
          throw problem(403, { message: reason });
        },
      },
    });
    await hand.type(screen.getByLabelText('Text'), 'Ready');
    await hand.click(press());
    expect(await screen.findByRole('group', { name: reason })).toBe(document.activeElement);
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Ready');
    expect(went).toEqual([]);
  });

  it('can be saved as an incomplete draft', async () => {
    const drawn = await start({
      answers: { [route]: () => anOwnPost({ state: 'draft', publishedAt: null }) },
    });
    await drawn.hand.click(press('Save as draft'));
    await waitFor(() => expect(drawn.went).toEqual(['/creator/feeds']));
    expect(sent(drawn)).toMatchObject({ type: 'text', text: '', state: 'draft' });
  });

  it('is published later, at the selected minute, and expires by itself', async () => {
    const drawn = await start({
      answers: { [route]: () => anOwnPost({ state: 'scheduled', publishedAt: null }) },
    });
    await drawn.hand.type(screen.getByLabelText('Text'), 'Tomorrow');
    await drawn.hand.click(screen.getByRole('radio', { name: /Later/ }));
    await drawn.hand.click(press('Schedule'));
    expect(screen.getAllByText('Choose when to publish it.').length).toBeGreaterThan(0);
    await typeDate(drawn.hand, 'Publish date', 'May 1, 2031, 9:30 AM');
    await drawn.hand.click(screen.getByRole('checkbox', { name: /Expire automatically/ }));
    await typeDate(drawn.hand, 'Expires', '2031-05-08 09:30');
    await drawn.hand.click(press('Schedule'));
    await waitFor(() => expect(drawn.went).toEqual(['/creator/feeds']));
    expect(sent(drawn)).toMatchObject({
      scheduledAt: new Date(2031, 4, 1, 9, 30).toISOString(),
      expiresAt: new Date(2031, 4, 8, 9, 30).toISOString(),
      state: 'published',
    });
  });

  it("shows the server's error next to its field", async () => {
    const { hand } = await start({
      answers: {
        [route]: () => {
          throw problem(422, {
            errors: [{ field: 'expiresAt', message: 'The end must be after the start.' }],
          });
        },
      },
    });
    await hand.type(screen.getByLabelText('Text'), 'x');
    await hand.click(screen.getByRole('checkbox', { name: /Expire automatically/ }));
    await typeDate(hand, 'Expires', '2031-05-08 09:30');
    await hand.click(press());
    await waitFor(() => expect(screen.getByLabelText('Expires').getAttribute('aria-invalid')).toBe('true'));
  });

  it("with a video has one video with a thumbnail and a teaser, and doesn't wait for their processing", async () => {
    const drawn = await start({
      answers: {
        'POST /performer/feeds': () => anOwnPost({ state: 'processing', publishedAt: null }),
        'GET /files/:id/status': ({ params }) =>
          aFile({ _id: params.id, mime: 'video/mp4', state: 'processing', percent: 20 }),
      },
    });
    const { hand, deps } = drawn;
    await hand.click(screen.getByRole('button', { name: 'Video' }));
    await hand.click(press());
    expect(screen.getAllByText('Add a video.').length).toBeGreaterThan(0);
    await hand.upload(
      screen.getByLabelText('Add a video'),
      new File(['x'], 'film.mp4', { type: 'video/mp4' }),
    );
    await hand.upload(screen.getByLabelText('Add a thumbnail'), photo('cover.jpg'));
    await hand.upload(
      screen.getByLabelText('Add a teaser'),
      new File(['x'], 'short.mp4', { type: 'video/mp4' }),
    );
    expect(deps.api.uploads.map((upload) => upload.route)).toEqual([
      'POST /performer/feeds/video/upload',
      'POST /performer/feeds/thumbnail/upload',
      'POST /performer/feeds/teaser/upload',
    ]);
    deps.api.uploads[0]!.arrive(aFile({ _id: 'v1', mime: 'video/mp4', state: 'queued', percent: 0 }));
    deps.api.uploads[1]!.arrive(aFile({ _id: 'c1' }));
    deps.api.uploads[2]!.arrive(aFile({ _id: 't1', mime: 'video/mp4', state: 'queued', percent: 0 }));
    await waitFor(() => expect(screen.getAllByText(/^Processing/)).toHaveLength(2));
    await hand.click(press());
    await waitFor(() =>
      expect(sent(drawn)).toMatchObject({
        type: 'video',
        fileIds: ['v1'],
        thumbnailId: 'c1',
        teaserId: 't1',
      }),
    );
  });

  it('with a poll has two to twenty answers, which can be reordered by keyboard', async () => {
    const drawn = await start({
      answers: { 'POST /performer/feeds/polls': () => anOwnPost({ type: 'poll', _id: 'p9' }) },
    });
    const { hand } = drawn;
    await hand.click(screen.getByRole('button', { name: 'Poll' }));
    await hand.type(screen.getByLabelText('Question'), 'Which glaze?');
    await hand.type(screen.getByLabelText('Answer 1'), 'Ash');
    await hand.click(press());
    expect(screen.getAllByText('Add at least 2 answers.').length).toBeGreaterThan(0);
    await hand.type(screen.getByLabelText('Answer 2'), 'ash');
    await hand.click(press());
    expect(screen.getAllByText('Each answer must be different.').length).toBeGreaterThan(0);
    await hand.click(screen.getByRole('button', { name: 'Add an answer' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Answer 3'));
    await hand.keyboard('Celadon');
    await hand.click(screen.getByRole('button', { name: 'Move answer 3 up' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Answer 2'));
    await hand.click(screen.getByRole('button', { name: 'Remove answer 3' }));
    await hand.click(press());
    await waitFor(() => expect(drawn.went).toEqual(['/feeds/p9']));
    expect(sent(drawn, 'POST /performer/feeds/polls')).toMatchObject({
      poll: {
        question: 'Which glaze?',
        options: ['Ash', 'Celadon'],
        multiple: false,
        expiresAt: null,
        resultsVisible: 'afterVote',
      },
      state: 'published',
    });
  });
});

describe('editing a post', () => {
  const view = (post: OwnPost, drawn: Drawn = {}) =>
    draw(<EditPostView />, {
      ...creator,
      path: '/creator/feeds/x?id=p1',
      ...drawn,
      answers: { 'GET /performer/feeds/:id': () => post, ...drawn.answers },
    });
  const put = 'PUT /performer/feeds/:id';
  const sent = ({ deps }: Awaited<ReturnType<typeof view>>) =>
    (deps.api.calls.find(([called]) => called === put)?.[1] as { body: unknown } | undefined)?.body;
  const film = (changes: object = {}) =>
    aFile({ _id: 'v1', type: 'feed-video', mime: 'video/mp4', alt: 'A wheel', ...changes });

  it('sends its text and the files it keeps', async () => {
    const drawn = await view(anOwnPost({ type: 'video', text: 'Old', files: [film()] }), {
      answers: { [put]: () => anOwnPost() },
    });
    await drawn.hand.type(await screen.findByLabelText('Text'), ' and new');
    await drawn.hand.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(drawn.went).toEqual(['/feeds/p1']));
    expect(sent(drawn)).toMatchObject({
      text: 'Old and new',
      fileIds: ['v1'],
      alts: { v1: 'A wheel' },
      thumbnailId: null,
      teaserId: null,
    });
    expect(sent(drawn)).not.toHaveProperty('state');
  });

  it('that failed says why, and can be retried without another upload', async () => {
    const failed = anOwnPost({
      type: 'video',
      state: 'failed',
      publishedAt: null,
      reason: 'This video is damaged.',
      files: [film({ state: 'failed', reason: 'This video is damaged.' })],
    });
    const { hand, deps } = await view(failed, {
      answers: { 'POST /files/:id/retry': () => film({ state: 'queued' }) },
    });
    const notice = (await screen.findByText('Couldn’t publish this post')).parentElement!.parentElement!;
    expect(notice.textContent).toContain('This video is damaged.');
    await hand.click(within(notice).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(deps.api.routes()).toContain('POST /files/:id/retry'));
  });

  it('in processing updates by itself when an event arrives', async () => {
    let state: 'processing' | 'published' = 'processing';
    const { store } = await view(anOwnPost(), {
      answers: {
        'GET /performer/feeds/:id': () =>
          anOwnPost({
            type: 'video',
            state,
            publishedAt: null,
            files: [film({ state: state === 'processing' ? 'processing' : 'ready' })],
          }),
        'GET /files/:id/status': () => film({ state: state === 'processing' ? 'processing' : 'ready' }),
      },
    });
    await screen.findByText('Processing files');
    state = 'published';
    act(() => void store.dispatch(live['file/state']({ fileId: 'v1', state: 'ready', percent: 100 })));
    await waitFor(() => expect(screen.queryByText('Processing files')).toBeNull());
  });

  it('that is archived can be restored; a draft can be published', async () => {
    const archived = await view(anOwnPost({ state: 'archived' }), { answers: { [put]: () => anOwnPost() } });
    await archived.hand.click(await screen.findByRole('button', { name: 'Save and restore' }));
    await waitFor(() => expect(sent(archived)).toMatchObject({ state: 'published' }));
  });

  it('can be archived, which can be undone', async () => {
    const told = vi.spyOn(toast, 'success');
    const drawn = await view(anOwnPost(), { answers: { [put]: () => anOwnPost({ state: 'archived' }) } });
    await drawn.hand.click(await screen.findByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(told).toHaveBeenCalledOnce());
    const [text, options] = told.mock.calls[0]!;
    expect([text, options?.action?.label]).toEqual(['Archived', 'Undo']);
    options?.action?.run();
    await waitFor(() =>
      expect(drawn.deps.api.calls.filter(([name]) => name === put).at(-1)?.[1]).toMatchObject({
        body: { state: 'published' },
      }),
    );
    told.mockRestore();
  });

  it('with votes keeps its question, and shows its creator the results', async () => {
    const poll = {
      question: 'Which?',
      options: [
        { _id: 'o1', text: 'Ash', votes: 3 },
        { _id: 'o2', text: 'Celadon', votes: 1 },
      ],
      multiple: false,
      expiresAt: null,
      resultsVisible: 'afterEnd' as const,
      ownVotes: [],
      total: 4,
    };
    await view(anOwnPost({ type: 'poll', text: '', files: [], poll }));
    expect((await screen.findByLabelText<HTMLInputElement>('Question')).disabled).toBe(true);
    expect(screen.getByRole('region', { name: 'Results' }).textContent).toContain('4 people voted');
    expect(screen.getByText('3 · 75%')).toBeTruthy();
  });

  it('asks before deleting, and says who keeps it', async () => {
    const { hand, deps, went } = await view(anOwnPost({ text: 'Glazes', sold: 2 }), {
      answers: { 'DELETE /performer/feeds/:id': () => ({ success: true }) },
    });
    await hand.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete “Glazes”?' });
    expect(dialog.textContent).toContain('The 2 people who bought it can still see it.');
    expect(deps.api.routes()).not.toContain('DELETE /performer/feeds/:id');
    await hand.click(within(dialog).getByRole('button', { name: 'Delete post' }));
    await waitFor(() => expect(went).toEqual(['/creator/feeds']));
  });

  it("that doesn't exist says so, with a link back", async () => {
    await view(anOwnPost(), {
      answers: {
        'GET /performer/feeds/:id': () => {
          throw problem(404, { code: 'not_found' });
        },
      },
    });
    expect(await screen.findByText('Post not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All posts' }).getAttribute('href')).toBe('/creator/feeds');
  });
});
