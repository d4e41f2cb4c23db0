import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileView } from '#contract/core/schemas.ts';
import { toBars } from '#components/content/videos/wave.tsx';
import { pressKey } from '#components/content/videos/player-keys.ts';
import { AudioPlayer, VideoPlayer, type VideoPlayerProps } from '#components/content/videos/players.tsx';
import { listQualities } from '#components/content/videos/video-source.ts';
import { aFile, aFilm } from '../../../setup/factories/files.ts';

/** The part of a media element that the player uses, because jsdom plays nothing. */
function fakeMedia() {
  const proto = HTMLMediaElement.prototype;
  const state = new WeakMap<HTMLMediaElement, { paused: boolean; time: number; played: boolean }>();
  const of = (media: HTMLMediaElement) => {
    const known = state.get(media) ?? { paused: true, time: 0, played: false };
    state.set(media, known);
    return known;
  };
  const define = (name: string, descriptor: PropertyDescriptor) =>
    Object.defineProperty(proto, name, { configurable: true, ...descriptor });
  define('paused', {
    get(this: HTMLMediaElement) {
      return of(this).paused;
    },
  });
  define('currentTime', {
    get(this: HTMLMediaElement) {
      return of(this).time;
    },
    set(this: HTMLMediaElement, time: number) {
      of(this).time = time;
      this.dispatchEvent(new Event('timeupdate'));
    },
  });
  define('played', {
    get(this: HTMLMediaElement) {
      return { length: of(this).played ? 1 : 0 };
    },
  });
  define('duration', { get: () => 192 });
  define('buffered', { get: () => ({ length: 1, start: () => 0, end: () => 60 }) });
  define('readyState', { get: () => 4 });
  vi.spyOn(proto, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    Object.assign(of(this), { paused: false, played: true });
    this.dispatchEvent(new Event('play'));
    this.dispatchEvent(new Event('playing'));
  });
  vi.spyOn(proto, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    of(this).paused = true;
    this.dispatchEvent(new Event('pause'));
  });
  vi.spyOn(proto, 'canPlayType').mockReturnValue('');
}

const original = Object.getOwnPropertyDescriptors(HTMLMediaElement.prototype);
beforeEach(() => {
  fakeMedia();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 0));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of ['paused', 'currentTime', 'played', 'duration', 'buffered', 'readyState'] as const)
    Object.defineProperty(HTMLMediaElement.prototype, name, original[name]);
});

async function show(props: Partial<VideoPlayerProps> = {}, file: FileView = aFilm()) {
  const drawn = render(<VideoPlayer file={file} label="Centring" {...props} />);
  const video = drawn.container.querySelector('video')!;
  expect(video.hasAttribute('controls')).toBe(true);
  const seek = await screen.findByRole<HTMLInputElement>('slider', { name: 'Seek' });
  return { ...drawn, video, seek };
}
const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key });

describe('our controls', () => {
  it("replace the platform's once the page is idle, with the same video in the same box", async () => {
    const { video, seek } = await show();
    expect(video.hasAttribute('controls')).toBe(false);
    expect([video.getAttribute('src'), video.preload]).toEqual(['/media/f/v1/720.mp4?k=own', 'none']);
    expect(seek.getAttribute('aria-valuetext')).toBe('0:00 of 3:12');
    expect(screen.getByRole('group', { name: 'Controls for Centring, 3:12' })).toBeTruthy();
  });

  it('play, pause, seek, mute and show the position', async () => {
    const { video, seek } = await show();
    fireEvent.click(screen.getAllByRole('button', { name: 'Play' })[0]!);
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy();
    fireEvent.change(seek, { target: { value: '96' } });
    expect([video.currentTime, seek.getAttribute('aria-valuetext')]).toEqual([96, '1:36 of 3:12']);
    fireEvent.click(screen.getByRole('button', { name: 'Mute' }));
    expect(video.muted).toBe(true);
    // jsdom doesn't fire this event.
    act(() => void video.dispatchEvent(new Event('volumechange')));
    expect(JSON.parse(localStorage.getItem('player:volume')!)).toMatchObject({ muted: true });
  });

  it('start at the last volume', async () => {
    localStorage.setItem('player:volume', JSON.stringify({ volume: 0.3, muted: false }));
    const { video } = await show();
    expect(video.volume).toBeCloseTo(0.3);
    act(() => void video.dispatchEvent(new Event('volumechange')));
    expect(screen.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('30%');
  });

  it("are complete at once: volume, position and keys don't load later", async () => {
    localStorage.setItem('player:volume', JSON.stringify({ volume: 0.3, muted: true }));
    const { container } = render(<VideoPlayer file={aFilm()} resume={{ at: 84, keep: () => {} }} isMain />);
    const video = container.querySelector('video')!;
    // Mutation observers run between the commit and React's passive effects.
    const onArrival = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (!container.querySelector('[aria-label=Seek]')) return;
        observer.disconnect();
        press('k');
        resolve({ volume: video.volume, muted: video.muted, time: video.currentTime, paused: video.paused });
      }).observe(container, { childList: true, subtree: true });
    });
    await screen.findByRole('slider', { name: 'Seek' });
    expect(await onArrival).toEqual({ volume: 0.3, muted: true, time: 84, paused: false });
  });

  it('offer speeds, and qualities if there are several; changing one keeps the position', async () => {
    const { video } = await show();
    fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '1.5' } });
    expect(video.playbackRate).toBe(1.5);
    video.currentTime = 40;
    fireEvent.change(screen.getByRole('combobox', { name: 'Quality' }), { target: { value: 'mp4-480' } });
    expect([video.getAttribute('src'), video.currentTime, video.playbackRate]).toEqual([
      '/media/f/v1/480.mp4?k=own',
      40,
      1.5,
    ]);
  });

  it('resume where the viewer left off, say so, and can start over', async () => {
    const keep = vi.fn();
    const { video } = await show({ resume: { at: 84, keep } });
    expect(video.currentTime).toBe(84);
    expect(await screen.findByText('Resumed at 1:24')).toBeTruthy();
    await act(() => video.play());
    act(() => video.pause());
    expect(keep).toHaveBeenLastCalledWith(84);
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(video.currentTime).toBe(0);
    expect(screen.queryByText('Resumed at 1:24')).toBeNull();
    act(() => void video.dispatchEvent(new Event('ended')));
    expect(keep).toHaveBeenLastCalledWith(0);
  });

  it.each([2, 190, null])(
    "don't resume from the first seconds, the last ones or without a position: %s",
    async (at) => {
      const { video } = await show({ resume: { at, keep: () => {} } });
      expect(video.currentTime).toBe(0);
      expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
    },
  );

  it('report a view once, and request new URLs when the old ones have expired', async () => {
    const [onPlay, onStale] = [vi.fn(), vi.fn()];
    const { video, rerender } = await show({ onPlay, onStale });
    await act(() => video.play());
    await act(() => video.play());
    expect(onPlay).toHaveBeenCalledTimes(1);
    act(() => void video.dispatchEvent(new Event('error')));
    expect(onStale).toHaveBeenCalledTimes(1);
    const fresh = aFilm({
      sources: aFilm().sources.map((source) => ({ ...source, url: source.url.replace('k=own', 'k=new') })),
    });
    rerender(<VideoPlayer file={fresh} label="Centring" onPlay={onPlay} onStale={onStale} />);
    await waitFor(() => expect(video.getAttribute('src')).toBe('/media/f/v1/720.mp4?k=new'));
  });
});

describe('keys', () => {
  it('work while the player has focus', async () => {
    const { video, seek } = await show();
    video.currentTime = 50;
    press('ArrowRight', seek);
    expect(video.currentTime).toBe(55);
    press('j', seek);
    expect(video.currentTime).toBe(45);
    press('5', seek);
    expect(video.currentTime).toBe(96);
    press('m', seek);
    expect(video.muted).toBe(true);
    press('k', seek);
    expect(video.paused).toBe(false);
    press('k');
    expect(video.paused).toBe(false);
  });

  it("work on the video's whole page, except those that scroll", async () => {
    const { video } = await show({ isMain: true });
    press('k');
    expect(video.paused).toBe(false);
    video.currentTime = 50;
    press('ArrowDown');
    expect(video.volume).toBe(1);
    // Pages don't scroll sideways.
    press('ArrowRight');
    expect(video.currentTime).toBe(55);
    press('ArrowLeft');
    expect(video.currentTime).toBe(50);
    press('l');
    expect(video.currentTime).toBe(60);
  });

  it('leave fields, buttons and browser shortcuts alone', () => {
    const media = document.createElement('video');
    const actions = { media, duration: 100 };
    const field = document.createElement('textarea');
    const button = document.createElement('button');
    const plain = { ctrlKey: false, metaKey: false, altKey: false };
    expect(pressKey({ ...plain, key: 'k', target: field }, actions)).toBe(false);
    expect(pressKey({ ...plain, key: ' ', target: button }, actions)).toBe(false);
    expect(pressKey({ ...plain, key: 'f', ctrlKey: true, target: document.body }, actions)).toBe(false);
    expect(pressKey({ ...plain, key: 'x', target: document.body }, actions)).toBe(false);
    expect(pressKey({ ...plain, key: '3', target: button }, actions)).toBe(true);
    expect(media.currentTime).toBe(30);
  });
});

describe('qualities', () => {
  const file = aFilm({
    sources: [
      ...aFilm().sources,
      { url: '/media/f/v1/index.m3u8', mime: 'application/vnd.apple.mpegurl', kind: 'hls', height: null },
    ],
  });
  it('include a playlist only if the browser plays one', () => {
    const video = document.createElement('video');
    expect(listQualities(file, video).map(({ label }) => label)).toEqual(['720p', '480p']);
    vi.mocked(HTMLMediaElement.prototype.canPlayType).mockReturnValue('maybe');
    expect(listQualities(file, video).map(({ label }) => label)).toEqual(['Auto', '720p', '480p']);
  });
});

describe('an audio recording', () => {
  it('shows its waveform, which also seeks', async () => {
    const { container } = render(
      <AudioPlayer
        file={aFile({
          mime: 'audio/mp4',
          duration: 192,
          peaks: [10, 90, 40],
          sources: [{ url: '/media/f/a/source.m4a', mime: 'audio/mp4', kind: 'mp4', height: null }],
        })}
      />,
    );
    const seek = await screen.findByRole('slider', { name: 'Seek' });
    const audio = container.querySelector('audio')!;
    fireEvent.change(seek, { target: { value: '48' } });
    expect([audio.currentTime, seek.getAttribute('aria-valuetext')]).toEqual([48, '0:48 of 3:12']);
    fireEvent.keyDown(seek, { key: 'ArrowRight' });
    expect(audio.currentTime).toBe(53);
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy();
    expect(container.querySelectorAll('svg path').length).toBeGreaterThan(1);
  });

  it('resumes, says so, and starts over; its position is saved at most every twelve seconds', async () => {
    const keep = vi.fn();
    const { container } = render(
      <AudioPlayer file={aFile({ mime: 'audio/mp4', duration: 192 })} resume={{ at: 84, keep }} />,
    );
    await screen.findByText('Resumed at 1:24');
    const audio = container.querySelector('audio')!;
    expect(audio.currentTime).toBe(84);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(20_000);
    await act(() => audio.play());
    const at = (now: number, time: number) => {
      clock.mockReturnValue(now);
      act(() => void (audio.currentTime = time));
    };
    at(20_000, 85);
    at(31_999, 96);
    expect(keep.mock.calls).toEqual([[85]]);
    at(32_000, 97);
    expect(keep.mock.calls).toEqual([[85], [97]]);
    clock.mockRestore();
    act(() => void (audio.currentTime = 84));
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(audio.currentTime).toBe(0);
  });

  it('of less than a minute has no position to save', async () => {
    const keep = vi.fn();
    const { container } = render(
      <AudioPlayer file={aFile({ mime: 'audio/mp4', duration: 59 })} resume={{ at: null, keep }} />,
    );
    await screen.findByRole('slider', { name: 'Seek' });
    const audio = container.querySelector('audio')!;
    await act(() => audio.play());
    act(() => audio.pause());
    expect(keep).not.toHaveBeenCalled();
  });

  it('draws as many bars as fit, the loudest of each section', () => {
    expect(toBars([1, 2, 3])).toEqual([1, 2, 3]);
    const many = toBars(Array.from({ length: 1_000 }, (_, at) => (at === 500 ? 100 : 10)));
    expect([many.length, Math.max(...many), many.filter((bar) => bar === 100).length]).toEqual([96, 100, 1]);
    expect(new Set(toBars(null))).toEqual(new Set([20]));
  });
});
