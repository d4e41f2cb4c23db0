import type { Browser } from 'playwright';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveEvent } from '#backend/ports/live-transport.ts';
import {
  browserFound,
  enter,
  framesOf,
  openBrowser,
  pause,
  startSite,
  statesOf,
  untilPlaying,
  type Site,
} from '../../../setup/live-site.ts';

describe('the relay', () => {
  let site: Site;
  let browser: Browser | null = null;
  beforeAll(async () => {
    site = await startSite();
    if (browserFound) browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site.stop();
  });
  // oxlint-disable-next-line max-params -- a request, in the order one writes it
  const post = (path: string, body: string, token = 'wrong', type = 'application/sdp') =>
    fetch(site.address + path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type, Authorization: `Bearer ${token}` },
    });
  async function openStream() {
    const [streamId, host] = [uuidv7(), uuidv7()];
    await site.live.open({ id: streamId, hosts: [host], isRecorded: false });
    return { streamId, host };
  }

  test('refuses wrong, used and foreign grants, and bodies that are no offers; and stays up', async () => {
    const { streamId, host } = await openStream();
    const other = await openStream();
    expect((await post(`/live/whip/${streamId}`, 'v=0')).status).toBe(401);
    const { token } = (await site.live.grant({ streamId, userId: host, role: 'host' })) as { token: string };
    expect((await post(`/live/whip/${other.streamId}`, 'v=0', token)).status).toBe(401);
    expect((await post(`/live/whep/${streamId}`, 'v=0', token)).status).toBe(401);
    expect((await post(`/live/whip/${streamId}`, 'v=0', token, 'text/plain')).status).toBe(415);
    expect((await post(`/live/whip/${streamId}`, 'x'.repeat(70_000), token)).status).toBe(413);
    expect((await post(`/live/whip/${streamId}`, 'v=0\r\nnonsense', token)).status).toBe(400);
    // It was used, for better or worse.
    expect((await post(`/live/whip/${streamId}`, 'v=0', token)).status).toBe(401);
    expect(site.ends()).toEqual([]);
  });

  const join = (streamId: string, userId: string, role: 'host' | 'viewer') =>
    enter({ site, browser: browser!, request: { streamId, userId, role } });

  test.skipIf(!browserFound)(
    'plays to two viewers, ejects one within a second, and survives its own death',
    async () => {
      const { streamId, host } = await openStream();
      const events: LiveEvent['type'][] = [];
      site.live.onChange((event) => event.streamId === streamId && events.push(event.type));
      await join(streamId, host, 'host');
      const [fan, other] = [uuidv7(), uuidv7()];
      const viewers = [await join(streamId, fan, 'viewer'), await join(streamId, other, 'viewer')] as const;
      for (const viewer of viewers) await untilPlaying(viewer, 15_000);
      expect(events).toEqual(['media-began']);
      expect(await site.live.stats(streamId)).toMatchObject({ viewers: 2, hosts: [{ isConnected: true }] });
      const before = await framesOf(viewers[0]);
      await pause(2_000);
      expect((await framesOf(viewers[0])) - before).toBeGreaterThan(20);

      await site.live.eject(streamId, fan);
      await pause(1_000);
      const after = await framesOf(viewers[0]);
      await pause(1_000);
      // One frame may still be in the browser's buffer.
      expect(await framesOf(viewers[0])).toBeLessThanOrEqual(after + 1);
      expect(await site.live.stats(streamId)).toMatchObject({ viewers: 1 });

      process.kill(site.live.relays.of(streamId)?.pid ?? 0, 'SIGKILL');
      await pause(300);
      await untilPlaying(viewers[1], 15_000);
      await pause(3_000);
      expect((await statesOf(viewers[0])).at(-1)).toBe('refused');
      expect((await site.live.close(streamId)).mediaSeconds).toBeGreaterThan(3);
    },
    60_000,
  );
});
