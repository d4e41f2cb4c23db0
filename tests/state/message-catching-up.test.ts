import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '#contract/core/registry.ts';
import { live } from '#state/live/live-events.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import type { FakeDeps } from './setup/make-fake-deps.ts';
import { settle } from './setup/fake-deps.ts';
import { many, messageServer, openThread } from './setup/messages.ts';
import { aMessage } from '../setup/factories/messages.ts';

const route = 'GET /messages/conversations/:id';
type Page = ReplyOf<typeof route>;
const minute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const askedIn = (deps: FakeDeps): number => deps.api.routes().filter((each) => each === route).length;

describe('a conversation that was empty when it loaded', () => {
  it('gets its first message after the disconnect that hid it', async () => {
    const stored = many(0);
    const { socket, seqs } = await openThread(stored);
    stored.push(aMessage(1));
    socket().cutAndReconnect();
    await settle();
    expect(seqs()).toEqual([1]);
  });

  it('gets its first message when the second arrives', async () => {
    const stored = many(0);
    const { dispatch, seqs } = await openThread(stored);
    stored.push(aMessage(1), aMessage(2));
    dispatch(live['message/created']({ conversationId: 'c1', message: stored[1]! }));
    await settle();
    expect(seqs()).toEqual([1, 2]);
  });

  it('makes no request for a first message that arrives', async () => {
    const { dispatch, seqs, deps } = await openThread([]);
    dispatch(live['message/created']({ conversationId: 'c1', message: aMessage(1) }));
    await settle();
    expect([seqs(), askedIn(deps)]).toEqual([[1], 0]);
  });
});

describe('a catch-up that failed', () => {
  /** A reconnect whose catching up fails until `recover`; `pauses` are those between the attempts so far. */
  async function failing(status: number) {
    // The longest pauses.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const stored = many(3);
    const running = await openThread(stored);
    const times: number[] = [];
    const fail = () =>
      running.deps.api.answer({
        [route]: () => {
          times.push(Date.now());
          throw problem(status);
        },
      });
    fail();
    stored.push(aMessage(4));
    running.socket().cutAndReconnect();
    await settle();
    return {
      ...running,
      fail,
      times,
      pauses: () => times.slice(1).map((time, at) => time - times[at]!),
      recover: () => running.deps.api.answer(messageServer(stored)),
    };
  }

  it('is repeated, each time after a longer pause, up to a minute', async () => {
    const { pauses, seqs, recover, deps } = await failing(0);
    await settle(4 * minute);
    const seconds = [1, 2, 4, 8, 16, 32, 60, 60];
    expect(pauses()).toEqual(seconds.map((each) => each * 1_000));
    expect([seqs(), deps.said]).toEqual([[1, 2, 3], []]);
    recover();
    await settle(minute);
    expect(seqs()).toEqual([1, 2, 3, 4]);
    const asked = askedIn(deps);
    await settle(5 * minute);
    expect(askedIn(deps)).toBe(asked);
  });

  it('is repeated soon again once nothing has failed for a while', async () => {
    const { times, pauses, socket, recover, fail } = await failing(503);
    await settle(20_000);
    recover();
    await settle(5 * minute);
    times.length = 0;
    fail();
    socket().cutAndReconnect();
    await settle(3_000);
    expect(pauses()).toEqual([1_000, 2_000]);
  });

  it("isn't repeated without a connection, but with the next one", async () => {
    const { times, socket, seqs, recover } = await failing(0);
    socket().fire('disconnect', 'transport close');
    await settle(5 * minute);
    expect(times).toHaveLength(1);
    recover();
    socket().io.fire('reconnect', 1);
    socket().fire('connect');
    await settle();
    expect(seqs()).toEqual([1, 2, 3, 4]);
  });

  it("isn't repeated if repeating it can't help", async () => {
    const { times } = await failing(403);
    await settle(5 * minute);
    expect(times).toHaveLength(1);
  });
});

describe('a reconnect while a page of messages is on its way', () => {
  /** A conversation with 30 messages whose first page is on its way while two things happen unheard. */
  async function opening() {
    const stored = many(30);
    const answer = onItsWay<Page>();
    const early: Page = { data: stored.slice(5).toReversed(), total: 30, lastChange: 0 };
    let isFirst = true;
    const running = await openThread([], {
      [route]: (input) => {
        if (!isFirst) return messageServer(stored)[route]!(input);
        isFirst = false;
        return answer.promise;
      },
    });
    stored[29] = aMessage(30, { text: 'Edited', change: 1 });
    stored.push(aMessage(31));
    running.socket().cutAndReconnect();
    await settle();
    return { ...running, answer, early };
  }

  it('waits for the page, then fetches what is newer than the page', async () => {
    const { answer, early, thread, seqs, texts, deps } = await opening();
    expect(askedIn(deps)).toBe(0);
    answer.resolve(early);
    await settle();
    expect(seqs()).toEqual(Array.from({ length: 26 }, (_, at) => at + 6));
    expect([texts().at(-2), thread().upTo, thread().changes, thread().fetching]).toEqual([
      'Edited',
      31,
      1,
      false,
    ]);
  });

  it('fetches nothing if the page fails, which shows', async () => {
    const { answer, thread, seqs, deps } = await opening();
    answer.reject(problem(503));
    await settle(5 * minute);
    expect([seqs(), thread().error?.status, thread().isLoaded, askedIn(deps)]).toEqual([[], 503, false, 0]);
  });
});
