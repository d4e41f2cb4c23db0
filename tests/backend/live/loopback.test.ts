import { describe, expect, test } from 'vitest';
import { createLoopbackLive } from '#backend/ports/loopback-live.ts';
import type { LiveEvent } from '#backend/ports/live-transport.ts';
import { FakeClock } from '../../setup/fake-ports.ts';
import { createReportedApp } from './reported-app.ts';
import { describeLiveTransport } from './transport-contract.ts';

describeLiveTransport('the loopback', async () => {
  const clock = new FakeClock();
  return createReportedApp(createLoopbackLive({ clock }), clock);
});

describe('media known only from what pages report', () => {
  const people = { streamId: 's', creator: 'c', fan: 'f' };
  async function privateStream() {
    const clock = new FakeClock();
    const live = createLoopbackLive({ clock });
    await live.open({ id: people.streamId, hosts: [people.creator, people.fan], isRecorded: false });
    const events: LiveEvent[] = [];
    live.onChange((event) => events.push(event));
    const say = (userId: string, receives: string[]) =>
      live.report({ streamId: people.streamId, userId, isSending: true, receives });
    return { clock, live, events, say };
  }

  test('a creator alone can’t claim to be sending to a fan', async () => {
    const { clock, live, events, say } = await privateStream();
    for (let second = 0; second < 9; second += 3) {
      say(people.creator, []);
      say(people.fan, []);
      clock.move('3s');
    }
    expect(events).toEqual([]);
    expect(await live.close(people.streamId)).toEqual({ mediaSeconds: 0 });
  });

  test('a host whose page is gone isn’t received anymore, whatever the other side’s pretended picture says', async () => {
    const { clock, live, events, say } = await privateStream();
    say(people.creator, [people.fan]);
    say(people.fan, [people.creator]);
    for (let second = 0; second < 12; second += 3) {
      clock.move('3s');
      say(people.fan, [people.creator]);
    }
    live.check();
    expect(events.filter(({ type }) => type === 'media-stopped').map(({ userId }) => userId)).toContain(
      people.creator,
    );
  });

  test('silence of a page ends its media at the last word, not when it was noticed', async () => {
    const { clock, live, events, say } = await privateStream();
    const began = clock.now();
    say(people.creator, [people.fan]);
    say(people.fan, [people.creator]);
    clock.move('3s');
    say(people.fan, [people.creator]);
    clock.move('20s');
    live.check();
    expect(events).toContainEqual({
      type: 'media-stopped',
      streamId: people.streamId,
      userId: people.creator,
      at: new Date(began.getTime() + 3_000),
    });
    expect(await live.close(people.streamId)).toEqual({ mediaSeconds: 3 });
  });
});
