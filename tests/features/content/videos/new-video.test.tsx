import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NewVideoView } from '#features/content/videos/new-video-view.tsx';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';
import { anOwnVideo } from '../../../setup/factories/videos.ts';

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});

const editRoute = 'PUT /performer/performer-assets/videos/edit/:id';
const film = () => new File(['x'], 'Morning_glaze.mp4', { type: 'video/mp4' });
const start = (drawn: Drawn = {}) => draw(<NewVideoView />, { user: { isPerformer: true }, ...drawn });
const bodyOf = ({ deps }: Awaited<ReturnType<typeof draw>>, route: string) =>
  (deps.api.calls.find(([name]) => name === route)?.[1] as { body?: Record<string, unknown> } | undefined)
    ?.body;

describe('a new video', () => {
  it('is saved automatically once its file has uploaded, unless somebody keeps editing', async () => {
    const draft = anOwnVideo({ title: 'Morning glaze', state: 'draft' });
    const drawn = await start({ answers: { [editRoute]: () => anOwnVideo({ state: 'draft' }) } });
    const { hand, deps, went } = drawn;
    await hand.upload(screen.getByLabelText('Add a video'), film());
    await hand.type(screen.getByLabelText('Title'), 'At the wheel');
    await hand.click(screen.getByRole('button', { name: 'Save as draft' }));
    await hand.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(screen.queryByText('Saving as soon as every file has been uploaded.')).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Save as draft' }));
    expect(await screen.findByText('Saving as soon as every file has been uploaded.')).toBeTruthy();
    expect(deps.api.routes()).not.toContain(editRoute);
    act(() => deps.api.cloud[0]!.arrive({ filename: '1732.mp4', path: 'uploads/me/1732.mp4' }));
    await waitFor(() => expect(deps.api.uploads).toHaveLength(1));
    deps.api.uploads[0]!.arrive(draft);
    await waitFor(() => expect(went).toEqual(['/creator/videos']));
    expect(bodyOf(drawn, editRoute)).toMatchObject({ title: 'At the wheel', state: 'draft' });
  });

  it('keeps its text and file across a reload, and starts empty once it is saved', async () => {
    const draft = anOwnVideo({ title: 'Morning glaze', state: 'draft', description: '' });
    const first = await start();
    await first.hand.upload(screen.getByLabelText('Add a video'), film());
    first.deps.api.cloud[0]!.arrive({ filename: '1732.mp4', path: 'uploads/me/1732.mp4' });
    await waitFor(() => expect(first.deps.api.uploads).toHaveLength(1));
    first.deps.api.uploads[0]!.arrive(draft);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Morning glaze'));
    await first.hand.type(screen.getByLabelText(/^Description/), 'Six minutes at the wheel.');
    first.unmount();

    const again = await start({
      answers: {
        'GET /performer/performer-assets/videos/:id/view': () => draft,
        [editRoute]: () => anOwnVideo({ state: 'draft' }),
      },
    });
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Description/)).value).toBe(
      'Six minutes at the wheel.',
    );
    expect(screen.queryByLabelText('Add a video')).toBeNull();
    await again.hand.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(again.went).toEqual(['/creator/videos']));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
    again.unmount();

    await start();
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Description/)).value).toBe('');
    expect(screen.getByLabelText('Add a video')).toBeTruthy();
  });
});
