import { describe, expect, test } from 'vitest';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { GrantRequest, LiveEvent, LiveTransport } from '#backend/ports/live-transport.ts';

/** A browser as far as a transport notices it. */
export interface LivePeer {
  /** Whether media of the one it watches arrives; for a sender, whether it is still let in. */
  isServed(): boolean;
  leave(): Promise<void>;
}
/** A transport, and the browsers that use it. */
export interface LiveApp {
  readonly live: LiveTransport;
  readonly ids: () => string;
  send(grant: LiveGrant, request: GrantRequest): Promise<LivePeer>;
  watch(grant: LiveGrant, request: GrantRequest): Promise<LivePeer>;
  /** Lets time pass, with everyone doing what they do. */
  elapse(seconds: number): Promise<void>;
}

async function streamOf({ live, ids }: LiveApp, hostCount: 1 | 2 = 1) {
  const hosts = Array.from({ length: hostCount }, () => ids());
  const streamId = ids();
  await live.open({ id: streamId, hosts, isRecorded: false });
  const [host = '', other = ''] = hosts;
  const events: LiveEvent[] = [];
  live.onChange((event) => {
    if (event.streamId === streamId) events.push(event);
  });
  return { streamId, host, other, events };
}
const goLive = async ({ live, send }: LiveApp, streamId: string, userId: string) => {
  const request = { streamId, userId, role: 'host' as const };
  return send(await live.grant(request), request);
};
const join = async ({ live, watch }: LiveApp, request: Omit<GrantRequest, 'role'>) => {
  const full = { ...request, role: 'viewer' as const };
  return watch(await live.grant(full), full);
};

/**
 * What holds for every transport. `make` gives one for each test; `concurrent` is for transports whose time is
 * real.
 */
export function describeLiveTransport(
  name: string,
  make: () => Promise<LiveApp>,
  options: { concurrent?: boolean } = {},
): void {
  describe(`${name} as a live transport`, options, () => {
    test('lets nobody into a stream that is not open', async () => {
      const { live, ids } = await make();
      const request = { streamId: ids(), userId: ids(), role: 'viewer' as const };
      await expect(live.grant(request)).rejects.toMatchObject({ status: 404 });
      await expect(live.renew(request)).rejects.toMatchObject({ status: 404 });
      expect(await live.stats(request.streamId)).toBeNull();
      expect(await live.close(request.streamId)).toEqual({ mediaSeconds: 0 });
    });

    test('gives the role of a host to hosts only, and only hosts to watch', async () => {
      const app = await make();
      const { streamId, host } = await streamOf(app);
      const stranger = app.ids();
      await expect(app.live.grant({ streamId, userId: stranger, role: 'host' })).rejects.toMatchObject({
        status: 403,
      });
      await expect(
        app.live.grant({ streamId, userId: host, role: 'viewer', watches: stranger }),
      ).rejects.toMatchObject({ status: 403 });
    });

    test('grants end within a minute of not being used', async () => {
      const app = await make();
      const { streamId, host } = await streamOf(app);
      const grant = await app.live.grant({ streamId, userId: host, role: 'host' });
      const left = Date.parse(grant.expiresAt) - Date.now();
      if (app.live.kind !== 'loopback') expect(left).toBeLessThanOrEqual(60_500);
    });

    test('reports media that begins and stops, and counts only what flowed', async () => {
      const app = await make();
      const { streamId, host, events } = await streamOf(app);
      expect(await app.live.stats(streamId)).toMatchObject({ viewers: 0 });
      await app.elapse(1);
      expect(events).toEqual([]);
      const first = await goLive(app, streamId, host);
      await app.elapse(3);
      expect(events).toMatchObject([{ type: 'media-began', userId: host }]);
      const running = await app.live.stats(streamId);
      expect(running?.hosts).toContainEqual(expect.objectContaining({ userId: host, isConnected: true }));
      expect(running?.hosts[0]?.sendingSince).toBeInstanceOf(Date);
      await first.leave();
      await app.elapse(12);
      expect(events.map(({ type }) => type)).toEqual(['media-began', 'media-stopped']);
      const pause = await app.live.stats(streamId);
      expect(pause?.hosts[0]).toMatchObject({ sendingSince: null });
      const again = await goLive(app, streamId, host);
      await app.elapse(3);
      expect(events.map(({ type }) => type)).toEqual(['media-began', 'media-stopped', 'media-began']);
      const { mediaSeconds } = await app.live.close(streamId);
      expect(mediaSeconds).toBeGreaterThan(3);
      expect(mediaSeconds).toBeLessThan(12);
      await again.leave();
    });

    test('opening again changes nothing for those inside', async () => {
      const app = await make();
      const { streamId, host, events } = await streamOf(app);
      const sender = await goLive(app, streamId, host);
      await app.elapse(3);
      await app.live.open({ id: streamId, hosts: [host], isRecorded: false });
      await app.elapse(3);
      expect(sender.isServed()).toBe(true);
      expect(events.map(({ type }) => type)).toEqual(['media-began']);
      await sender.leave();
    });

    test('both sides of a private stream send and watch', async () => {
      const app = await make();
      const { streamId, host, other, events } = await streamOf(app, 2);
      const senders = [await goLive(app, streamId, host), await goLive(app, streamId, other)];
      const watchers = [
        await join(app, { streamId, userId: host, watches: other }),
        await join(app, { streamId, userId: other, watches: host }),
      ];
      await app.elapse(4);
      expect(watchers.map((each) => each.isServed())).toEqual([true, true]);
      expect(events.map(({ userId }) => userId).toSorted()).toEqual([host, other].toSorted());
      expect(await app.live.stats(streamId)).toMatchObject({ viewers: 0 });
      await senders[1]?.leave();
      await watchers[1]?.leave();
      await app.elapse(12);
      expect(events).toContainEqual(expect.objectContaining({ type: 'media-stopped', userId: other }));
      await Promise.all([senders[0]?.leave(), watchers[0]?.leave()]);
    });

    test('counts the audience, ejects from it within a second, and lets back in only with a new grant', async () => {
      const app = await make();
      const { streamId, host } = await streamOf(app);
      const sender = await goLive(app, streamId, host);
      const [fan, other] = [app.ids(), app.ids()];
      const watching = [
        await join(app, { streamId, userId: fan }),
        await join(app, { streamId, userId: other }),
      ];
      await app.elapse(2);
      expect(watching.map((each) => each.isServed())).toEqual([true, true]);
      expect(await app.live.stats(streamId)).toMatchObject({ viewers: 2 });

      await app.live.eject(streamId, fan);
      await app.elapse(1);
      expect(watching.map((each) => each.isServed())).toEqual([false, true]);
      expect(await app.live.stats(streamId)).toMatchObject({ viewers: 1 });
      const request = { streamId, userId: fan, role: 'viewer' as const };
      await expect(app.live.renew(request)).rejects.toMatchObject({ status: 404 });

      const back = await join(app, { streamId, userId: fan });
      await app.elapse(2);
      expect(back.isServed()).toBe(true);
      await Promise.all([sender, back, ...watching].map((each) => each.leave()));
    });

    test('closing ends everybody’s connections, and what happened is reported once', async () => {
      const app = await make();
      const { streamId, host } = await streamOf(app);
      const sender = await goLive(app, streamId, host);
      await app.elapse(4);
      const { mediaSeconds } = await app.live.close(streamId);
      expect(mediaSeconds).toBeGreaterThan(1.5);
      expect(mediaSeconds).toBeLessThan(7);
      await app.elapse(1);
      expect(sender.isServed()).toBe(false);
      expect(await app.live.stats(streamId)).toBeNull();
      expect(await app.live.close(streamId)).toEqual({ mediaSeconds: 0 });
      await expect(app.live.renew({ streamId, userId: host, role: 'host' })).rejects.toMatchObject({
        status: 404,
      });
    });
  });
}
