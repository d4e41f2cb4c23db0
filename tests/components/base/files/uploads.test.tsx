import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptedTypes, Uploads } from '#components/base/files/uploads.tsx';
import { type UploadsState, useUploads } from '#components/base/files/use-uploads.ts';
import { uploadPostPhoto } from '#services/content/posts/posts.ts';
import { connectionSignalled } from '#state/live/connection.ts';
import { useApi } from '#state/hooks.ts';
import { live } from '#state/live/live-events.ts';
import { onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { draw, type Drawn } from '../../setup/draw.tsx';
import { aFile } from '../../../setup/factories/files.ts';

/** The state as of the last render. */
const drawn: { state: UploadsState | null } = { state: null };
function Field({ layout }: { layout: 'list' | 'grid' }) {
  const api = useApi();
  const uploads = useUploads({
    send: (file, sending) => uploadPostPhoto(api, { files: { file }, body: {}, ...sending }),
    max: 6,
    customData: { album: 7 },
  });
  useEffect(() => {
    drawn.state = uploads;
  });
  return (
    <Uploads
      uploads={uploads}
      label="Add photos"
      accept={acceptedTypes.photo}
      layout={layout}
      ordered
      described
    />
  );
}
const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const start = (around: Drawn = {}, layout: 'list' | 'grid' = 'grid') =>
  draw(<Field layout={layout} />, {
    user: { isPerformer: true },
    answers: {
      'GET /files/:id/status': ({ params }) => aFile({ _id: params.id, state: 'processing', percent: 1 }),
    },
    ...around,
  });
const now = (): UploadsState => drawn.state!;
const order = () => now().items.map(({ name }) => name);

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});

describe('uploads', () => {
  it('run three at a time, each with its percentage and its custom data', async () => {
    const { hand, deps } = await start();
    const { uploads } = deps.api;
    await hand.upload(
      screen.getByLabelText('Add photos'),
      ['a', 'b', 'c', 'd', 'e'].map((name) => photo(`${name}.jpg`)),
    );
    expect(uploads).toHaveLength(3);
    expect(uploads[0]!.customData).toEqual({ album: 7, name: 'a.jpg' });
    expect(screen.getAllByText('Waiting')).toHaveLength(2);
    act(() => uploads[1]!.progress(30));
    expect(screen.getByText(/^30% of/)).toBeTruthy();
    uploads[0]!.arrive(aFile({ _id: 'f1' }));
    await waitFor(() => expect(uploads).toHaveLength(4));
    expect(now().fileIds).toEqual(['f1']);
    expect(now().busy).toBe(true);
  });

  it('that fail say why and can be retried; a removed one is aborted', async () => {
    const { hand, deps } = await start();
    await hand.upload(screen.getByLabelText('Add photos'), [photo('a.jpg'), photo('b.jpg')]);
    deps.api.uploads[0]!.fail(problem(422, { message: 'This isn’t a picture.' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This isn’t a picture.');
    await hand.click(screen.getByRole('button', { name: 'Try a.jpg again' }));
    deps.api.uploads[2]!.arrive(aFile({ _id: 'f9' }));
    await waitFor(() => expect(now().fileIds).toEqual(['f9']));
    await hand.click(screen.getByRole('button', { name: 'Cancel b.jpg' }));
    expect(deps.api.uploads[1]!.isStopped()).toBe(true);
    expect(order()).toEqual(['a.jpg']);
  });

  it('can be reordered by keyboard, with an announcement, and focus stays on the moved one', async () => {
    const { hand } = await start();
    await hand.upload(screen.getByLabelText('Add photos'), [photo('a.jpg'), photo('b.jpg'), photo('c.jpg')]);
    await hand.click(screen.getByRole('button', { name: 'Move c.jpg earlier' }));
    expect(order()).toEqual(['a.jpg', 'c.jpg', 'b.jpg']);
    expect(screen.getByRole('status').textContent).toBe('c.jpg is now 2 of 3.');
    await hand.keyboard('{Enter}');
    expect(order()).toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move c.jpg later' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move c.jpg earlier' }).disabled).toBe(true);
  });

  it('can be reordered by dragging', async () => {
    const { hand, container } = await start({}, 'list');
    await hand.upload(screen.getByLabelText('Add photos'), [photo('a.jpg'), photo('b.jpg'), photo('c.jpg')]);
    const rows = [...container.querySelectorAll('[data-entry]')];
    document.elementFromPoint = () => rows[2]!;
    const grip = rows[0]!.querySelector('[aria-hidden="true"][class*="grip"]')!;
    fireEvent.pointerDown(grip, { button: 0 });
    fireEvent.pointerMove(window, {});
    fireEvent.pointerUp(window);
    fireEvent.pointerMove(window, {});
    expect(order()).toEqual(['b.jpg', 'c.jpg', 'a.jpg']);
  });

  it('are tracked by the live connection until they are ready, keeping what was written about them', async () => {
    let ready = false;
    const { hand, deps, store } = await start({
      answers: {
        'GET /files/:id/status': ({ params }) =>
          aFile({ _id: params.id, state: ready ? 'ready' : 'processing', percent: 1 }),
      },
    });
    act(() => void store.dispatch(connectionSignalled('connect')));
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    deps.api.uploads[0]!.arrive(aFile({ _id: 'f1', state: 'queued', percent: 0 }));
    await waitFor(() => expect(now().busy).toBe(false));
    expect(now().processing).toBe(true);
    act(() => void store.dispatch(live['file/state']({ fileId: 'f1', state: 'processing', percent: 60 })));
    expect(await screen.findByText('Processing, 60%')).toBeTruthy();
    await hand.type(screen.getByLabelText('Description of a.jpg'), 'A bowl');
    ready = true;
    act(() => void store.dispatch(live['file/state']({ fileId: 'f1', state: 'ready', percent: 100 })));
    await waitFor(() => expect(now().processing).toBe(false));
    expect(now().alts).toEqual({ f1: 'A bowl' });
  });

  it('stay ready, even if an earlier reply arrives last', async () => {
    const slow = onItsWay<ReturnType<typeof aFile>>();
    let asked = 0;
    const { hand, deps, store } = await start({
      answers: { 'GET /files/:id/status': () => (asked++ === 0 ? slow.promise : aFile({ _id: 'f1' })) },
    });
    act(() => void store.dispatch(connectionSignalled('connect')));
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    deps.api.uploads[0]!.arrive(aFile({ _id: 'f1', state: 'queued', percent: 0 }));
    await waitFor(() => expect(asked).toBe(1));
    act(() => void store.dispatch(live['file/state']({ fileId: 'f1', state: 'ready', percent: 100 })));
    await waitFor(() => expect(now().processing).toBe(false));
    slow.resolve(aFile({ _id: 'f1', state: 'processing', percent: 40 }));
    await waitFor(() => expect(asked).toBe(3));
    await waitFor(() => expect(now().processing).toBe(false));
  });

  it('that another tab started processing again are tracked, not failed', async () => {
    const { hand, deps } = await start({
      answers: {
        'POST /files/:id/retry': () => {
          throw problem(409, {
            code: 'conflict',
            message: 'This file didn’t fail, so there’s nothing to retry.',
          });
        },
        'GET /files/:id/status': () => aFile({ _id: 'f1' }),
      },
    });
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    deps.api.uploads[0]!.arrive(aFile({ _id: 'f1', state: 'failed', reason: 'It is damaged.' }));
    await hand.click(await screen.findByRole('button', { name: 'Try a.jpg again' }));
    await waitFor(() => expect([now().failed, now().processing]).toEqual([false, false]));
  });

  it('whose processing failed are processed again, not uploaded again', async () => {
    const { hand, deps } = await start({ answers: { 'POST /files/:id/retry': () => aFile({ _id: 'f1' }) } });
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    deps.api.uploads[0]!.arrive(aFile({ _id: 'f1', state: 'failed', reason: 'It is damaged.' }));
    expect((await screen.findByRole('alert')).textContent).toBe('It is damaged.');
    await hand.click(screen.getByRole('button', { name: 'Try a.jpg again' }));
    await waitFor(() => expect(now().failed).toBe(false));
    expect(deps.api.uploads).toHaveLength(1);
  });

  it('are polled while there is no live connection', async () => {
    const { deps, hand, store } = await start();
    act(() => void store.dispatch(connectionSignalled('disconnect')));
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    deps.api.uploads[0]!.arrive(aFile({ _id: 'f1', state: 'queued', percent: 0 }));
    await waitFor(() => expect(now().processing).toBe(true));
    await screen.findByText('Processing, 1%');
    deps.api.answer({ 'GET /files/:id/status': () => aFile({ _id: 'f1' }) });
    await waitFor(() => expect(now().processing).toBe(false), { timeout: 4_000 });
    const asked = deps.api.routes().filter((route) => route === 'GET /files/:id/status').length;
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(deps.api.routes().filter((route) => route === 'GET /files/:id/status')).toHaveLength(asked);
  });

  it('ask for confirmation before leaving the page, by closing the tab or by a link, only while one is in progress', async () => {
    const asked = vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { hand, deps } = await start();
    const leaving = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(leaving()).toBe(true);
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    await screen.findByRole('button', { name: 'Cancel a.jpg' });
    expect(leaving()).toBe(false);
    deps.api.uploads[0]!.arrive(aFile());
    await waitFor(() => expect(leaving()).toBe(true));
    asked.mockRestore();
  });

  it.each([
    [413, 'too_large', 'That’s too large. The limit is 25 MB.'],
    [422, 'removed_picture', 'This picture was removed from the site before, so it can’t be uploaded again.'],
  ])('are rejected permanently for %i %s, with the reason', async (status, code, message) => {
    const { hand, deps } = await start();
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    deps.api.uploads[0]!.fail(problem(status, { code, message }));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.queryByRole('button', { name: 'Try a.jpg again' })).toBeNull();
  });

  it('that the server would refuse for their size aren’t sent, say why, and can only be removed', async () => {
    const { hand, deps } = await start();
    const huge = photo('huge.jpg');
    Object.defineProperty(huge, 'size', { value: 31_000_000 });
    await hand.upload(screen.getByLabelText('Add photos'), [
      huge,
      new File([], 'empty.jpg', { type: 'image/jpeg' }),
      photo('a.jpg'),
    ]);
    expect(deps.api.uploads).toHaveLength(1);
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Pictures can be up to 25 MB. This one is 31 MB.',
      'This file is empty.',
    ]);
    expect(screen.queryByRole('button', { name: /Try .* again/ })).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Remove huge.jpg' }));
    expect(order()).toEqual(['empty.jpg', 'a.jpg']);
  });

  it('say how fast they are and how long they take, once that is known', async () => {
    const { hand, deps } = await start({}, 'list');
    const big = photo('big.jpg');
    Object.defineProperty(big, 'size', { value: 20_000_000 });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    await hand.upload(screen.getByLabelText('Add photos'), [big]);
    clock.mockReturnValue(11_000);
    act(() => deps.api.uploads[0]!.progress(10));
    expect(screen.getByText('10% of 20 MB')).toBeTruthy();
    clock.mockReturnValue(14_000);
    act(() => deps.api.uploads[0]!.progress(40));
    expect(screen.getByText('40% of 20 MB · 2.0 MB/s · 6 s left')).toBeTruthy();
    clock.mockRestore();
  });

  it('beyond the maximum number are rejected, and named', async () => {
    const { hand } = await start();
    await hand.upload(
      screen.getByLabelText('Add photos'),
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => photo(`${name}.jpg`)),
    );
    expect(now().items).toHaveLength(6);
    expect(screen.getByLabelText<HTMLInputElement>('Add photos').disabled).toBe(true);
    expect(screen.getByRole('alert').textContent).toBe('You can add up to 6 files. Not added: g.jpg.');
    await hand.click(screen.getByRole('button', { name: /(Cancel|Remove) a.jpg/ }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
