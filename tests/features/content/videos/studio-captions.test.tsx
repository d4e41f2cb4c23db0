import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EditVideoView } from '#features/content/videos/edit-video-view.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aFilm } from '../../../setup/factories/files.ts';
import { anOwnVideo } from '../../../setup/factories/videos.ts';

const page = <T,>(data: T[]) => ({ data, total: data.length, nextCursor: null });

describe('editing a video', () => {
  it('adds captions in a language at once, and removes them', async () => {
    const setRoute = 'PUT /performer/performer-assets/videos/:id/captions';
    const withGerman = anOwnVideo({
      file: aFilm({ captions: [{ language: 'de', url: '/media/f/v1/captions-de-1.vtt' }] }),
    });
    const languages = page([
      { code: 'de', name: 'German', nativeName: 'Deutsch' },
      { code: 'en', name: 'English', nativeName: 'English' },
    ]);
    const { hand, deps } = await draw(<EditVideoView />, {
      user: { isPerformer: true },
      path: '/creator/videos/vid-1?id=vid-1',
      answers: {
        'GET /performer/media-items/:kind/:id/people': () => ({ data: [], releasesRequired: false }),
        'GET /performer/performer-assets/videos/:id/view': () => anOwnVideo(),
        'GET /files/:id/status': () => aFilm(),
        'GET /languages/list': () => languages,
        [setRoute]: () => withGerman,
        'DELETE /performer/performer-assets/videos/remove-file/:id': () => anOwnVideo(),
      },
    });
    await hand.selectOptions(await screen.findByLabelText('Language of the captions'), 'German');
    const input = screen.getByLabelText('WebVTT file');
    await hand.upload(input, new File(['x'.repeat(205_000)], 'long.vtt', { type: 'text/vtt' }));
    expect(await screen.findByText('This file is too large. Captions can be at most 200 kB.')).toBeTruthy();
    await hand.upload(
      input,
      new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nTon.\n'], 'ton.vtt', { type: 'text/vtt' }),
    );
    expect(
      within(await screen.findByRole('list', { name: 'Added captions' })).getByText('Deutsch'),
    ).toBeTruthy();
    expect(deps.api.calls).toContainEqual([
      setRoute,
      {
        params: { id: 'vid-1' },
        body: { language: 'de', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nTon.\n' },
      },
    ]);
    await hand.click(screen.getByRole('button', { name: 'Remove the captions in Deutsch' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Added captions' })).toBeNull());
    expect(deps.api.calls).toContainEqual([
      'DELETE /performer/performer-assets/videos/remove-file/:id',
      { params: { id: 'vid-1' }, body: { type: 'captions', language: 'de' } },
    ]);
    deps.api.answer({
      [setRoute]: () => {
        throw problem(422, { message: 'Line 3 ends before it begins.' });
      },
    });
    await hand.upload(input, new File(['WEBVTT'], 'bad.vtt', { type: 'text/vtt' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Line 3 ends before it begins.');
  });
});
