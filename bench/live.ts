import { readFileSync } from 'node:fs';
import { uuidv7 } from 'uuidv7';
import type { Browser, Page } from 'playwright';
import { findTools } from '#backend/node/media/ffmpeg.ts';
import { sendRaw } from '../tests/setup/live-peers.ts';
import { blockUdp, enter, openBrowser, pause, startSite, type Site } from '../tests/setup/live-site.ts';
import { child } from './child.ts';
import { cpuMs, median, percentile } from './process-cost.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';

const audiences = [50, 100, 200];
const [storm, seconds, packetsAFrame, browserViewers, hlsViewers] = [100, 8, 8, 8, 5];

const memoryMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024;
async function openStream({ live }: Site) {
  const [streamId, host] = [uuidv7(), uuidv7()];
  await live.open({ id: streamId, hosts: [host], isRecorded: false });
  return { streamId, host };
}
async function sender(site: Site) {
  const { streamId, host } = await openStream(site);
  const grant = await site.live.grant({ streamId, userId: host, role: 'host' });
  const token = 'token' in grant ? grant.token : '';
  const peer = await sendRaw(async (sdp) => {
    const answer = await site.live.connect({ role: 'host', streamId, token, sdp });
    return 'sdp' in answer ? answer.sdp : '';
  }, packetsAFrame);
  return { streamId, peer };
}

/** Lets viewers of one more process in, all at once. */
async function letIn(site: Site, streamId: string, count: number) {
  const viewers = child('./live-viewers.ts');
  const grants = await Promise.all(
    Array.from({ length: count }, () => site.live.grant({ streamId, userId: uuidv7(), role: 'viewer' })),
  );
  const tokens = grants.map((grant) => ('token' in grant ? grant.token : ''));
  viewers.process.stdin?.write(`join ${site.address}/live/whep/${streamId} ${tokens.join(',')}\n`);
  const ms = await viewers.number('joined');
  const received = async () => {
    viewers.process.stdin?.write('count\n');
    return viewers.number('count');
  };
  return { ms, received, stop: viewers.stop };
}

/** What an audience costs the relay, and what it loses. */
async function audience(count: number): Promise<Row[]> {
  const site = await startSite({ mostDirect: 1_000 });
  const { streamId, peer } = await sender(site);
  const watched = await letIn(site, streamId, 1);
  const crowd = await letIn(site, streamId, count - 1);
  const pid = site.live.relays.of(streamId)?.pid ?? 0;
  await pause(1_000);
  const [cpu, one, all, at] = [
    cpuMs(pid) ?? Number.NaN,
    await watched.received(),
    await crowd.received(),
    Date.now(),
  ];
  await pause(seconds * 1_000);
  const [usedMs, sent, got] = [
    (cpuMs(pid) ?? Number.NaN) - cpu,
    (await watched.received()) - one,
    (await crowd.received()) - all,
  ];
  const elapsed = Date.now() - at;
  const memory = memoryMb(pid);
  peer.close();
  await Promise.all([watched.stop(), crowd.stop()]);
  await site.stop();
  const lost = Math.max(0, 1 - got / (sent * (count - 1)));
  return [
    atMost(`${count} viewers: packets a second`, ((sent + got) * 1_000) / elapsed, {}),
    atMost(`${count} viewers: part of a core`, usedMs / elapsed, {}),
    atMost(`${count} viewers: a packet to a viewer`, (usedMs * 1_000) / (sent + got), {
      most: 40,
      unit: ' µs',
    }),
    atMost(`${count} viewers: packets lost`, lost * 100, { most: 1, unit: ' %' }),
    atMost(`${count} viewers: memory of the relay`, memory, { most: 300, unit: ' MB' }),
  ];
}

async function joinStorm(): Promise<Row> {
  const site = await startSite({ mostDirect: 1_000 });
  const { streamId, peer } = await sender(site);
  await pause(500);
  const crowd = await letIn(site, streamId, storm);
  peer.close();
  await crowd.stop();
  await site.stop();
  return atMost(`${storm} join at once: until the last one gets media`, crowd.ms, {
    most: 5_000,
    unit: ' ms',
  });
}

/** Sends a picture that shows the time: 20 squares, white for 1. */
function showTheTime() {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 360];
    const context = canvas.getContext('2d')!;
    setInterval(() => {
      const now = Date.now();
      for (let bit = 0; bit < 20; bit += 1) {
        context.fillStyle = Math.floor(now / 2 ** bit) % 2 === 1 ? '#fff' : '#000';
        context.fillRect((bit % 5) * 128, Math.floor(bit / 5) * 90, 128, 90);
      }
    }, 25);
    return canvas.captureStream(30);
  };
}
/** Reads the time from each picture, and when the first one came after the offer. */
function readTheTime() {
  const seen: { delays: number[]; first: number } = { delays: [], first: 0 };
  (globalThis as unknown as { seen: typeof seen }).seen = seen;
  const before = RTCPeerConnection.prototype.setLocalDescription;
  let offered = 0;
  RTCPeerConnection.prototype.setLocalDescription = function set(this: RTCPeerConnection) {
    offered = performance.now();
    return Reflect.apply(before, this, []);
  } as RTCPeerConnection['setLocalDescription'];
  const context = new OffscreenCanvas(20, 1).getContext('2d', { willReadFrequently: true })!;
  addEventListener('DOMContentLoaded', () => {
    const video = document.querySelector('video')!;
    const look = () => {
      seen.first ||= performance.now() - offered;
      let shown = 0;
      for (let bit = 0; bit < 20; bit += 1) {
        const [x, y] = [((bit % 5) * 128 + 64) / 640, (Math.floor(bit / 5) * 90 + 45) / 360];
        context.drawImage(video, x * video.videoWidth, y * video.videoHeight, 1, 1, bit, 0, 1, 1);
        if ((context.getImageData(bit, 0, 1, 1).data[0] ?? 0) > 127) shown += 2 ** bit;
      }
      seen.delays.push((Date.now() - shown + 2 ** 21) % 2 ** 20);
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  });
}

interface Seen {
  readonly delays: readonly number[];
  readonly first: number;
}
interface Watching {
  readonly site: Site;
  readonly viewers: number;
  /** How long each one watches. */
  readonly ms: number;
  /** Run in each viewer's page. */
  readonly prepare: readonly (() => void)[];
}
/** One page after the other watches a picture that shows the time. */
async function inBrowsers({ site, viewers, ms, prepare }: Watching) {
  const browser: Browser = await openBrowser();
  const { streamId, host } = await openStream(site);
  const first = { site, browser, request: { streamId, userId: host, role: 'host' } } as const;
  await enter({ ...first, prepare: [showTheTime] });
  await pause(3_000);
  const firsts: number[] = [];
  const delays: number[] = [];
  for (let n = 0; n < viewers; n += 1) {
    const request = { streamId, userId: uuidv7(), role: 'viewer' } as const;
    const tab: Page = await enter({ site, browser, request, prepare: [...prepare, readTheTime] });
    await pause(ms);
    const seen = await tab.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    firsts.push(seen.first);
    delays.push(...seen.delays.slice(5));
    await tab.close();
  }
  await browser.close();
  await site.stop();
  return { firsts, delays };
}
async function direct(): Promise<Row[]> {
  const site = await startSite();
  const { firsts, delays } = await inBrowsers({ site, viewers: browserViewers, ms: 2_500, prepare: [] });
  return [
    atMost('first picture in a browser, median', median(firsts), { most: 500, unit: ' ms' }),
    atMost('first picture in a browser, p95', percentile(firsts, 0.95), { unit: ' ms' }),
    atMost('from camera to screen, median', median(delays), { most: 300, unit: ' ms' }),
    atMost('from camera to screen, p95', percentile(delays, 0.95), { unit: ' ms' }),
  ];
}
/** Where UDP is blocked, after the browser has tried it. Nothing without ffmpeg. */
async function overHttp(): Promise<Row[]> {
  const tools = await findTools(process.env.FFMPEG_PATH);
  if (!tools) return [];
  const site = await startSite({ tools });
  const { firsts, delays } = await inBrowsers({ site, viewers: hlsViewers, ms: 9_000, prepare: [blockUdp] });
  return [
    atMost('UDP blocked: until the first picture by HLS, median', median(firsts), {
      most: 5_000,
      unit: ' ms',
    }),
    atMost('UDP blocked: the slowest of them', Math.max(...firsts), { unit: ' ms' }),
    atMost('HLS: from camera to screen, median', median(delays), { most: 5_000, unit: ' ms' }),
    atMost('HLS: from camera to screen, p95', percentile(delays, 0.95), { unit: ' ms' }),
  ];
}

/** The relay with many watching. */
export async function live(): Promise<Section> {
  const rows = [...(await direct()), ...(await overHttp())];
  for (const count of audiences) rows.push(...(await audience(count)));
  rows.push(await joinStorm());
  return {
    title: 'Live streams through the relay',
    how: `Chromium sends a picture that shows the time, and ${browserViewers} pages of it, one after the other, read it back; ${hlsViewers} more, whose network lets no UDP through, get it by HLS. Audiences are peers without a decoder in a process of their own, sent ${packetsAFrame} packets of 1 kB for each of 30 pictures a second (about 2 Mbit/s) with sound beside them. Lost is what the others got less than one of them. All on one machine: where it is busy, less is sent.`,
    rows,
  };
}
