import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation, Message } from '#contract/talk/messages/messages.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { summarizePeaks } from '#lib/voice/peaks.ts';
import { isVoiceTooLong, voiceTooLongText } from '#lib/voice/voice-length.ts';
import { deleteAllRecordings } from '#state/messages/voice/saved-recordings.ts';
import { messageServer } from '../../../state/setup/messages.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';
import { plugIn } from '../../../setup/microphone.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';

const aSound = (id: string) =>
  aFile({
    _id: id,
    type: 'message-audio',
    mime: 'audio/mp4',
    duration: 12,
    peaks: [10, 100],
    url: `/media/f/${id}/sound.m4a`,
    sources: [{ url: `/media/f/${id}/sound.m4a`, mime: 'audio/mp4', kind: 'mp4', height: null }],
  });
const aVoice = (seq: number, changes: Partial<Message> = {}) =>
  aMessage(seq, { type: 'voice', text: '', files: [aSound(`s${seq}`)], ...changes });

async function open(
  messages: Message[],
  { answers, ...drawn }: Drawn = {},
  changes: Partial<Conversation> = {},
) {
  const conversation = aConversation('c1', { lastSeq: messages.length, ...changes });
  const drawing = await draw(<ConversationView />, {
    path: '/messages/c1?id=c1',
    ...drawn,
    answers: {
      ...messageServer(messages),
      'GET /conversations': () => ({ data: [conversation], total: 1, isMore: false }),
      'GET /conversations/:id': () => conversation,
      ...answers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: /Lena/ });
  return drawing;
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const start = async () => {
  press('Record a voice message');
  await screen.findByRole('button', { name: 'Stop recording' });
};
/** Lets the recorder run. */
const speak = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

let microphone: ReturnType<typeof plugIn>;
beforeEach(() => {
  microphone = plugIn();
  HTMLMediaElement.prototype.play = vi.fn(async function play(this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { configurable: true, value: false });
    this.dispatchEvent(new Event('play'));
  });
  HTMLMediaElement.prototype.pause = vi.fn(function pause(this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { configurable: true, value: true });
    this.dispatchEvent(new Event('pause'));
  });
});
afterEach(async () => {
  await deleteAllRecordings();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('recording', () => {
  it('pauses, resumes, can be heard, and is sent with its waveform', async () => {
    const { deps } = await open([aMessage(1)]);
    await start();
    await speak(350);
    press('Pause recording');
    expect(microphone.recorders()[0]!.state).toBe('paused');
    press('Resume recording');
    await speak(450);
    press('Stop recording');
    expect(microphone.track.stop).toHaveBeenCalled();
    expect(screen.getByRole('group', { name: /^Your recording, 0:0/ })).toBeTruthy();
    expect(screen.getByText('Recording finished. Listen to it, send it or discard it.')).toBeTruthy();
    press('Send');
    await waitFor(() => expect(deps.api.uploads).toHaveLength(1));
    const { body } = deps.api.uploads[0] as { body: { seconds: number; peaks: string } };
    expect(body.seconds).toBeGreaterThan(0.7);
    expect(body.peaks.split(',').map(Number)).toContain(100);
    expect(await screen.findByRole('group', { name: /^Your voice message/ })).toBeTruthy();
    expect(screen.getByText('Sending')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Record a voice message' })),
    );
  });

  it('stops by itself at the limit and says so', async () => {
    await open([aMessage(1)], { settings: { voiceMessageSeconds: 1 } });
    await start();
    expect(
      await screen.findByText(
        'Recording stopped after 1 second, the longest a voice message can be.',
        undefined,
        {
          timeout: 4_000,
        },
      ),
    ).toBeTruthy();
    expect(microphone.recorders()[0]!.state).toBe('inactive');
  });

  it('keeps what was said when the microphone is unplugged', async () => {
    await open([aMessage(1)]);
    await start();
    await speak(700);
    act(() => microphone.track.onended?.());
    expect(await screen.findByText(/The microphone was disconnected/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  });

  it.each([
    ['NotAllowedError', /Allow it in the site settings/],
    ['NotFoundError', /No microphone was found/],
    ['NotReadableError', /Another app is using your microphone/],
    ['AbortError', /couldn’t be started/],
  ])('%s: says what to do, and tries again', async (name, sentence) => {
    await open([aMessage(1)]);
    microphone.getUserMedia.mockRejectedValueOnce(new DOMException('no', name));
    press('Record a voice message');
    expect((await screen.findByText(sentence)).closest('[role=alert],[role=status]')).toBeTruthy();
    press('Try again');
    expect(await screen.findByRole('button', { name: 'Stop recording' })).toBeTruthy();
  });

  it('says so if the browser can’t record, and can be cancelled', async () => {
    await open([aMessage(1)]);
    vi.stubGlobal('MediaRecorder', undefined);
    press('Record a voice message');
    expect(await screen.findByText('This browser can’t record. Update it or use another one.')).toBeTruthy();
    press('Cancel');
    expect(screen.getByLabelText('Message to Lena')).toBeTruthy();
  });

  it('that is discarded, or whose conversation is left, ends without being sent', async () => {
    const { deps, unmount } = await open([aMessage(1)]);
    await start();
    press('Discard recording');
    await waitFor(() => expect(microphone.recorders()[0]!.state).toBe('inactive'));
    await start();
    unmount();
    expect(microphone.recorders()[1]!.state).toBe('inactive');
    expect(deps.api.uploads).toEqual([]);
  });

  it('can have a price for a fan, which must be a number', async () => {
    const { deps } = await open(
      [aMessage(1)],
      { user: { isPerformer: true } },
      { recipient: aCard({ isPerformer: false }) },
    );
    await start();
    await speak(700);
    press('Stop recording');
    const price = screen.getByLabelText('Price');
    fireEvent.change(price, { target: { value: 'x' } });
    press('Send');
    expect(deps.api.uploads).toEqual([]);
    expect(screen.getByText(/Enter a whole number of tokens/)).toBeTruthy();
    fireEvent.change(price, { target: { value: '60' } });
    press('Send');
    await waitFor(() => expect(deps.api.uploads).toHaveLength(1));
    expect(await screen.findByText(/Price:/)).toBeTruthy();
  });
});

describe('playing', () => {
  const players = () => screen.findAllByRole('group', { name: /^Voice message from Lena, 0:12/ });

  it('plays one at a time, none by itself, at the speed chosen last', async () => {
    const { container } = await open([aVoice(1), aVoice(2)]);
    const [one, two] = await players();
    const [first, second] = [...container.querySelectorAll('audio')];
    expect([first!.paused, second!.paused, first!.preload]).toEqual([true, true, 'none']);
    fireEvent.click(within(one!).getByRole('button', { name: 'Playback speed: 1×' }));
    fireEvent.click(within(one!).getByRole('button', { name: 'Play' }));
    expect([first!.paused, first!.playbackRate]).toEqual([false, 1.5]);
    fireEvent.click(within(two!).getByRole('button', { name: 'Play' }));
    expect([first!.paused, second!.paused, second!.playbackRate]).toEqual([true, false, 1.5]);
    fireEvent.click(within(two!).getByRole('button', { name: 'Playback speed: 1×' }));
    fireEvent.click(within(two!).getByRole('button', { name: 'Playback speed: 1.5×' }));
    fireEvent.click(within(two!).getByRole('button', { name: 'Playback speed: 2×' }));
    expect(second!.playbackRate).toBe(1);
  });

  it('seeks on the waveform', async () => {
    const { container } = await open([aVoice(1)]);
    const seek = within((await players())[0]!).getByRole('slider', { name: 'Seek' });
    fireEvent.change(seek, { target: { value: '6' } });
    // jsdom doesn't tell.
    fireEvent(container.querySelector('audio')!, new Event('seeked'));
    expect([container.querySelector('audio')!.currentTime, seek.getAttribute('aria-valuetext')]).toEqual([
      6,
      '0:06 of 0:12',
    ]);
  });

  it('asks for a new address once when the old one has expired', async () => {
    const { container, deps } = await open([aVoice(1)], {
      answers: {
        'GET /messages/:id': () => aVoice(1, { files: [{ ...aSound('s1'), url: '/media/fresh.m4a' }] }),
      },
    });
    await players();
    const audio = container.querySelector('audio')!;
    fireEvent.error(audio);
    await waitFor(() => expect(audio.getAttribute('src')).toBe('/media/fresh.m4a'));
    fireEvent.error(audio);
    await speak(20);
    expect(deps.api.routes().filter((route) => route === 'GET /messages/:id')).toHaveLength(1);
  });

  it('is a line in the list, and locked until bought', async () => {
    const locked = { ...aSound('s1'), url: null, sources: [], peaks: null };
    await open([
      aVoice(1, {
        files: [locked],
        media: { photos: 0, videos: 0, audios: 1, duration: 12 },
        price: 40,
        access: {
          allowed: false,
          reason: 'locked',
          routes: [{ need: 'purchase', price: 40, unit: 'token' }],
        },
      }),
    ]);
    expect(await screen.findByText('1 recording · 0:12')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Unlock for 40 tokens/ })).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
  });
});

describe('figures', () => {
  it('peaks: at most so many, each the loudest of its part, the loudest 100', () => {
    expect(summarizePeaks([], 200)).toEqual([]);
    expect(summarizePeaks([0.1, 0.2, 0.4], 200)).toEqual([25, 50, 100]);
    expect(summarizePeaks([0.1, 0.4, 0.2, 0.1], 2)).toEqual([100, 50]);
    expect(summarizePeaks([0, 0, 0], 2)).toEqual([0, 0]);
    expect(
      summarizePeaks(
        Array.from({ length: 3_000 }, (_, at) => at / 3_000),
        200,
      ),
    ).toHaveLength(200);
  });

  it('the limit allows for the moment a recorder needs to stop', () => {
    expect([isVoiceTooLong(300.9, 300), isVoiceTooLong(301.1, 300)]).toEqual([false, true]);
    expect(voiceTooLongText(60)).toBe('Voice messages can be at most 1 minute long.');
    expect(voiceTooLongText(90)).toBe('Voice messages can be at most 90 seconds long.');
  });
});
