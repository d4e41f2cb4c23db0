import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VideoPlayer } from '#components/content/videos/players.tsx';
import { aFilm } from '../../../setup/factories/files.ts';

/** A text track as browsers provide for each `<track>`, because jsdom has none. */
class FakeTrack extends EventTarget {
  mode = 'disabled';
  cues: { line: number | 'auto' }[] = [{ line: 'auto' }, { line: 12 }];
  language: string;
  constructor(language: string) {
    super();
    this.language = language;
  }
}
const kept = new WeakMap<Element, FakeTrack>();
const trackOf = (element: Element): FakeTrack => {
  const known = kept.get(element) ?? new FakeTrack(element.getAttribute('srclang') ?? '');
  kept.set(element, known);
  return known;
};

beforeEach(() => {
  Object.defineProperty(HTMLMediaElement.prototype, 'textTracks', {
    configurable: true,
    get(this: HTMLMediaElement) {
      return [...this.querySelectorAll('track')].map(trackOf);
    },
  });
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 0));
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'textTracks');
});

const captions = (...languages: string[]) =>
  languages.map((language) => ({ language, url: `/media/f/v1/captions-${language}-1.vtt?k=own` }));
async function show(...languages: string[]) {
  const drawn = render(
    <VideoPlayer
      file={aFilm(languages.length > 0 ? { captions: captions(...languages) } : {})}
      label="Centring"
      isMain
    />,
  );
  await screen.findByRole('slider', { name: 'Seek' });
  const modes = () =>
    Object.fromEntries(
      [...drawn.container.querySelectorAll('track')].map((element) => [
        element.getAttribute('srclang'),
        trackOf(element).mode,
      ]),
    );
  return { ...drawn, modes };
}

describe('captions in the player', () => {
  it("aren't offered for a video without any", async () => {
    const { container } = await show();
    expect(container.querySelector('track')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Captions' })).toBeNull();
  });

  it('in one language are turned on and off with a button and with "c", and remembered on this device', async () => {
    const first = await show('de');
    expect(first.container.querySelector('track')?.getAttribute('src')).toBe(
      '/media/f/v1/captions-de-1.vtt?k=own',
    );
    expect(screen.queryByRole('combobox', { name: 'Caption language' })).toBeNull();
    const button = screen.getByRole('button', { name: 'Captions', pressed: false });
    expect(first.modes()).toEqual({ de: 'disabled' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(first.modes()).toEqual({ de: 'showing' });
    fireEvent.keyDown(document.body, { key: 'c' });
    await waitFor(() => expect(first.modes()).toEqual({ de: 'disabled' }));
    fireEvent.keyDown(document.body, { key: 'c' });
    first.unmount();
    const again = await show('de');
    expect(again.modes()).toEqual({ de: 'showing' });
  });

  it("in several languages: one at a time, the viewer's own first", async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-CA', 'en']);
    const { modes } = await show('en', 'fr', 'de');
    await userEvent.click(await screen.findByRole('button', { name: 'Captions', pressed: false }));
    await waitFor(() => expect(modes()).toEqual({ en: 'disabled', fr: 'showing', de: 'disabled' }));
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Caption language' });
    expect([...choice.options].map(({ text }) => text)).toEqual([
      'No captions',
      'English',
      'Français',
      'Deutsch',
    ]);
    await userEvent.selectOptions(choice, 'Deutsch');
    expect(modes()).toEqual({ en: 'disabled', fr: 'disabled', de: 'showing' });
    await userEvent.selectOptions(choice, 'No captions');
    expect(screen.getByRole('button', { name: 'Captions', pressed: false })).toBeTruthy();
  });

  it('appear above the controls, unless they specify a position', async () => {
    const { container } = await show('en');
    fireEvent.keyDown(document.body, { key: 'c' });
    const track = trackOf(container.querySelector('track')!);
    track.dispatchEvent(new Event('cuechange'));
    expect(track.cues.map(({ line }) => line)).toEqual([-4, 12]);
  });
});
