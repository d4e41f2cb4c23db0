import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudioLiveView } from '#features/talk/live/studio/studio-live-view.tsx';
import { findErrors, toGoLive, toStreamValues } from '#features/talk/live/studio/stream-values.ts';
import type { GoLive, Stream } from '#contract/talk/streams/streams.ts';
import type { LiveState } from '#services/talk/live/live-types.ts';
import { live } from '#state/live/live-events.ts';
import {
  aScheduledStream,
  aStream,
  anEmptyChat,
  someStreamSettings,
} from '../../../setup/factories/streams.ts';
import { FakeMedia, FakeTrack, fakeDevices } from '../../../setup/fake-media.ts';
import { fakeLiveClient } from '../../../setup/fake-live-client.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import type { Replies } from '../../../state/setup/fake-api.ts';

const client = fakeLiveClient();
const sender = client.seen;
const say = (state: LiveState) => act(() => sender.published?.onState(state));
const theChat = () => screen.findByRole('region', { name: 'Chat of the stream' });

const devices = fakeDevices();
const grant = { kind: 'loopback' as const, expiresAt: '2026-03-02T10:00:00.000Z' };

beforeEach(() => {
  client.reset();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.stubGlobal('MediaStream', FakeMedia);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
  devices.reset();
});
afterEach(() => vi.unstubAllGlobals());

const goLiveIn = (body: unknown) => body as GoLive;

/** The server: one stream of the creator, and what was sent. */
function around({ own = [], more = {} }: { own?: Stream[]; more?: Replies } = {}) {
  const begun: GoLive[] = [];
  const changes: unknown[] = [];
  const now = { stream: aStream() };
  const replies: Replies = {
    'GET /streaming/settings': () => someStreamSettings(),
    'GET /streaming/private/search': () => ({ data: [], total: 0 }),
    ...anEmptyChat('s1'),
    'GET /streaming/own/search': () => {
      const data = own.map((stream) => ({ ...stream, earned: 300, tickets: 4 }));
      return { data, total: data.length };
    },
    'POST /streaming/live': ({ body }) => {
      const asked = goLiveIn(body);
      begun.push(asked);
      return { stream: now.stream, grant: asked.scheduledAt ? null : grant };
    },
    'GET /streaming/:id': () => now.stream,
    'GET /streaming/:id/health': () => ({
      streamId: 's1',
      isReceiving: true,
      kbps: 2_400,
      fps: 30,
      loss: 0.5,
      viewers: 12,
      isRecording: false,
    }),
    'PUT /streaming/live/:id': ({ body }) => {
      changes.push(body);
      const isOver = 'state' in (body as object);
      now.stream = { ...now.stream, ...(isOver && { state: 'ended' as const, duration: 600 }) };
      return now.stream;
    },
    'PUT /streaming/set-duration': () => now.stream,
    'GET /streaming/encoder': () => ({ url: 'https://site.example/whip', hasKey: true, key: 'secret-1' }),
    'POST /streaming/encoder': () => ({ url: 'https://site.example/whip', hasKey: true, key: 'secret-2' }),
    'PUT /streaming/update': ({ body }) => {
      changes.push(body);
      return someStreamSettings();
    },
    ...more,
  };
  return { begun, changes, now, replies };
}
const open = (replies: Replies, drawn: Drawn = {}) =>
  draw(<StudioLiveView />, {
    answers: replies,
    user: { isPerformer: true },
    path: '/creator/live',
    deps: client.deps,
    ...drawn,
  });
const press = (name: string) => screen.findByRole('button', { name });

describe('the list of streams', () => {
  it('cancels scheduled ones, several at once, and leaves the others as they were', async () => {
    const own = [
      aScheduledStream({ _id: 'a', title: 'Glaze' }),
      aScheduledStream({ _id: 'b', title: 'Kiln' }),
      aStream({ _id: 'c', title: 'Wheel', state: 'ended' }),
    ];
    const { replies } = around({ own });
    const { hand, deps } = await open(replies, { path: '/creator/live?tab=streams' });
    await hand.click(await press('Actions for “Wheel”'));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'View stream',
    ]);
    await hand.keyboard('{Escape}');
    for (const name of ['Glaze', 'Kiln', 'Wheel'])
      await hand.click(screen.getByRole('checkbox', { name: `Select “${name}”` }));
    await hand.click(await press('Cancel streams'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel “Glaze” and “Kiln”?' }));
    expect(dialog.getByText(/^Tickets are refunded, and everyone waiting for them is notified/)).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Cancel 2 streams' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      deps.api.calls.filter(([name]) => name === 'PUT /streaming/live/:id').map(([, input]) => input),
    ).toMatchObject([
      { params: { id: 'a' }, body: { state: 'cancelled' } },
      { params: { id: 'b' }, body: { state: 'cancelled' } },
    ]);
  });

  it('leads from a scheduled one to its beginning', async () => {
    const { replies } = around({ own: [aScheduledStream({ _id: 'a', title: 'Glaze' })] });
    const { hand } = await open(replies, { path: '/creator/live?tab=streams' });
    await hand.click(await press('Actions for “Glaze”'));
    expect((await screen.findByRole('menuitem', { name: 'Go live now' })).getAttribute('href')).toBe(
      '/creator/live?begin=a',
    );
  });
});

describe('going live', () => {
  it('shows a mirrored preview, then sends it with the form’s values', async () => {
    const { begun, replies } = around();
    const { hand } = await open(replies);
    await hand.click(await press('Turn on camera'));
    expect((await screen.findByLabelText('Your picture')).className).toContain('mirrored');
    expect(screen.getByLabelText('Microphone level')).toBeTruthy();
    await hand.type(screen.getByLabelText('Title'), 'Evening glaze');
    await hand.click(screen.getByLabelText(/Set a tip goal/));
    await hand.type(screen.getByLabelText('Goal'), '500');
    await hand.click(await press('Go live'));
    expect(await theChat()).toBeTruthy();
    expect(begun[0]).toMatchObject({
      title: 'Evening glaze',
      audience: 'public',
      price: 0,
      tipGoal: { tokens: 500, text: '' },
      scheduledAt: null,
      slowSeconds: 5,
      heldWords: ['spoiler'],
    });
    expect(await screen.findByText('2,400 kbit/s')).toBeTruthy();
    expect(screen.getByText('Arriving')).toBeTruthy();
  });

  it('asks for a title first, and keeps the server waiting', async () => {
    const { begun, replies } = around();
    const { hand } = await open(replies);
    await hand.click(await press('Go live'));
    expect((await screen.findAllByText('Enter a title.')).length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
    expect(begun).toEqual([]);
  });

  it.each([
    ['NotAllowedError', /Allow both in the address bar/],
    ['NotFoundError', /Connect one and try again/],
    ['NotReadableError', /Another program is using/],
  ])('%s: says what to do', async (name, text) => {
    devices.getUserMedia.mockRejectedValue(new DOMException('no', name));
    const { begun, replies } = around();
    const { hand } = await open(replies);
    await hand.type(await screen.findByLabelText('Title'), 'Evening glaze');
    await hand.click(await press('Go live'));
    expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
    expect(begun).toEqual([]);
  });

  it('changes camera and screen while live', async () => {
    devices.getDisplayMedia.mockResolvedValue(new FakeMedia([new FakeTrack('video', 'screen')]));
    const { replies } = around();
    const { hand } = await open(replies);
    await hand.type(await screen.findByLabelText('Title'), 'Evening glaze');
    await hand.click(await press('Go live'));
    await theChat();
    await hand.selectOptions(await screen.findByLabelText('Camera'), 'Desk camera');
    await waitFor(() => expect(sender.replaced.at(-1)?.[1]).toMatchObject({ id: 'cam-2' }));
    await hand.click(await press('Share screen'));
    await waitFor(() => expect(sender.replaced.at(-1)?.[1]).toMatchObject({ id: 'screen' }));
    expect(screen.getByLabelText('Your picture').className).not.toContain('mirrored');
    await press('Back to camera');
  });

  it('schedules without a camera', async () => {
    const { begun, replies } = around();
    const { hand, went } = await open(replies);
    await hand.type(await screen.findByLabelText('Title'), 'Evening glaze');
    await hand.click(screen.getByLabelText(/^Later/));
    await hand.click(await press('Schedule stream'));
    expect((await screen.findAllByText('Choose when it starts.')).length).toBeGreaterThan(0);
    expect(begun).toEqual([]);
    expect(went).toEqual([]);
  });

  it('begins an announced stream with what it was announced with', async () => {
    const { begun, now, replies } = around();
    now.stream = aScheduledStream({ title: 'Announced', price: 50 });
    const { hand } = await open(replies, { path: '/creator/live?begin=s2' });
    expect(await screen.findByDisplayValue('Announced')).toBeTruthy();
    expect(screen.queryByLabelText(/^Later/)).toBeNull();
    await hand.click(await press('Go live'));
    await waitFor(() => expect(begun[0]).toMatchObject({ streamId: 's2', title: 'Announced', price: 50 }));
  });
});

describe('while live', () => {
  async function goLive(options: Parameters<typeof around>[0] = {}) {
    const server = around(options);
    const drawn = await open(server.replies);
    await drawn.hand.type(await screen.findByLabelText('Title'), 'Evening glaze');
    await drawn.hand.click(await press('Go live'));
    await theChat();
    return { ...server, ...drawn };
  }

  it('tells the server that it sends', async () => {
    const { socket } = await goLive();
    await waitFor(() =>
      expect(JSON.stringify(socket().sent)).toContain('"stream/media",{"streamId":"s1","isSending":true'),
    );
  });

  it('says when the microphone is unplugged, and takes it again', async () => {
    const { hand } = await goLive();
    act(() => devices.unplug('audio'));
    expect(
      (await screen.findByText(/Your microphone was disconnected/)).closest('[role=alert]'),
    ).toBeTruthy();
    await hand.click(await press('Try again'));
    await waitFor(() => expect(screen.queryByText(/was disconnected/)).toBeNull());
    expect(sender.replaced.at(-1)?.[0]).toBe('audio');
  });

  it('mutes, and says so', async () => {
    const { hand } = await goLive();
    await hand.click(await press('Mute mic'));
    expect(devices.open().find(({ kind }) => kind === 'audio')?.enabled).toBe(false);
    expect(screen.getByText('Muted')).toBeTruthy();
    await hand.selectOptions(await screen.findByLabelText('Camera'), 'Desk camera');
    await hand.click(await press('Unmute mic'));
    expect(devices.open().every(({ enabled }) => enabled)).toBe(true);
  });

  it('says when the connection is lost', async () => {
    await goLive();
    say('reconnecting');
    expect(await screen.findByText(/Your connection was lost/)).toBeTruthy();
  });

  it('ends after a question, and stops sending', async () => {
    const { hand, changes, deps } = await goLive();
    await hand.click(await press('End stream'));
    const dialog = within(await screen.findByRole('dialog', { name: 'End your stream?' }));
    await hand.click(dialog.getByRole('button', { name: 'End stream' }));
    expect(await screen.findByText('Your stream has ended')).toBeTruthy();
    expect(changes).toEqual([{ state: 'ended' }]);
    expect(sender.stopped).toBe(1);
    await waitFor(() => expect(deps.api.routes()).toContain('PUT /streaming/set-duration'));
  });

  it('changes title and goal', async () => {
    const { hand, changes } = await goLive();
    const card = within(screen.getByRole('region', { name: 'Title and goal' }));
    await hand.clear(card.getByLabelText('Title'));
    await hand.type(card.getByLabelText('Title'), 'Second firing');
    await hand.click(card.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(changes).toEqual([{ title: 'Second firing', tipGoal: null }]));
  });

  it('stops here once another tab goes on', async () => {
    const { store } = await goLive();
    const later = Date.now() + 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    act(() => void store.dispatch(live['stream/taken-over']({ streamId: 's1', turn: 2 })));
    expect(
      await screen.findByText('Your stream continues in another tab or on another device.'),
    ).toBeTruthy();
    expect(sender.stopped).toBe(1);
    vi.restoreAllMocks();
  });

  it('the server may end it, too', async () => {
    const { now, store } = await goLive();
    now.stream = aStream({ state: 'ended', duration: 60 });
    act(() => void store.dispatch(live['stream/ended']({ streamId: 's1', performerId: 'lena' })));
    expect(await screen.findByText('Your stream has ended')).toBeTruthy();
  });
});

describe('two tabs', () => {
  it('a second one is refused, and can continue there', async () => {
    const taken: boolean[] = [];
    const { now, replies } = around();
    const { hand } = await open({
      ...replies,
      'POST /streaming/live': ({ body }) => {
        const isTaken = goLiveIn(body).takeOver === true;
        taken.push(isTaken);
        if (!isTaken) throw problem(409, { code: 'conflict', message: 'You’re live in another tab.' });
        return { stream: now.stream, grant };
      },
    });
    await hand.type(await screen.findByLabelText('Title'), 'Evening glaze');
    await hand.click(await press('Go live'));
    expect(await screen.findByText('You’re live in another tab.')).toBeTruthy();
    await hand.click(await press('Continue here'));
    expect(await theChat()).toBeTruthy();
    expect(taken).toEqual([false, true]);
  });

  it('after a reload, a press continues the stream', async () => {
    const { begun, replies } = around({ own: [aStream({ state: 'interrupted' })] });
    const { hand } = await open(replies);
    expect(await screen.findByText('You’re live with “Throwing a vase”')).toBeTruthy();
    await hand.click(await press('Continue here'));
    await waitFor(() => expect(begun).toEqual([{ title: 'Throwing a vase', takeOver: true }]));
    expect(await theChat()).toBeTruthy();
  });
});

describe('settings', () => {
  it('are saved with the prices of private streams', async () => {
    const { changes, replies } = around();
    const { hand } = await open(replies, { path: '/creator/live?tab=settings' });
    const part = within(await screen.findByRole('region', { name: 'Private streams' }));
    await hand.click(part.getByLabelText(/Accept requests/));
    await hand.type(part.getByLabelText('Price per minute'), '40');
    const save = screen.getAllByRole('button', { name: 'Save changes' })[0]!;
    await hand.click(save);
    await waitFor(() => expect(changes[0]).toMatchObject({ privateEnabled: true, perMinute: 40 }));
  });

  it('a price a minute is needed for private streams', async () => {
    const { changes, replies } = around();
    const { hand } = await open(replies, { path: '/creator/live?tab=settings' });
    const part = within(await screen.findByRole('region', { name: 'Private streams' }));
    await hand.click(part.getByLabelText(/Accept requests/));
    await hand.click(screen.getAllByRole('button', { name: 'Save changes' })[0]!);
    expect((await screen.findAllByText('Enter 1 to 10000 tokens.')).length).toBeGreaterThan(0);
    expect(changes).toEqual([]);
  });

  it('the encoder’s key can be replaced', async () => {
    const { replies } = around();
    const { hand } = await open(replies, { path: '/creator/live?tab=settings' });
    expect(await screen.findByDisplayValue('secret-1')).toBeTruthy();
    await hand.click(await press('Replace token'));
    await hand.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replace token' }),
    );
    expect(await screen.findByDisplayValue('secret-2')).toBeTruthy();
  });

  it('the encoder’s key isn’t shown again, and can be created where there is none', async () => {
    const { replies } = around();
    const encoder = (hasKey: boolean) => () => ({ url: 'https://site.example/whip', hasKey, key: null });
    const { unmount } = await open(
      { ...replies, 'GET /streaming/encoder': encoder(true) },
      { path: '/creator/live?tab=settings' },
    );
    expect(await press('Replace token')).toBeTruthy();
    expect(screen.queryByLabelText('Bearer token')).toBeNull();
    unmount();
    const { hand } = await open(
      { ...replies, 'GET /streaming/encoder': encoder(false) },
      { path: '/creator/live?tab=settings' },
    );
    await hand.click(await press('Create token'));
    expect(await screen.findByDisplayValue('secret-2')).toBeTruthy();
  });

  it('says when the site can’t record, and when there are no streams at all', async () => {
    const { replies } = around();
    const media = { kind: 'off' as const, canRecord: false, canUseEncoder: false };
    await open({ ...replies, 'GET /streaming/settings': () => someStreamSettings({ media }) });
    expect(await screen.findByText('Live streams are off')).toBeTruthy();
  });
  it('offers nothing while no process carries streams, whatever the calls about them answer', async () => {
    await open({}, { settings: { liveStreams: false } });
    expect(await screen.findByText('Live streams are off')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Go live' })).toBeNull();
  });
});

describe('values of the form', () => {
  const values = { ...toStreamValues(someStreamSettings()), title: 'A' };
  it('a ticket makes the price count', () => {
    const sold = { ...values, sells: true, price: '120' };
    expect(toGoLive(sold, null)).toMatchObject({ price: 120, includedInSubscription: true });
    expect(toGoLive({ ...sold, sells: false }, null)).toMatchObject({ price: 0 });
  });
  it('errors are per field', () => {
    expect(findErrors({ ...values, title: ' ', hasGoal: true, goal: 'x' })).toEqual({
      title: 'Enter a title.',
      goal: 'Enter a goal of at least 1 token.',
    });
    expect(findErrors({ ...values, sells: true, price: '' })).toHaveProperty('price');
  });
  it('held words are listed once each', () => {
    expect(toGoLive({ ...values, heldWords: 'a, b\na' }, null).heldWords).toEqual(['a', 'b']);
  });
});
