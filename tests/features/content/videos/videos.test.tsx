import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EditVideoView } from '#features/content/videos/edit-video-view.tsx';
import { NewVideoView } from '#features/content/videos/new-video-view.tsx';
import { RequestsView } from '#features/content/videos/co-creator-requests-view.tsx';
import { StudioVideosView } from '#features/content/videos/studio-videos-view.tsx';
import { VideoPage } from '#features/content/videos/video-page.tsx';
import { taskStore, closeTask } from '#components/money/wallet/purchase-tasks.ts';
import { withTags } from '#components/content/media-items/tags-field.tsx';
import { UnlockDialog } from '#components/money/wallet/unlock-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { aCard, aRow } from '../../../setup/factories/creators.ts';
import { aFilm } from '../../../setup/factories/files.ts';
import { charged } from '../../../setup/factories/payments.ts';
import { aCoCreation, aLockedVideo, aVideo, anOwnVideo } from '../../../setup/factories/videos.ts';
import { type Drawn, draw, keysOf } from '../../../components/setup/draw.tsx';

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});
afterEach(() => {
  vi.restoreAllMocks();
  closeTask();
});
const creator = { user: { isPerformer: true } } as const;
const page = <T,>(data: T[]) => ({ data, total: data.length, nextCursor: null });

describe('the page of a video', () => {
  it('shows the video, its text, co-creators, and related videos', async () => {
    const other = aCard({ _id: 'c2', username: 'fritz', name: 'Fritz' });
    const { container } = await draw(
      <VideoPage
        video={aVideo({ coCreators: [other] })}
        related={[aVideo({ _id: 'vid-2', title: 'Another' })]}
      />,
      { user: null },
    );
    expect(container.querySelector('video')?.getAttribute('src')).toBe('/media/f/v1/720.mp4?k=own');
    expect(screen.getByRole('heading', { level: 1, name: 'Centring' })).toBeTruthy();
    expect(screen.getByText('Three things my hands do.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Fritz' }).getAttribute('href')).toBe('/fritz');
    expect(
      within(screen.getByRole('list', { name: 'Tags' }))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['clay', '/search?q=clay'],
      ['lesson', '/search?q=lesson'],
    ]);
    expect(screen.getByRole('link', { name: 'Another' }).getAttribute('href')).toBe('/videos/vid-2');
  });

  it('shows those without access the teaser, a blurred thumbnail, and every way to get access, cheapest first', async () => {
    const { container, hand } = await draw(<VideoPage video={aLockedVideo()} related={[]} />);
    expect(container.querySelector('video')?.getAttribute('src')).toBe('/media/f/t1/480.mp4');
    expect(container.innerHTML).not.toContain('720.mp4');
    expect(screen.getByText('1 video · 3:12')).toBeTruthy();
    const ways = screen
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter((text) => /Unlock|Subscribe/.test(text ?? ''));
    expect(ways).toEqual(['Unlock for 90 tokens ($4.50)', 'Subscribe $9.99 a month']);
    await hand.click(screen.getByRole('button', { name: /Unlock for 90/ }));
    expect(taskStore.read()).toMatchObject({
      kind: 'unlock',
      item: { kind: 'video', _id: 'vid-1', price: 90, inside: '3:12' },
    });
  });

  it('asks for the remaining price if part was bought before', async () => {
    const { hand } = await draw(
      <VideoPage
        video={aLockedVideo({
          access: {
            allowed: false,
            reason: 'locked',
            routes: [{ need: 'purchase', price: 30, unit: 'token' }],
          },
        })}
        related={[]}
      />,
    );
    await hand.click(screen.getByRole('button', { name: /Unlock for 30/ }));
    expect(taskStore.read()).toMatchObject({ item: { price: 30 } });
  });

  it('asks for it again each time its signed URLs have expired', async () => {
    const asked = vi.fn(() => aVideo());
    const { container } = await draw(<VideoPage video={aVideo()} related={[]} />, {
      user: null,
      answers: { 'GET /performer-assets/videos/:id': asked },
    });
    expect(await screen.findByRole('button', { name: 'Play' })).toBeTruthy();
    const fail = () => act(() => void fireEvent.error(container.querySelector('video')!));
    fail();
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    fail();
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  });

  it("that doesn't exist says so", async () => {
    await draw(<VideoPage />, {
      path: '/videos/x?id=x',
      answers: {
        'GET /performer-assets/videos/:id': () => {
          throw problem(404);
        },
      },
    });
    expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy();
  });

  it('that fails to load offers a retry', async () => {
    const { hand, deps } = await draw(<VideoPage />, {
      path: '/videos/x?id=x',
      answers: {
        'GET /performer-assets/videos/:id': () => {
          throw problem(500, { message: 'The server stumbled.' });
        },
      },
    });
    await screen.findByText('The server stumbled.');
    deps.api.answer({
      'GET /performer-assets/videos/:id': () => aVideo(),
      'GET /performer-assets/videos/search': () => page([]),
    });
    await hand.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Centring' })).toBeTruthy();
  });
});

describe('unlocking', () => {
  it('pays once with one key, and says that it stays unlocked', async () => {
    const onClose = vi.fn();
    const answer = onItsWay<Omit<ReturnType<typeof charged>, 'kind'> & { kind: 'video' }>();
    const item = { kind: 'video', _id: 'vid-1', price: 90, inside: '3:12', performer: aCard() } as const;
    const { hand, deps } = await draw(<UnlockDialog item={item} onClose={onClose} />, {
      user: { balance: 200 },
      answers: { 'POST /wallet/charges/video/:id': () => answer.promise },
    });
    expect(screen.getByRole('dialog', { name: 'Unlock this video' })).toBeTruthy();
    await hand.dblClick(screen.getByRole('button', { name: /Unlock for 90/ }));
    answer.resolve({ ...charged(110, { itemId: 'vid-1', tokens: 90 }), kind: 'video' });
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(keysOf(deps.api.calls, 'POST /wallet/charges/video/:id')).toHaveLength(1);
  });
});

const editRoute = 'PUT /performer/performer-assets/videos/edit/:id';
const uploadRoute = 'POST /performer/performer-assets/videos/upload';
const bodyOf = ({ deps }: Awaited<ReturnType<typeof draw>>, route: string) =>
  (deps.api.calls.find(([name]) => name === route)?.[1] as { body?: Record<string, unknown> } | undefined)
    ?.body;

describe('a new video', () => {
  const film = () => new File(['x'], 'Morning_glaze.mp4', { type: 'video/mp4' });
  const start = (drawn: Drawn = {}) => draw(<NewVideoView />, { ...creator, ...drawn });

  it("without its file isn't sent, and says what is missing", async () => {
    const { hand, deps } = await start();
    await hand.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findAllByText('Add a video.')).toHaveLength(1);
    expect(screen.getByText('Enter a title.')).toBeTruthy();
    expect(deps.api.routes()).not.toContain(editRoute);
  });

  it('is a draft as soon as its file is uploaded, and is published with what was written meanwhile', async () => {
    const draft = anOwnVideo({
      title: 'Morning glaze',
      state: 'draft',
      file: aFilm({ state: 'processing', sources: [] }),
    });
    const drawn = await start({
      answers: {
        [editRoute]: () => anOwnVideo({ state: 'processing' }),
        'GET /files/:id/status': () => aFilm({ state: 'processing', percent: 20 }),
      },
    });
    const { hand, deps, went } = drawn;
    await hand.upload(screen.getByLabelText('Add a video'), film());
    act(() => deps.api.cloud[0]!.progress(40));
    expect(await screen.findByText(/^40% of/)).toBeTruthy();
    await hand.type(screen.getByLabelText(/^Description/), 'Six minutes at the wheel.');
    await hand.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Enter a title.')).toBeTruthy();
    deps.api.cloud[0]!.arrive({ filename: '1732.mp4', path: 'uploads/me/1732.mp4' });
    await waitFor(() =>
      expect(deps.api.uploads[0]).toMatchObject({
        route: uploadRoute,
        files: {},
        body: { filename: '1732.mp4', path: 'uploads/me/1732.mp4', state: 'draft', title: 'Morning glaze' },
      }),
    );
    deps.api.uploads[0]!.arrive(draft);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Morning glaze'));
    await hand.type(await screen.findByLabelText(/^Tags/), 'clay, fire,');
    await hand.click(screen.getByRole('checkbox', { name: /Sell this video/ }));
    await hand.type(screen.getByLabelText('Price'), '120');
    await hand.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(went).toEqual(['/creator/videos']));
    expect(bodyOf(drawn, editRoute)).toMatchObject({
      title: 'Morning glaze',
      description: 'Six minutes at the wheel.',
      tags: ['clay', 'fire'],
      price: 120,
      includedInSubscription: true,
      state: 'published',
      coCreatorIds: [],
    });
    expect(bodyOf(drawn, editRoute)).not.toHaveProperty('fileId');
  });

  it('whose file fails to upload keeps it for another try', async () => {
    const { hand, deps } = await start();
    await hand.upload(screen.getByLabelText('Add a video'), film());
    deps.api.cloud[0]!.fail(problem(413, { message: 'That’s too large. The limit is 512 MB.' }));
    expect(await screen.findByText('That’s too large. The limit is 512 MB.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Try Morning_glaze.mp4 again' }));
    expect(deps.api.cloud).toHaveLength(2);
  });

  it('tags other creators, who are asked when it is saved', async () => {
    const { hand } = await start({
      answers: { 'GET /performers/user/search': () => page([aRow({ _id: 'c2', name: 'Fritz' })]) },
    });
    const field = await screen.findByRole('combobox', { name: /^Tag creators/ });
    await hand.type(field, 'f');
    expect(await screen.findByText('Type at least two letters.')).toBeTruthy();
    await hand.type(field, 'ri');
    await hand.click(await screen.findByText('@lena'));
    expect(
      within(screen.getByRole('list', { name: 'Tagged creators' })).getByText('Not sent yet'),
    ).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Remove Fritz' }));
    expect(screen.queryByRole('list', { name: 'Tagged creators' })).toBeNull();
  });
});

describe('editing a video', () => {
  const start = (video: ReturnType<typeof anOwnVideo>, drawn: Drawn = {}) =>
    draw(<EditVideoView />, {
      ...creator,
      path: '/creator/videos/vid-1?id=vid-1',
      ...drawn,
      answers: {
        'GET /performer/media-items/:kind/:id/people': () => ({ data: [], releasesRequired: false }),
        'GET /performer/performer-assets/videos/:id/view': () => video,
        'GET /files/:id/status': () => video.file ?? aFilm(),
        ...drawn.answers,
      },
    });

  it('sends what changed, and only new files', async () => {
    const drawn = await start(anOwnVideo({ thumbnail: null }), {
      answers: { [editRoute]: () => anOwnVideo({ title: 'New words' }) },
    });
    const title = await screen.findByLabelText('Title');
    await drawn.hand.clear(title);
    await drawn.hand.type(title, 'New words');
    await drawn.hand.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(bodyOf(drawn, editRoute)).toMatchObject({ title: 'New words', audience: 'public', price: 0 }),
    );
    for (const name of ['fileId', 'thumbnailId', 'teaserId', 'state', 'scheduledAt'])
      expect(bodyOf(drawn, editRoute)).not.toHaveProperty(name);
  });

  it('removes a thumbnail with its own call', async () => {
    const still = aFilm({ _id: 's1', type: 'video-thumbnail', mime: 'image/webp', alt: null });
    const { hand, deps } = await start(anOwnVideo({ thumbnail: still }), {
      answers: {
        [editRoute]: () => anOwnVideo(),
        'DELETE /performer/performer-assets/videos/remove-file/:id': () => anOwnVideo(),
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Remove Photo' }));
    await hand.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(deps.api.calls).toContainEqual([
        'DELETE /performer/performer-assets/videos/remove-file/:id',
        { params: { id: 'vid-1' }, body: { type: 'thumbnail' } },
      ]),
    );
  });

  it('lets a video out only once a picture that was taken off is gone', async () => {
    const still = aFilm({ _id: 's1', type: 'video-thumbnail', mime: 'image/webp', alt: null });
    const removal = 'DELETE /performer/performer-assets/videos/remove-file/:id';
    const draft = { state: 'draft', publishedAt: null } as const;
    const { hand, deps } = await start(anOwnVideo({ ...draft, thumbnail: still }), {
      answers: { [editRoute]: () => anOwnVideo(draft), [removal]: () => anOwnVideo(draft) },
    });
    await hand.click(await screen.findByRole('button', { name: 'Remove Photo' }));
    await hand.click(screen.getByRole('button', { name: 'Publish' }));
    const sent = () =>
      deps.api.calls.flatMap(([route, input]) =>
        route === removal || route === editRoute
          ? [[route, (input as { body: { state?: string } }).body.state]]
          : [],
      );
    await waitFor(() =>
      expect(sent()).toEqual([
        [editRoute, undefined],
        [removal, undefined],
        [editRoute, 'published'],
      ]),
    );
  });

  it('says why processing failed, and retries it without another upload', async () => {
    const failed = anOwnVideo({
      state: 'failed',
      file: aFilm({ state: 'failed', reason: 'The sound can’t be read.', sources: [] }),
    });
    const { hand, deps } = await start(failed, {
      answers: { 'POST /files/:id/retry': () => aFilm({ state: 'queued' }) },
    });
    expect((await screen.findAllByText(/The sound can’t be read\./)).length).toBeGreaterThan(0);
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(deps.api.calls).toContainEqual(['POST /files/:id/retry', { params: { id: 'v1' } }]),
    );
  });

  it('names the co-creators it waits for', async () => {
    await start(
      anOwnVideo({
        state: 'waiting',
        publishedAt: null,
        tagged: [{ _id: 'r1', performer: aCard({ _id: 'c2', name: 'Fritz' }), state: 'pending' }],
      }),
    );
    expect(await screen.findByText(/It will be published once these creators accept: Fritz/)).toBeTruthy();
    expect(
      within(screen.getByRole('list', { name: 'Tagged creators' })).getByText('Request sent'),
    ).toBeTruthy();
  });

  it('asks before deleting, and says what happens to buyers', async () => {
    const { hand, went } = await start(anOwnVideo({ sold: 3 }), {
      answers: { 'DELETE /performer/performer-assets/videos/:id': () => ({ success: true }) },
    });
    await hand.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete “Centring”?' }));
    expect(dialog.getByText(/The 3 people who bought it can still watch it\./)).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Delete video' }));
    await waitFor(() => expect(went).toEqual(['/creator/videos']));
  });
});

describe('the list', () => {
  const list = 'GET /performer/performer-assets/videos/search';
  const studio = {
    'GET /performer/pinned-views': () => ({ data: [] }),
    'GET /performer/co-creators': () => page([]),
  } as const;
  it('shows state, sales and processing progress, and changes several at once', async () => {
    const videos = [
      anOwnVideo({ sold: 2, earned: 720, price: 90 }),
      anOwnVideo({
        _id: 'vid-2',
        title: 'On its way',
        state: 'processing',
        file: aFilm({ _id: 'v2', state: 'processing', percent: 40, sources: [] }),
      }),
    ];
    const { hand, deps } = await draw(<StudioVideosView />, {
      ...creator,
      path: '/creator/videos',
      answers: {
        ...studio,
        [list]: () => page(videos),
        [editRoute]: () => anOwnVideo({ state: 'archived' }),
      },
    });
    expect(await screen.findByRole('link', { name: /Centring/ })).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Processing' }).getAttribute('aria-valuenow')).toBe('40');
    await hand.click(screen.getByRole('checkbox', { name: 'Select “Centring”' }));
    await hand.click(
      within(screen.getByRole('region', { name: 'Selected videos' })).getByRole('button', {
        name: 'Archive',
      }),
    );
    await waitFor(() =>
      expect(deps.api.calls).toContainEqual([
        editRoute,
        { params: { id: 'vid-1' }, body: { state: 'archived' } },
      ]),
    );
  });

  it('says how many were archived before one was rejected, and can undo those', async () => {
    const told = vi.spyOn(toast, 'error');
    const { hand, deps } = await draw(<StudioVideosView />, {
      ...creator,
      path: '/creator/videos',
      answers: {
        ...studio,
        [list]: () => page([anOwnVideo(), anOwnVideo({ _id: 'vid-2', title: 'Glazing' })]),
        [editRoute]: ({ params, body }) => {
          if (params.id === 'vid-2') throw problem(409, { message: 'It’s being processed.' });
          return anOwnVideo({ state: body?.state ?? 'published' });
        },
      },
    });
    await hand.click(await screen.findByRole('checkbox', { name: 'Select “Centring”' }));
    await hand.click(screen.getByRole('checkbox', { name: 'Select “Glazing”' }));
    await hand.click(screen.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(told).toHaveBeenCalledOnce());
    const [text, options] = told.mock.calls[0]!;
    expect(text).toBe('Archived, then: It’s being processed.');
    options?.action?.run();
    await waitFor(() =>
      expect(deps.api.calls.filter(([name]) => name === editRoute).at(-1)).toEqual([
        editRoute,
        { params: { id: 'vid-1' }, body: { state: 'published' } },
      ]),
    );
    told.mockRestore();
  });

  it('if empty says how to start; if filtered, what else to try', async () => {
    const { unmount } = await draw(<StudioVideosView />, {
      ...creator,
      path: '/creator/videos',
      answers: { ...studio, [list]: () => page([]) },
    });
    expect((await screen.findByRole('link', { name: 'New video' })).getAttribute('href')).toBe(
      '/creator/videos/new',
    );
    unmount();
    await draw(<StudioVideosView />, {
      ...creator,
      path: '/creator/videos?state=draft',
      answers: { ...studio, [list]: () => page([]) },
    });
    expect(await screen.findByText('No videos found')).toBeTruthy();
  });
});

describe('co-creator requests', () => {
  it('show the item, and can be accepted', async () => {
    const { container, hand, deps } = await draw(<RequestsView />, {
      ...creator,
      answers: {
        'GET /performer/co-creators': () => page([aCoCreation()]),
        'PUT /performer/co-creators/:id': () => aCoCreation({ state: 'accepted' }),
      },
    });
    expect(await screen.findByRole('heading', { name: 'Two kilns' })).toBeTruthy();
    expect(container.querySelector('video')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(deps.api.calls).toContainEqual([
        'PUT /performer/co-creators/:id',
        { params: { id: 'r1' }, body: { answer: 'accept' } },
      ]),
    );
  });
  it('can be left again once accepted', async () => {
    const { hand, deps } = await draw(<RequestsView />, {
      ...creator,
      answers: {
        'GET /performer/co-creators': () => page([aCoCreation({ state: 'accepted' })]),
        'DELETE /performer/co-creators/:id': () => ({ success: true }),
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Accepted' }));
    await hand.click(await screen.findByRole('button', { name: 'Remove my name' }));
    await waitFor(() =>
      expect(deps.api.calls).toContainEqual(['DELETE /performer/co-creators/:id', { params: { id: 'r1' } }]),
    );
  });
  it('if there are none, say what appears here', async () => {
    await draw(<RequestsView />, { ...creator, answers: { 'GET /performer/co-creators': () => page([]) } });
    expect(await screen.findByText('No pending requests')).toBeTruthy();
  });
});

it('tags stay as they were written, each once in whatever spelling, at most twenty', () => {
  expect(withTags(['clay'], ' Clay, #Ölmalerei ,, ölmalerei, night')).toEqual(['clay', 'Ölmalerei', 'night']);
  expect(withTags([], Array.from({ length: 30 }, (_, at) => `t${at}`).join(','))).toHaveLength(20);
});
