import { act, screen, waitFor } from '@testing-library/react';
import Router from 'next/router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StreamPage } from '#features/talk/live/watch/stream-page.tsx';
import { qualityText, isLate } from '#features/talk/live/watch/connection-quality.ts';
import { lookEvery } from '#features/talk/live/watch/stream-watch.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import type { LiveState } from '#services/talk/live/live-types.ts';
import { streamLeft, streamWatched } from '#state/streams/stream-watch.ts';
import { live } from '#state/live/live-events.ts';
import { aScheduledStream, aStream, aStreamChat, anEmptyChat } from '../../../setup/factories/streams.ts';
import { fakeLiveClient } from '../../../setup/fake-live-client.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import type { Replies } from '../../../state/setup/fake-api.ts';

const client = fakeLiveClient();
const player = client.seen;
const say = (state: LiveState) => act(() => player.watched?.onState(state));

const grant = { kind: 'loopback' as const, expiresAt: '2026-03-02T10:00:00.000Z' };
const chatRoute = 'GET /conversations/stream/public/:id';
const around = (stream: Stream, more: Replies = {}): Replies => ({
  'GET /streaming/:id': () => stream,
  'GET /streaming/:id/supporters': () => ({ data: [] }),
  'GET /streaming/user/search': () => ({ data: [], total: 0 }),
  ...anEmptyChat('s1'),
  'GET /streaming/join/:id': () => ({
    streamId: 's1',
    conversationId: 'c1',
    publish: null,
    watch: [{ userId: 'lena', grant }],
  }),
  ...more,
});
const open = (stream: Stream, { answers, ...drawn }: Drawn = {}) =>
  draw(<StreamPage stream={stream} />, {
    answers: around(stream, answers),
    user: { balance: 500 },
    path: `/live/${stream._id}`,
    deps: client.deps,
    ...drawn,
  });

beforeEach(() => {
  client.reset();
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false);
});

describe('watching', () => {
  it('joins on the press, plays, and stops when the page is left', async () => {
    const { hand, deps, unmount } = await open(aStream());
    expect(deps.api.routes()).not.toContain('GET /streaming/join/:id');
    await hand.click(screen.getByRole('button', { name: 'Watch live' }));
    expect(await screen.findByRole('button', { name: 'Mute' })).toBeTruthy();
    expect(player.watched?.video).toBe(screen.getByLabelText('Throwing a vase'));
    expect(screen.getByText('12 watching')).toBeTruthy();
    unmount();
    expect(player.stopped).toBe(1);
  });

  it('asks for a fresh grant of the same person after a loss', async () => {
    const asked: unknown[] = [];
    const { hand } = await open(aStream(), {
      answers: { 'POST /streaming/agora/token': ({ body }) => (asked.push(body), grant) },
    });
    await hand.click(screen.getByRole('button', { name: 'Watch live' }));
    await screen.findByRole('button', { name: 'Mute' });
    await player.watched?.renew();
    expect(asked).toEqual([{ streamId: 's1', watches: 'lena' }]);
  });

  it('says that the creator will be back, and that it reconnects', async () => {
    const { hand } = await open(aStream());
    await hand.click(screen.getByRole('button', { name: 'Watch live' }));
    await screen.findByRole('button', { name: 'Mute' });
    say('waiting');
    expect(screen.getByText('Back in a moment')).toBeTruthy();
    say('reconnecting');
    expect(screen.getByText('Reconnecting')).toBeTruthy();
    say('unsupported');
    expect(screen.getByText(/can’t play the stream/)).toBeTruthy();
  });

  it('shows why joining failed and tries again', async () => {
    let isBroken = true;
    const { hand } = await open(aStream(), {
      answers: {
        'GET /streaming/join/:id': () => {
          if (isBroken)
            throw problem(503, { code: 'unavailable', message: 'The stream can’t be joined now.' });
          return { streamId: 's1', conversationId: 'c1', publish: null, watch: [{ userId: 'lena', grant }] };
        },
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Watch live' }));
    expect(await screen.findByText('The stream can’t be joined now.')).toBeTruthy();
    isBroken = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Mute' })).toBeTruthy();
    expect(screen.queryByText('The stream can’t be joined now.')).toBeNull();
  });

  it('offers a play button if the browser holds the video back', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(true);
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { hand } = await open(aStream());
    await hand.click(screen.getByRole('button', { name: 'Watch live' }));
    await hand.click(await screen.findByRole('button', { name: 'Play' }));
    expect(play).toHaveBeenCalledOnce();
  });

  it('offers to catch up when behind', async () => {
    player.health = { ...player.health, behindSeconds: 9 };
    const { hand } = await open(aStream());
    await hand.click(screen.getByRole('button', { name: 'Watch live' }));
    await hand.click(await screen.findByRole('button', { name: 'Catch up' }, { timeout: 4_000 }));
    expect(player.caughtUp).toBe(1);
  });

  it('asks a visitor to log in, and shows everything else', async () => {
    const push = vi.fn().mockResolvedValue(true);
    Object.assign(Router, { router: { asPath: '/live/s1', push } });
    const { hand } = await open(aStream({ tipGoal: { tokens: 200, text: 'A new kiln' }, tipped: 50 }), {
      user: null,
    });
    expect(screen.getByRole('heading', { name: 'Throwing a vase' })).toBeTruthy();
    expect(screen.getByText('50 of 200 tokens')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Log in to watch' }));
    expect(push.mock.calls[0]?.[0]).toMatch(/^\/auth\/login\?from=/);
  });
});

describe('the ways in', () => {
  const closed = aStream({
    price: 120,
    access: {
      allowed: false,
      reason: 'locked',
      routes: [
        { need: 'subscribe', price: 999, unit: 'money' },
        { need: 'purchase', price: 120, unit: 'token' },
      ],
    },
  });
  it('are shown with their prices, cheapest first, and no media is asked for', async () => {
    const { deps } = await open(closed);
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names.slice(0, 2)).toEqual(['Ticket for 120 tokens ($6.00)', 'Subscribe $9.99 a month']);
    expect(screen.queryByRole('button', { name: 'Watch live' })).toBeNull();
    expect(deps.api.routes()).not.toContain('GET /streaming/join/:id');
  });

  it('open the chat with the picture once a ticket is bought, without loading the page again', async () => {
    let now = closed;
    const { store, deps } = await open(closed, {
      answers: {
        'GET /streaming/:id': () => now,
        [chatRoute]: () => {
          if (!now.access.allowed)
            throw problem(403, { code: 'forbidden', message: 'Get a ticket to chat.' });
          return aStreamChat({ streamId: 's1' });
        },
      },
    });
    const opened = () => deps.api.routes().filter((route) => route === chatRoute).length;
    await waitFor(
      () => {
        expect(opened()).toBe(1);
        expect(deps.api.routes()).toContain('GET /streaming/:id');
      },
      { timeout: 4_000 },
    );
    const dispatch = vi.spyOn(store, 'dispatch');
    now = { ...closed, access: { allowed: true, reason: 'purchased', routes: [] } };
    await vi.waitFor(
      () => {
        act(() => void dispatch(live['access/changed']({ performerId: closed.performer._id })));
        expect(opened()).toBe(2);
      },
      { timeout: 6_000, interval: 200 },
    );
    expect(await screen.findByRole('region', { name: 'Chat messages' })).toBeTruthy();
    const moves = () =>
      dispatch.mock.calls.flatMap(([action]) =>
        streamWatched.match(action) ? ['in'] : streamLeft.match(action) ? ['out'] : [],
      );
    // The page and its chat each watch the stream.
    await waitFor(() => expect(moves().join(' ')).toMatch(/out (?:in ?)+$/), { timeout: 4_000 });
  });
});

describe('what happens meanwhile', () => {
  it('a scheduled stream has a countdown and a reminder', async () => {
    await open(aScheduledStream());
    expect(screen.getByRole('heading', { name: /^Starts in/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remind me' })).toBeTruthy();
  });

  it('tips move the goal and the supporters', async () => {
    const supporters: { _id: string; name: string; avatar: string; tokens: number; isYou: boolean }[] = [];
    const { store } = await open(aStream({ tipGoal: { tokens: 200, text: 'A new kiln' }, tipped: 50 }), {
      answers: { 'GET /streaming/:id/supporters': () => ({ data: [...supporters] }) },
    });
    await waitFor(() => expect(store.getState()).toHaveProperty('api'), { timeout: 4_000 });
    supporters.push({ _id: 'u9', name: 'Mo', avatar: '', tokens: 150, isYou: false });
    await vi.waitFor(
      () => {
        act(
          () =>
            void store.dispatch(live['stream/tip']({ streamId: 's1', from: 'Mo', tokens: 150, tipped: 200 })),
        );
        expect(screen.getByText('Goal reached: 200 tokens')).toBeTruthy();
      },
      { timeout: 6_000, interval: 200 },
    );
    expect(await screen.findByText('Mo')).toBeTruthy();
  });

  it('an ended stream leads to its replay and the next one', async () => {
    const next = aScheduledStream({ title: 'Glazing' });
    await open(aStream({ state: 'ended', duration: 3_725, replayVideoId: 'v1' }), {
      answers: { 'GET /streaming/user/search': () => ({ data: [next], total: 1 }) },
    });
    expect(screen.getByText('It ran for 1:02:05.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Watch the replay' }).getAttribute('href')).toBe('/videos/v1');
    expect(await screen.findByRole('region', { name: 'Next from Lena' }, { timeout: 4_000 })).toBeTruthy();
  });

  it('who loses access sees so at once, and the player stops', async () => {
    const { hand, store } = await open(aStream());
    await hand.click(screen.getByRole('button', { name: 'Watch live' }));
    await screen.findByRole('button', { name: 'Mute' });
    act(() => void store.dispatch(live['stream/removed']({ streamId: 's1' })));
    expect(await screen.findByText('You can’t watch this stream anymore')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tip' })).toBeNull();
    expect(screen.queryByRole('complementary', { name: 'Chat' })).toBeNull();
    expect(player.stopped).toBe(1);
  });

  it('an announced stream that is canceled says so to who waits for it', async () => {
    await open(aScheduledStream({ price: 50 }), {
      answers: {
        'GET /streaming/:id': () => {
          throw problem(404, { code: 'not_found', message: 'Not found.' });
        },
      },
    });
    expect(await screen.findByText('This stream was canceled', {}, { timeout: 5_000 })).toBeTruthy();
    expect(screen.getByText('Tickets were refunded.')).toBeTruthy();
  });

  it('a stream that is gone says so', async () => {
    await open(aStream(), {
      answers: {
        'GET /streaming/:id': () => {
          throw problem(404, { code: 'not_found', message: 'Not found.' });
        },
      },
    });
    expect(await screen.findByText('Stream not found', {}, { timeout: 5_000 })).toBeTruthy();
  });
});

describe('figures', () => {
  it('the quality of the connection in words', () => {
    expect(qualityText(player.health)).toBe('Good connection');
    expect(qualityText({ ...player.health, loss: 0.03 })).toBe('Fair connection');
    expect(qualityText({ ...player.health, loss: 0.2 })).toBe('Poor connection');
    expect(qualityText({ ...player.health, loss: null, framesPerSecond: null })).toBeNull();
  });
  it('HLS is always some seconds behind', () => {
    expect(isLate({ ...player.health, way: 'hls', behindSeconds: 6 })).toBe(false);
    expect(isLate({ ...player.health, behindSeconds: 6 })).toBe(true);
  });
  it('polls less with a live connection, and not after the end', () => {
    expect(lookEvery('live', true)).toBeGreaterThan(lookEvery('live', false));
    expect(lookEvery('ended', false)).toBe(0);
  });
});
