import { request } from 'node:http';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../../../setup/live-peers.ts';
import {
  browserFound,
  enter,
  framesOf,
  openBrowser,
  pause,
  startSite,
  untilPlaying,
  type Site,
} from '../../../setup/live-site.ts';
import { lossyUdp } from '../../../setup/lossy-udp.ts';

const isDeep = Boolean(process.env.DEEP);

describe('the relay and broken offers', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.stop());
  async function grant() {
    const [streamId, host] = [uuidv7(), uuidv7()];
    await site.live.open({ id: streamId, hosts: [host], isRecorded: false });
    const { token } = (await site.live.grant({ streamId, userId: host, role: 'host' })) as { token: string };
    return { streamId, token };
  }
  const headersOf = (token: string) => ({
    'Content-Type': 'application/sdp',
    Authorization: `Bearer ${token}`,
  });
  /** What a browser would offer. */
  async function anOffer(): Promise<string> {
    let offer = '';
    await sendRaw(async (sdp) => {
      offer = sdp;
      throw new Error('not answered');
    }).catch(() => {});
    return offer;
  }
  const plays = async () => {
    const { streamId, token } = await grant();
    const peer = await sendRaw(async (sdp) => {
      const answer = await site.live.connect({ role: 'host', streamId, token, sdp });
      return 'sdp' in answer ? answer.sdp : '';
    });
    await expect.poll(async () => (await site.live.stats(streamId))?.hosts[0]?.sendingSince).toBeTruthy();
    peer.close();
    await site.live.close(streamId);
  };

  /** Sends parts of a body that never ends; resolves with the status. */
  async function endless(part: string, everyMs: number): Promise<number> {
    const { streamId, token } = await grant();
    return new Promise((resolve, reject) => {
      const headers = { ...headersOf(token), 'Transfer-Encoding': 'chunked' };
      const sent = request(`${site.address}/live/whip/${streamId}`, { method: 'POST', headers });
      const timer = setInterval(() => sent.write(part), everyMs);
      sent.on('response', ({ statusCode = 0 }) => {
        clearInterval(timer);
        sent.destroy();
        resolve(statusCode);
      });
      sent.on('error', reject);
    });
  }
  test('a body that never ends gets a 413: at 64 KiB, or after 5 seconds', async () => {
    expect(await endless('a=x\r\n'.repeat(2_000), 1)).toBe(413);
    if (isDeep) expect(await endless('a', 500)).toBe(413);
    expect(site.ends()).toEqual([]);
  });

  test('an offer that would be fine but for its thousand candidates gets a 400', async () => {
    const offer = await anOffer();
    // TEST-NET addresses, where nobody answers.
    const far = Array.from(
      { length: 1_000 },
      (_, index) => `a=candidate:${index} 1 UDP ${index + 1} 192.0.2.${index % 250} 9 typ host`,
    );
    const send = async (body: string) => {
      const { streamId, token } = await grant();
      const address = `${site.address}/live/whip/${streamId}`;
      const reply = await fetch(address, { method: 'POST', body, headers: headersOf(token) });
      return { status: reply.status, text: await reply.text() };
    };
    expect((await send(offer)).status).toBe(201);
    expect(await send(`${offer.trimEnd()}\r\n${far.join('\r\n')}\r\n`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('too many candidates'),
    });
    expect(site.ends()).toEqual([]);
  });

  const rubbish = [
    '',
    '\0',
    'a=',
    'a=mid:',
    '9'.repeat(400),
    'a=ssrc:99999999999',
    'a=fmtp:102 =;;=',
    '🎥',
    'm=video',
  ];
  /** The same changes in every run. */
  function* spoiled(offer: string, count: number): Generator<string> {
    const lines = offer.split('\r\n');
    let seed = 7;
    const any = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let n = 0; n < count; n += 1) {
      const copy = [...lines];
      for (let change = 0; change <= any(3); change += 1) {
        const [at, other] = [any(copy.length), any(copy.length)];
        const line = copy[at] ?? '';
        const changes = [
          () => copy.splice(at, 1),
          () => copy.splice(at, 0, copy[other] ?? ''),
          () => copy.splice(at, 1, rubbish[any(rubbish.length)] ?? ''),
          () => copy.splice(at, 1, line.slice(0, any(30))),
          () => copy.splice(at, 1, line.replaceAll(/\d+/g, String(any(100_000)))),
        ];
        changes[any(changes.length)]?.();
      }
      yield copy.join('\r\n');
    }
  }
  test('offers with lines lost, doubled, cut and garbled get an answer or a 4xx, and never end it', async () => {
    const offer = await anOffer();
    const statuses = new Set<number>();
    for (const body of spoiled(offer, isDeep ? 2_000 : 20)) {
      const { streamId, token } = await grant();
      const address = `${site.address}/live/whip/${streamId}`;
      const reply = await fetch(address, { method: 'POST', body, headers: headersOf(token) });
      statuses.add(reply.status);
      await site.live.close(streamId);
    }
    expect([...statuses].filter((status) => ![201, 400, 406].includes(status))).toEqual([]);
    expect(statuses).toContain(201);
    expect(statuses).toContain(400);
    expect(site.ends()).toEqual([]);
    await plays();
  });
});

test.skipIf(!browserFound || !isDeep)(
  'plays on with 5 % of the packets lost and 25 ms each way',
  async () => {
    const network = await lossyUdp({ loss: 0.05, delayMs: 25 });
    const site = await startSite({ rewrite: network.rewrite });
    const browser = await openBrowser();
    const [streamId, host] = [uuidv7(), uuidv7()];
    await site.live.open({ id: streamId, hosts: [host], isRecorded: false });
    await enter({ site, browser, request: { streamId, userId: host, role: 'host' } });
    const viewer = await enter({ site, browser, request: { streamId, userId: uuidv7(), role: 'viewer' } });
    await untilPlaying(viewer, 8_000);
    const before = await framesOf(viewer);
    await pause(8_000);
    const frames = (await framesOf(viewer)) - before;
    const { passed, lost } = network.counts();
    expect(lost / (passed + lost)).toBeGreaterThan(0.03);
    // The picture has 20 frames a second; those that came too late are left out.
    expect(frames / 8).toBeGreaterThan(10);
    await browser.close();
    await site.stop();
    network.stop();
  },
);
