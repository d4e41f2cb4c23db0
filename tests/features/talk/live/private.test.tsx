import { act, screen, waitFor, within } from '@testing-library/react';
import Router from 'next/router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PrivateStreamView } from '#features/talk/live/private/private-stream-view.tsx';
import {
  CreatorPrivateStreamsView,
  OwnPrivateStreamsView,
} from '#features/talk/live/private/own-private-streams-view.tsx';
import { meterAt } from '#features/talk/live/private/use-meter.ts';
import type { Meter, PrivateStream } from '#contract/talk/streams/private.ts';
import type { LiveState } from '#services/talk/live/live-types.ts';
import { live } from '#state/live/live-events.ts';
import { aMeter, aPrivateStream, anEmptyChat } from '../../../setup/factories/streams.ts';
import { FakeMedia, fakeDevices } from '../../../setup/fake-media.ts';
import { fakeLiveClient } from '../../../setup/fake-live-client.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import type { Replies } from '../../../state/setup/fake-api.ts';

const client = fakeLiveClient({ firstState: 'connecting' });
const room = client.seen;
const own = (state: LiveState) => act(() => room.published?.onState(state));
const other = (state: LiveState) => act(() => room.watched?.onState(state));
/** What is sent, by the last replacement of each track. */
const sends = () => {
  const last = (kind: 'audio' | 'video') => room.replaced.findLast(([each]) => each === kind);
  return { audio: last('audio')?.[1] !== null, video: last('video')?.[1] !== null };
};

const devices = fakeDevices();
const grant = { kind: 'loopback' as const, expiresAt: '2026-03-02T10:00:00.000Z' };
const sent = {
  kind: 'whip' as const,
  url: '/live/1',
  token: 't',
  iceServers: [],
  expiresAt: grant.expiresAt,
};
const joined = { streamId: 'p1', conversationId: 'c1', publish: sent, watch: [{ userId: 'lena', grant }] };

beforeEach(() => {
  client.reset();
  vi.stubGlobal('MediaStream', FakeMedia);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
  devices.reset();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => vi.unstubAllGlobals());

/** Draws the page of a stream for its fan, or for another account. */
const open = (stream: PrivateStream, { answers, ...drawn }: Drawn = {}) =>
  draw(<PrivateStreamView />, {
    path: `/live/private/p1?id=${stream._id}`,
    user: { _id: 'fan', name: 'Fay', balance: 0 },
    deps: client.deps,
    answers: {
      'GET /streaming/private/:id': () => stream,
      ...anEmptyChat('p1'),
      'GET /streaming/join/:id': () => joined,
      ...answers,
    },
    ...drawn,
  });
const press = (name: string | RegExp) => screen.findByRole('button', { name });
const asCreator: Drawn = { user: { _id: 'lena', name: 'Lena', isPerformer: true } };

describe('a request', () => {
  const request = aPrivateStream({ state: 'requested', meter: null });

  it('tells the fan what it costs and that it waits, and can be canceled', async () => {
    const steps: string[] = [];
    const { hand } = await open(request, {
      answers: { 'POST /streaming/private/:id/cancel': () => (steps.push('cancel'), request) },
    });
    expect(await screen.findByText(/Lena has your request/)).toBeTruthy();
    expect(screen.getByText('300 tokens')).toBeTruthy();
    await hand.click(await press('Cancel request'));
    await waitFor(() => expect(steps).toEqual(['cancel']));
  });

  it('says that the creator prefers another time', async () => {
    await open({ ...request, state: 'later' });
    expect(await screen.findByText(/Lena asked to do it later/)).toBeTruthy();
  });

  it('is accepted by its creator, or says why it can’t be', async () => {
    const push = vi.fn().mockResolvedValue(true);
    Object.assign(Router, { router: { push } });
    let [isPaid, tries] = [false, 0];
    const { hand } = await open(request, {
      ...asCreator,
      answers: {
        'POST /streaming/private/:id/accept': () => {
          tries += 1;
          if (!isPaid)
            throw problem(402, { code: 'insufficient_balance', message: 'Fay’s balance is too low.' });
          return aPrivateStream();
        },
      },
    });
    await hand.click(await press('Accept Fay’s request'));
    await waitFor(() => expect(tries).toBe(1));
    expect(push).not.toHaveBeenCalled();
    isPaid = true;
    await hand.click(await press('Accept Fay’s request'));
    await waitFor(() => expect(push).toHaveBeenCalledWith('/live/private/p1'));
  });

  it('that is gone says so', async () => {
    await open(request, {
      answers: {
        'GET /streaming/private/:id': () => {
          throw problem(404, { code: 'not_found', message: 'Not found.' });
        },
      },
    });
    expect(await screen.findByText('Private stream not found')).toBeTruthy();
  });

  it('that doesn’t load can be tried again', async () => {
    let isAway = true;
    const { hand } = await open(request, {
      answers: {
        'GET /streaming/private/:id': () => {
          if (isAway) throw problem(503, { code: 'unavailable', message: 'Try again in a minute.' });
          return request;
        },
      },
    });
    expect(await screen.findByText('Try again in a minute.')).toBeTruthy();
    isAway = false;
    await hand.click(await press('Try again'));
    expect(await screen.findByText(/Lena has your request/)).toBeTruthy();
  });
});

describe('the call', () => {
  it('opens the camera on the press, waits for the other side, and shows it', async () => {
    const { hand } = await open(aPrivateStream());
    expect(devices.getUserMedia).not.toHaveBeenCalled();
    await hand.click(await press('Join'));
    expect(await screen.findByText('Waiting for Lena')).toBeTruthy();
    other('live');
    await waitFor(() => expect(screen.queryByText('Waiting for Lena')).toBeNull());
    expect(await press('Full screen')).toBeTruthy();
    own('reconnecting');
    expect(await screen.findByText('Reconnecting')).toBeTruthy();
  });

  it.each([
    ['NotAllowedError', /Allow both in the address bar/],
    ['NotFoundError', /Connect one and try again/],
    ['NotReadableError', /Another program is using/],
  ])('%s: says what to do, and tries again', async (name, text) => {
    devices.getUserMedia.mockRejectedValueOnce(new DOMException('no', name));
    const { hand } = await open(aPrivateStream());
    await hand.click(await press('Join'));
    expect(await screen.findByText(text)).toBeTruthy();
    await hand.click(await press('Try again'));
    expect(await screen.findByText('Waiting for Lena')).toBeTruthy();
  });

  it('sends nothing of a camera or microphone that is off', async () => {
    const { hand } = await open(aPrivateStream(), asCreator);
    await hand.click(await press('Join'));
    await hand.click(await press('Turn camera off'));
    await waitFor(() => expect(sends()).toEqual({ audio: true, video: false }));
    await hand.click(await press('Mute mic'));
    await waitFor(() => expect(sends()).toEqual({ audio: false, video: false }));
    await hand.click(await press('Turn camera on'));
    await waitFor(() => expect(sends()).toEqual({ audio: false, video: true }));
  });

  it('a fan joins without camera and microphone, and isn’t asked for them', async () => {
    const { hand } = await open(aPrivateStream());
    await hand.click(await press('Join without camera and microphone'));
    expect(await screen.findByText('Waiting for Lena')).toBeTruthy();
    expect(devices.getUserMedia).not.toHaveBeenCalled();
  });

  it('that can’t be joined says why', async () => {
    const { hand } = await open(aPrivateStream(), {
      answers: {
        'GET /streaming/join/:id': () => {
          throw problem(503, { code: 'gateway_unavailable', message: 'Streams are away for a moment.' });
        },
      },
    });
    await hand.click(await press('Join'));
    expect(await screen.findByText('Streams are away for a moment.')).toBeTruthy();
    expect(await press('Try again')).toBeTruthy();
  });

  it('says that another tab has it, and continues here', async () => {
    const { hand } = await open(aPrivateStream());
    await hand.click(await press('Join'));
    await screen.findByText('Waiting for Lena');
    own('elsewhere');
    expect(await screen.findByText(/another tab or on another device/)).toBeTruthy();
    await hand.click(await press('Continue here'));
    expect(await screen.findByText('Waiting for Lena')).toBeTruthy();
    expect(room.stopped).toBe(2);
  });

  it('says so when the browser can’t play the other side, or its connection was closed', async () => {
    const { hand } = await open(aPrivateStream());
    await hand.click(await press('Join'));
    await screen.findByText('Waiting for Lena');
    other('unsupported');
    expect(await screen.findByText(/This browser can’t show the stream/)).toBeTruthy();
    other('refused');
    expect(await screen.findByText(/The connection was closed/)).toBeTruthy();
  });

  it('says when the camera is unplugged, and takes it again', async () => {
    const { hand } = await open(aPrivateStream());
    await hand.click(await press('Join'));
    await screen.findByText('Waiting for Lena');
    act(() => devices.unplug('video'));
    expect((await screen.findByText(/Your camera was disconnected/)).closest('[role=alert]')).toBeTruthy();
    await hand.click(await press('Try again'));
    await waitFor(() => expect(screen.queryByText(/was disconnected/)).toBeNull());
  });

  it('mutes the microphone, and turns the camera off and on', async () => {
    const { hand } = await open(aPrivateStream());
    await hand.click(await press('Join'));
    await hand.click(await press('Mute mic'));
    await hand.click(await press('Turn camera off'));
    expect(devices.open().map(({ kind, enabled }) => [kind, enabled])).toEqual([
      ['video', false],
      ['audio', false],
    ]);
    expect(screen.getByText('Camera off')).toBeTruthy();
    await hand.click(await press('Turn camera on'));
    expect(devices.open()[0]?.enabled).toBe(true);
  });

  it('gives camera and connection back when the page is left', async () => {
    const { hand, unmount } = await open(aPrivateStream());
    await hand.click(await press('Join'));
    await screen.findByText('Waiting for Lena');
    unmount();
    expect(room.stopped).toBe(2);
    expect(devices.open()).toEqual([]);
  });

  it('ends after a question', async () => {
    const { hand } = await open(aPrivateStream(), {
      answers: {
        'POST /streaming/private/:id/end': () => aPrivateStream({ state: 'ended', endReason: 'fan' }),
      },
    });
    await hand.click(await press('End private stream'));
    const dialog = within(await screen.findByRole('dialog', { name: 'End this private stream?' }));
    await hand.click(dialog.getByRole('button', { name: 'Keep going' }));
    await hand.click(await press('End private stream'));
    await hand.click(await press('End stream'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the meter', () => {
  const running = (meter: Partial<Meter>) =>
    aPrivateStream({ state: 'live', meter: aMeter({ isRunning: true, ...meter }) });

  it('counts on from what the server told, never beyond what is on hold', () => {
    const at = '2026-03-02T10:00:00.000Z';
    const meter = aMeter({ seconds: 65, tokens: 65, secondsLeft: 20, isRunning: true });
    const after = (seconds: number) => meterAt(meter, at, Date.parse(at) + seconds * 1_000);
    expect(after(5)).toEqual({ seconds: 70, tokens: 70, secondsLeft: 15, isRunning: true });
    expect(after(90)).toMatchObject({ seconds: 85, secondsLeft: 0 });
    expect(meterAt({ ...meter, isRunning: false }, at, Date.parse(at) + 9_000)).toMatchObject({
      seconds: 65,
    });
  });

  it('shows both sides the same, and follows the server', async () => {
    const { store } = await open(running({ seconds: 65, tokens: 65, secondsLeft: 235, isRunning: false }));
    expect(await screen.findByText('65 tokens')).toBeTruthy();
    act(
      () =>
        void store.dispatch(
          live['private-stream/meter']({
            conversationId: 'c1',
            streamId: 'p1',
            seconds: 130,
            tokens: 130,
            meter: aMeter({ seconds: 130, tokens: 130, secondsLeft: 170 }),
            at: new Date(Date.now() + 60_000).toISOString(),
          }),
        ),
    );
    expect(await screen.findByText('130 tokens')).toBeTruthy();
    expect(screen.getByText('2:50')).toBeTruthy();
    expect(screen.getByText(/The meter is paused/)).toBeTruthy();
  });

  it('warns the fan in the last minute, who tops up without leaving the call', async () => {
    const { hand, went } = await open(running({ secondsLeft: 45 }));
    expect((await screen.findByText(/Less than a minute is left/)).closest('[role=status]')).toBeTruthy();
    await hand.click(await press('Top up'));
    expect(await screen.findByRole('dialog', { name: 'Top up your wallet' })).toBeTruthy();
    expect(went).toEqual([]);
  });

  it('warns the creator, who can’t do anything about it', async () => {
    await open(running({ secondsLeft: 45 }), asCreator);
    expect(await screen.findByText(/unless the fan tops up/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Top up' })).toBeNull();
  });

  it('doesn’t warn while a minute or more is on hold', async () => {
    await open(running({ secondsLeft: 62, isRunning: false }));
    await screen.findByText('1:02');
    expect(screen.queryByText(/Less than a minute/)).toBeNull();
  });
});

describe('spectators', () => {
  const shared = aPrivateStream({
    state: 'live',
    spectatorsEnabled: true,
    spectatorPerMinute: 20,
    firstHold: 100,
  });
  const guest: Drawn = { user: { _id: 'gus', name: 'Gus', balance: 40 } };

  it.each([
    ['before the first visit', null],
    ['after leaving', aMeter({ held: 0, secondsLeft: 0, seconds: 9, tokens: 3 })],
  ])('see the price and what is missing %s', async (_when, meter) => {
    await open({ ...shared, meter }, guest);
    expect(await screen.findByText('Held at the start (5 minutes)')).toBeTruthy();
    expect(screen.getByText('Missing')).toBeTruthy();
    expect(screen.queryByLabelText('Picture of Lena')).toBeNull();
  });

  it('watch both sides without a camera', async () => {
    const { hand } = await open(
      { ...shared, meter: aMeter() },
      {
        ...guest,
        answers: { 'GET /streaming/join/:id': () => ({ ...joined, publish: null }) },
      },
    );
    await hand.click(await press('Watch'));
    await waitFor(() => expect(room.watched).not.toBeNull());
    expect(devices.getUserMedia).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Picture of Fay')).toBeTruthy();
  });
});

describe('the end', () => {
  const ended = aPrivateStream({
    state: 'ended',
    endReason: 'creator',
    startedAt: '2026-03-02T10:00:00.000Z',
    endedAt: '2026-03-02T10:05:00.000Z',
  });
  const statement = {
    streamId: 'p1',
    from: '2026-03-02T10:00:00.000Z',
    to: '2026-03-02T10:05:00.000Z',
    stretches: [
      { kind: 'media' as const, from: '2026-03-02T10:00:00.000Z', to: '2026-03-02T10:02:00.000Z' },
      { kind: 'pause' as const, from: '2026-03-02T10:02:00.000Z', to: '2026-03-02T10:02:30.000Z' },
      { kind: 'media' as const, from: '2026-03-02T10:02:30.000Z', to: '2026-03-02T10:05:00.000Z' },
    ],
    seconds: 270,
    perMinute: 60,
    tokens: 270,
    returned: 30,
    spectatorTokens: 12,
    earned: null as number | null,
  };
  const answers: Replies = { 'GET /streaming/private/:id/statement': () => statement };

  it('has a statement for the fan', async () => {
    await open(ended, { answers });
    expect(await screen.findByText('Lena ended the stream.')).toBeTruthy();
    expect(await screen.findByText('270 tokens')).toBeTruthy();
    expect(screen.getByText('1 pause')).toBeTruthy();
    expect(screen.getByText('30 tokens')).toBeTruthy();
    expect(screen.queryByText('From spectators')).toBeNull();
    expect(screen.queryByText('You earned')).toBeNull();
  });

  it('has one for the creator, with what spectators paid and what is left after the fee', async () => {
    await open(ended, {
      ...asCreator,
      answers: { 'GET /streaming/private/:id/statement': () => ({ ...statement, earned: 1_128 }) },
    });
    expect(await screen.findByText('You ended the stream.')).toBeTruthy();
    expect(await screen.findByText('12 tokens')).toBeTruthy();
    expect(screen.getByText('You earned').nextElementSibling?.textContent).toBe('$11.28');
  });

  it('of a request has none', async () => {
    const { deps } = await open(aPrivateStream({ state: 'declined', meter: null }));
    expect(await screen.findByText('Lena declined the request. Nothing was charged.')).toBeTruthy();
    expect(deps.api.routes()).not.toContain('GET /streaming/private/:id/statement');
  });
});

describe('the lists', () => {
  const page = (...data: PrivateStream[]) => ({ data, total: data.length });

  it('a fan’s: empty, and with a stream to join', async () => {
    let streams: PrivateStream[] = [];
    const { unmount } = await draw(<OwnPrivateStreamsView />, {
      answers: { 'GET /streaming/private/search': () => page(...streams) },
    });
    expect(await screen.findByText('No private streams yet')).toBeTruthy();
    unmount();
    streams = [aPrivateStream({ state: 'live' })];
    await draw(<OwnPrivateStreamsView />, {
      answers: { 'GET /streaming/private/search': () => page(...streams) },
    });
    const link = await screen.findByRole('link', { name: 'Open the private stream with Lena' });
    expect(link.getAttribute('href')).toBe('/live/private/p1');
  });

  it('a creator’s requests: answered in place, and new ones appear', async () => {
    const requests = [aPrivateStream({ state: 'requested', meter: null })];
    const steps: string[] = [];
    const { hand, store } = await draw(<CreatorPrivateStreamsView />, {
      ...asCreator,
      answers: {
        'GET /streaming/private/search': () => page(...requests),
        'POST /streaming/private/:id/decline': () => {
          steps.push('decline');
          requests.length = 0;
          return aPrivateStream({ state: 'declined', meter: null });
        },
      },
    });
    await hand.click(await press('Decline Fay’s request'));
    await waitFor(() => expect(steps).toEqual(['decline']));
    expect(await screen.findByText('No requests right now.')).toBeTruthy();
    requests.push(aPrivateStream({ _id: 'p2', state: 'requested', meter: null, note: 'Once more?' }));
    act(
      () =>
        void store.dispatch(
          live['private-stream/requested']({ conversationId: 'c2', streamId: 'p2', userId: 'fan' }),
        ),
    );
    expect(await screen.findByText('Once more?')).toBeTruthy();
  });
});
