import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Browser, Page } from 'playwright';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Tickets } from '#backend/node/live/hls/tickets.ts';
import { probe } from '#backend/node/media/probe.ts';
import { run } from '#backend/node/media/ffmpeg.ts';
import {
  blockUdp,
  browserFound,
  enter,
  openBrowser,
  pause,
  startRelay,
  startSite,
  statesOf,
  type Site,
} from '../../../setup/live-site.ts';
import { tools } from '../../../setup/recordings.ts';

/** Where the player is, and what it shows, as a checksum. */
const shownIn = (tab: Page) =>
  tab.evaluate(() => {
    const video = document.querySelector('video')!;
    const canvas = new OffscreenCanvas(64, 36);
    const context = canvas.getContext('2d')!;
    context.drawImage(video, 0, 0, 64, 36);
    const sum = context.getImageData(0, 0, 64, 36).data.reduce((all, each) => (all * 31 + each) % 1e9, 0);
    return { at: video.currentTime, width: video.videoWidth, sum };
  });

test('without ffmpeg there is no HLS and no recording, and the note says so', async () => {
  const { live, stop } = await startRelay({ tools: null });
  const [streamId, host] = [uuidv7(), uuidv7()];
  await live.open({ id: streamId, hosts: [host], isRecorded: true });
  expect(live.abilities).toMatchObject({ hls: false, recording: false });
  expect(live.abilities.note).toContain('ffmpeg');
  expect(await live.grant({ streamId, userId: uuidv7(), role: 'viewer' })).toMatchObject({ hls: null });
  await live.close(streamId);
  expect(await live.recording(streamId)).toBeNull();
  await stop();
});

test('whoever comes when direct places are taken watches over HTTP, or is turned away without ffmpeg', async () => {
  for (const has of [tools, null]) {
    const { live, stop } = await startRelay({ tools: has, mostDirect: 1 });
    const [streamId, host] = [uuidv7(), uuidv7()];
    await live.open({ id: streamId, hosts: [host], isRecorded: false });
    expect(await live.grant({ streamId, userId: uuidv7(), role: 'viewer' })).toMatchObject({ kind: 'whep' });
    const next = live.grant({ streamId, userId: uuidv7(), role: 'viewer' });
    if (has) expect(await next).toMatchObject({ kind: 'hls' });
    else await expect(next).rejects.toMatchObject({ status: 503, code: 'gateway_unavailable' });
    expect(await live.grant({ streamId, userId: host, role: 'host' })).toMatchObject({ kind: 'whip' });
    await stop();
  }
});

describe.skipIf(!tools)('an address that is handed on', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ tools });
  });
  afterAll(() => site.stop());

  const addressFor = async (streamId: string, userId: string) => {
    const grant = await site.live.grant({ streamId, userId, role: 'viewer' });
    return site.address + (grant.kind === 'whep' ? (grant.hls ?? '') : '');
  };
  const ask = (address: string, browser: string, cookie = '') =>
    fetch(address, { headers: { 'user-agent': browser, cookie } });

  test('works on two devices of an account at once, whichever of its addresses they use', async () => {
    const [streamId, host, fan] = [uuidv7(), uuidv7(), uuidv7()];
    await site.live.open({ id: streamId, hosts: [host], isRecorded: false });
    const address = await addressFor(streamId, fan);
    // Nothing is sent yet, which is what those hear who are let in.
    const own = await ask(address, 'phone');
    expect(own.status).toBe(503);
    const cookie = own.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^live_device=[\w-]{43}; Path=\/live\/hls\/; HttpOnly; SameSite=Lax$/);
    expect((await ask(address, 'television')).status).toBe(503);

    const strangers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => ask(address, `stranger ${at}`)),
    );
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([403]));
    expect(await strangers[0]!.text()).toBe('This stream is being watched on other devices.');
    expect(strangers[0]!.headers.get('set-cookie')).toBeNull();
    const another = await addressFor(streamId, fan);
    expect((await ask(another, 'stranger')).status).toBe(403);
    expect((await ask(another, 'television')).status).toBe(503);

    // A phone that leaves its network is known by its cookie.
    expect((await ask(address, 'phone elsewhere', cookie.split(';')[0])).status).toBe(503);
    expect((await ask(address, 'phone elsewhere')).status).toBe(403);
    // Of other accounts, and other streams, nothing is counted.
    expect((await ask(await addressFor(streamId, uuidv7()), 'stranger')).status).toBe(503);
    expect((await site.live.stats(streamId))?.viewers).toBe(2);
    await site.live.close(streamId);
  });

  test('counts a device for as long as it asks', async () => {
    const [streamId, fan] = [uuidv7(), uuidv7()];
    const tickets = new Tickets(1);
    vi.useFakeTimers({ toFake: ['Date'] });
    const token = tickets.issue(streamId, fan);
    expect(tickets.use(token, 'phone')).toEqual({ streamId });
    vi.advanceTimersByTime(10_000);
    expect(tickets.use(token, 'tablet')).toBe('busy');
    const other = tickets.issue(streamId, fan);
    vi.advanceTimersByTime(5_001);
    expect(tickets.watching(streamId)).toEqual([]);
    expect(tickets.use(token, 'phone')).toBeNull();
    expect(tickets.use(other, 'tablet')).toEqual({ streamId });
    expect(tickets.watching(streamId)).toEqual([fan]);
    vi.useRealTimers();
  });
});

describe.skipIf(!browserFound || !tools)('HLS and recordings beside the relay', () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    site = await startSite({ tools });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  test('plays where UDP is blocked, ends with the access, and becomes a recording', async () => {
    const { live, address } = site;
    const [streamId, host, fan] = [uuidv7(), uuidv7(), uuidv7()];
    await live.open({ id: streamId, hosts: [host], isRecorded: true });
    const sender = await enter({ site, browser, request: { streamId, userId: host, role: 'host' } });
    await expect.poll(async () => (await live.stats(streamId))?.hosts[0]?.sendingSince).toBeTruthy();
    await pause(3_000);
    const request = { streamId, userId: fan, role: 'viewer' } as const;
    const viewer = await enter({ site, browser, request, prepare: [blockUdp] });
    // On an idle machine it takes three to four seconds.
    await expect.poll(async () => (await shownIn(viewer)).width).toBe(640);
    const first = await shownIn(viewer);
    expect((await live.stats(streamId))?.viewers).toBe(1);
    const grant = await live.grant({ streamId, userId: uuidv7(), role: 'viewer' });
    const path = grant.kind === 'whep' ? (grant.hls ?? '') : '';
    const playlist = await (await fetch(address + path)).text();
    expect(playlist).toContain('#EXT-X-TARGETDURATION:');
    const piece = path.replace(
      'index.m3u8',
      playlist.split('\n').findLast((line) => line.endsWith('.ts')) ?? '',
    );
    expect((await fetch(address + piece)).status).toBe(200);
    expect((await fetch(address + path.replace(/hls\/.{4}/, 'hls/AAAA'))).status).toBe(404);

    // Both of one look: between two, the player may jump.
    await expect
      .poll(async () => {
        const shown = await shownIn(viewer);
        return shown.sum !== first.sum && shown.at > first.at;
      })
      .toBe(true);

    await live.eject(streamId, fan);
    await expect.poll(async () => (await statesOf(viewer)).at(-1)).toBe('refused');

    // The sender reconnects after a pause, so the recording has two parts.
    await sender.close();
    await pause(2_500);
    await enter({ site, browser, request: { streamId, userId: host, role: 'host' } });
    await pause(4_500);
    const { mediaSeconds } = await live.close(streamId);
    expect((await fetch(address + piece)).status).toBe(404);
    const recording = await live.recording(streamId);
    expect(recording).toMatchObject({ mime: 'video/mp4' });
    // Each of the two parts begins with a key frame, which takes about a second, or more on a busy machine.
    expect(Math.abs((recording?.seconds ?? 0) - mediaSeconds)).toBeLessThan(6);

    const folder = await mkdtemp(join(tmpdir(), 'limelight-recording-'));
    await pipeline(
      Readable.fromWeb((await recording!.open()) as NodeReadableStream),
      createWriteStream(join(folder, 'whole.mp4')),
    );
    const signal = AbortSignal.timeout(20_000);
    const about = await probe({ tools: tools!, file: 'whole.mp4', format: 'mp4', folder, signal });
    expect(about).toMatchObject({ pictures: [{ width: 640, height: 360 }], sounds: [{ codec: 'aac' }] });
    const args = ['-v', 'error', '-xerror', '-i', 'whole.mp4', '-f', 'null', '-'];
    await run(tools!.ffmpeg, { args, folder, signal, seconds: 20 });
    await rm(folder, { recursive: true, force: true });
    await live.discardRecording(streamId);
    expect(await live.recording(streamId)).toBeNull();
  });
});
