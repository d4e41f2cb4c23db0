import { act, screen, waitFor } from '@testing-library/react';
import { useRouter } from 'next/router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MiniPlayerHost } from '#features/talk/live/mini/mini-player-host.tsx';
import { StreamPage } from '#features/talk/live/watch/stream-page.tsx';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { live } from '#state/live/live-events.ts';
import { loggedOut } from '#state/session/auth.ts';
import { selectPlayingStream, streamPlayed } from '#state/streams/playing-stream.ts';
import { Link } from '#ui/content/link.tsx';
import { aStream, anEmptyChat } from '../../../setup/factories/streams.ts';
import { fakeLiveClient } from '../../../setup/fake-live-client.ts';
import { draw } from '../../../components/setup/draw.tsx';

const client = fakeLiveClient();
const player = client.seen;

const grant = { kind: 'loopback' as const, expiresAt: '2026-03-02T10:00:00.000Z' };

/** The stream's page, others, and what runs behind them all. */
function Site({ stream }: { stream: Stream }) {
  const { asPath, push } = useRouter();
  return (
    <>
      {asPath === `/live/${stream._id}` ? <StreamPage stream={stream} /> : <p>another page</p>}
      {['/home', '/live/private/p1', '/live/s1'].map((path) => (
        <button key={path} type="button" onClick={() => void push(path)}>
          Open {path}
        </button>
      ))}
      <Link href="/messages">Messages</Link>
      <MiniPlayerHost path={asPath} />
    </>
  );
}

async function open({ path = '/live/s1', stream = aStream() } = {}) {
  let news = stream;
  const drawn = await draw(<Site stream={stream} />, {
    path,
    deps: client.deps,
    user: { balance: 500 },
    answers: {
      'GET /streaming/:id': () => news,
      'GET /streaming/:id/supporters': () => ({ data: [] }),
      'GET /streaming/user/search': () => ({ data: [], total: 0 }),
      ...anEmptyChat('s1'),
      'GET /streaming/join/:id': () => ({
        streamId: 's1',
        conversationId: 'c1',
        publish: null,
        watch: [{ userId: 'lena', grant }],
      }),
    },
  });
  return {
    ...drawn,
    tell: (changes: Partial<Stream>) => void (news = { ...stream, ...changes }),
    playing: () => selectPlayingStream(drawn.store.getState()),
  };
}
const mini = () => screen.queryByRole('region', { name: 'Live stream' });

beforeEach(() => {
  client.reset();
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false);
});

async function goOn(hand: Awaited<ReturnType<typeof open>>['hand']) {
  await hand.click(screen.getByRole('button', { name: 'Watch live' }));
  await screen.findByRole('button', { name: 'Mute' });
  expect(mini()).toBeNull();
  await hand.click(screen.getByRole('button', { name: 'Open /home' }));
  await waitFor(() => expect(player.started).toBe(2));
}

describe('the mini player', () => {
  it('goes on with the stream on another page, one player at a time', async () => {
    const { hand } = await open();
    await goOn(hand);
    expect(screen.getByText('another page')).toBeTruthy();
    expect(player.stopped).toBe(1);
    expect(player.watched?.video).toBe(screen.getByLabelText('Throwing a vase'));
    const link = screen.getByRole('link', { name: 'Throwing a vase Back to stream' });
    expect(link.getAttribute('href')).toBe('/live/s1');
  });

  it('doesn’t play what was never started', async () => {
    const { hand } = await open();
    await hand.click(screen.getByRole('button', { name: 'Open /home' }));
    expect(mini()).toBeNull();
    expect(player.started).toBe(0);
  });

  it('ends when it is closed', async () => {
    const { hand, playing } = await open();
    await goOn(hand);
    await hand.click(screen.getByRole('button', { name: 'Close player' }));
    expect(mini()).toBeNull();
    expect(player.stopped).toBe(2);
    expect(playing()).toBeNull();
  });

  it('goes back to the stream’s page without another press', async () => {
    const { hand } = await open();
    await goOn(hand);
    await hand.click(screen.getByRole('button', { name: 'Open /live/s1' }));
    await waitFor(() => expect(player.started).toBe(3));
    expect(mini()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Watch live' })).toBeNull();
  });

  it('ends with the stream', async () => {
    const { hand, tell, store } = await open();
    await goOn(hand);
    tell({ state: 'ended', endedAt: new Date().toISOString() });
    act(() => player.watched?.onState('ended'));
    await waitFor(() => expect(mini()).toBeNull());
    expect(selectPlayingStream(store.getState())).toBeNull();
  });

  it('doesn’t follow from a stream that ended on its page', async () => {
    const { hand, tell, store, playing } = await open();
    await hand.click(screen.getByRole('button', { name: 'Watch live' }));
    await screen.findByRole('button', { name: 'Mute' });
    expect(playing()?._id).toBe('s1');
    tell({ state: 'ended', endedAt: new Date().toISOString() });
    const { api } = await import('#state/query/api.ts');
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Stream', id: 's1' }])));
    expect(await screen.findByText('The stream has ended')).toBeTruthy();
    expect(playing()).toBeNull();
  });

  it.each([
    ['the viewer’s access ends', () => live['stream/removed']({ streamId: 's1' })],
    ['they log out', () => loggedOut()],
  ])('ends when %s', async (_when, end) => {
    const { hand, store } = await open();
    await goOn(hand);
    act(() => void store.dispatch(end()));
    expect(mini()).toBeNull();
    expect(player.stopped).toBe(2);
  });

  it('ends before a private stream, whose picture and meter are in view', async () => {
    const { hand, playing } = await open();
    await goOn(hand);
    await hand.click(screen.getByRole('button', { name: 'Open /live/private/p1' }));
    expect(mini()).toBeNull();
    expect(playing()).toBeNull();
  });

  it('gives its place to the stream that is started next', async () => {
    const { hand, store } = await open();
    await goOn(hand);
    act(() => void store.dispatch(streamPlayed(aStream({ _id: 's9', title: 'Glazing' }))));
    expect(screen.getAllByRole('region', { name: 'Live stream' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Glazing Back to stream' })).toBeTruthy();
    expect(player.stopped).toBe(2);
  });

  it('stands still while something else on the page plays with sound', async () => {
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
    const { hand } = await open();
    await goOn(hand);
    pause.mockClear();
    const other = document.body.appendChild(document.createElement('video'));
    other.muted = true;
    other.dispatchEvent(new Event('play'));
    expect(pause).not.toHaveBeenCalled();
    other.muted = false;
    other.dispatchEvent(new Event('play'));
    expect(pause).toHaveBeenCalledOnce();
    other.remove();
  });
});

describe('the page of a stream', () => {
  it('goes from the picture to the chat and then to the rest, as a phone shows them', async () => {
    await open();
    const chat = await screen.findByRole('region', { name: 'Chat of the stream' });
    const title = screen.getByRole('heading', { name: 'Throwing a vase', level: 1 });
    const share = screen.getByRole('button', { name: 'Share' });
    const follows = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(title.compareDocumentPosition(chat) & follows).toBe(follows);
    expect(chat.compareDocumentPosition(share) & follows).toBe(follows);
  });
});
