import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { noAvatar } from '#lib/thumbnail.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { MediaGrid, singleRatio } from '#ui/layout/media-grid.tsx';
import { Picture, pickSources } from '#ui/content/picture.tsx';
import { UploadDrop, accepts } from '#ui/forms/upload-drop.tsx';
import { UploadRow } from '#ui/forms/upload-row.tsx';

const source = (width: number) => ({ url: `/${width}.webp`, width, height: width / 2 });

describe('an image', () => {
  it('offers its sizes, smallest first, and keeps its box', () => {
    const { container } = render(
      <Picture sources={[source(1280), source(320)]} alt="A bowl" sizes="320px" />,
    );
    const image = screen.getByRole('img', { name: 'A bowl' });
    expect(image.getAttribute('srcset')).toBe('/320.webp 320w, /1280.webp 1280w');
    expect([image.getAttribute('sizes'), image.getAttribute('src'), image.getAttribute('loading')]).toEqual([
      '320px',
      '/1280.webp',
      'lazy',
    ]);
    expect((container.firstElementChild as HTMLElement).style.aspectRatio).toMatch(/^2( \/ 1)?$/);
  });
  it('has its color before it loads, and only that if it may not be shown', () => {
    const { container } = render(<Picture sources={[]} alt="" placeholder="AQIDBAU=" />);
    expect((container.firstElementChild as HTMLElement).style.backgroundColor).toMatch(/^rgb/);
    expect(container.querySelector('img')).toBeNull();
  });
  it('loads early if it is in the first view', () => {
    render(<Picture sources={[source(320)]} alt="A bowl" priority />);
    const image = screen.getByRole('img', { name: 'A bowl' });
    expect([
      image.getAttribute('loading'),
      image.getAttribute('fetchpriority'),
      image.getAttribute('srcset'),
    ]).toEqual(['eager', 'high', null]);
  });
  it('can be missing', () => expect(pickSources([])).toEqual({}));
});

it('an avatar falls back to the default image, once', () => {
  render(<Avatar src="/gone.webp" name="Mara" />);
  const image = screen.getByRole('img', { name: 'Mara' });
  fireEvent.error(image);
  expect(image.getAttribute('src')).toBe(noAvatar);
  fireEvent.error(image);
  expect(image.getAttribute('src')).toBe(noAvatar);
});

describe('a media grid', () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${at}`,
      kind: at === 1 ? ('video' as const) : ('photo' as const),
      sources: [source(320)],
      duration: at === 1 ? 192 : null,
    }));
  it.each([
    [0, 0, null],
    [1, 1, null],
    [2, 2, null],
    [3, 3, null],
    [4, 4, null],
    [7, 4, '+3 more'],
  ])('shows %i as %i', (count, shown, more) => {
    render(<MediaGrid items={items(count)} onOpen={() => {}} />);
    expect(screen.queryAllByRole('button')).toHaveLength(shown);
    expect(more === null || screen.getAllByRole('button')[3]?.textContent).toBe(more ?? true);
  });
  it('opens the pressed item and labels videos with their duration', async () => {
    const open = vi.fn();
    render(<MediaGrid items={items(3)} onOpen={open} />);
    await userEvent.click(screen.getByRole('button', { name: /Video 2 of 3/ }));
    expect(open).toHaveBeenCalledWith(1);
    expect(screen.getByText('3:12')).toBeTruthy();
  });
  it("keeps a single image's aspect ratio within limits", () => {
    expect([
      singleRatio({ width: 100, height: 1000 }),
      singleRatio({ width: 1000, height: 100 }),
      singleRatio({ width: 3, height: 2 }),
      singleRatio({}),
    ]).toEqual([0.8, 2, 1.5, 4 / 3]);
  });
});

describe('an upload', () => {
  const file = (name: string, type: string) => new File(['x'], name, { type });
  it.each([
    { accept: 'image/*', name: 'a.png', type: 'image/png', taken: true },
    { accept: 'image/*', name: 'a.pdf', type: 'application/pdf', taken: false },
    { accept: '.pdf, image/jpeg', name: 'A.PDF', type: '', taken: true },
    { accept: 'image/jpeg', name: 'a.jpg', type: 'image/jpeg', taken: true },
    { accept: 'video/*,.mkv', name: 'a.mkv', type: '', taken: true },
    { accept: 'video/*', name: 'a.r3d', type: 'application/octet-stream', taken: true },
    { accept: 'video/*', name: 'a.ts', type: 'text/vnd.trolltech.linguist', taken: true },
    { accept: 'audio/*', name: 'a.3gp', type: 'video/3gpp', taken: true },
    { accept: 'video/*', name: 'a.jpg', type: 'image/jpeg', taken: false },
    { accept: 'video/*', name: 'a.txt', type: 'text/plain', taken: false },
    { accept: 'image/jpeg,video/*', name: 'a.heic', type: 'image/heic', taken: false },
  ])('$accept accepts $name: $taken', ({ accept, name, type, taken }) =>
    expect(accepts(accept, file(name, type))).toBe(taken),
  );

  const setUp = (multiple: boolean) => {
    const onFiles = vi.fn();
    render(<UploadDrop label="Add photos" accept="image/*" multiple={multiple} onFiles={onFiles} />);
    return { onFiles, names: () => onFiles.mock.lastCall?.[0].map((each: File) => each.name) };
  };
  const files = [file('a.png', 'image/png'), file('b.txt', 'text/plain'), file('c.png', 'image/png')];

  it('can be picked', async () => {
    const { names } = setUp(true);
    await userEvent.upload(screen.getByLabelText('Add photos'), files, { applyAccept: false });
    expect(names()).toEqual(['a.png', 'c.png']);
  });
  it('can be picked before the page is hydrated', () => {
    const onFiles = vi.fn();
    const field = <UploadDrop label="Add photos" accept="image/*" onFiles={onFiles} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(field);
    Object.defineProperty(container.querySelector('input'), 'files', { value: [files[0]] });
    render(field, { container, hydrate: true });
    expect(onFiles).toHaveBeenCalledExactlyOnceWith([files[0]]);
  });
  it('can be dropped, with all files passed on even where one is wanted, because the caller decides', () => {
    const { names } = setUp(false);
    fireEvent.drop(screen.getByLabelText('Add photos'), { dataTransfer: { files } });
    expect(names()).toEqual(['a.png', 'c.png']);
  });
  it('shows the newest of a refused file and the form’s own errors', () => {
    const field = (error: string | null) => (
      <UploadDrop label="Add photos" accept="image/*" onFiles={() => {}} error={error} />
    );
    const { rerender } = render(field('Add a photo.'));
    const refuse = () =>
      fireEvent.drop(screen.getByLabelText('Add photos'), { dataTransfer: { files: [files[1]] } });
    const shown = () => document.querySelector('[id$="-error"]')?.textContent;
    expect(shown()).toBe('Add a photo.');
    refuse();
    expect(shown()).toContain('b.txt: this file type isn’t supported here.');
    // The form takes its own back while the refusal is still true.
    rerender(field(null));
    expect(shown()).toContain('b.txt');
    rerender(field('A photo is still being processed.'));
    expect(shown()).toBe('A photo is still being processed.');
    rerender(field(null));
    expect(shown()).toBeUndefined();
    rerender(field('Add a photo.'));
    refuse();
    expect(shown()).toContain('b.txt');
  });
  it('pastes files and ignores text', () => {
    const { onFiles } = setUp(true);
    expect(fireEvent.paste(document.body, { clipboardData: { files: [] } })).toBe(true);
    expect(onFiles).not.toHaveBeenCalled();
    expect(fireEvent.paste(document.body, { clipboardData: { files } })).toBe(false);
    expect(onFiles).toHaveBeenCalledOnce();
  });

  it('shows progress, can be canceled, says why it failed, can be retried', async () => {
    const [remove, retry] = [vi.fn(), vi.fn()];
    const { rerender } = render(
      <UploadRow name="a.png" bytes={2_000_000} state="uploading" percent={42} onRemove={remove} />,
    );
    expect(screen.getByRole('progressbar', { name: 'Upload of a.png' }).getAttribute('aria-valuenow')).toBe(
      '42',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel a.png' }));
    rerender(
      <UploadRow
        name="a.png"
        bytes={2_000_000}
        state="failed"
        reason="Too large."
        onRemove={remove}
        onRetry={retry}
      />,
    );
    expect(screen.getByRole('alert').textContent).toBe('Too large.');
    await userEvent.click(screen.getByRole('button', { name: 'Try a.png again' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove a.png' }));
    expect([remove.mock.calls.length, retry.mock.calls.length]).toEqual([2, 1]);
  });
});
