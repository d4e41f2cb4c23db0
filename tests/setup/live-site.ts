import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import type { GrantRequest } from '#backend/ports/live-transport.ts';
import type { PortRange } from '#config/port-range.ts';
import type { Tools } from '#backend/node/media/ffmpeg.ts';
import { createHlsHandler } from '#backend/node/live/hls/hls-http.ts';
import type { IceServersFor } from '#backend/node/live/ice-servers.ts';
import { createRelayHandler } from '#backend/node/live/relay-http.ts';
import { RelayLive } from '#backend/node/live/relay-live.ts';
// @ts-expect-error the scripts are plain JavaScript
import { findBrowser } from '../../scripts/browser.mjs';
import manifest from '../../package.json' with { type: 'json' };
import { RecordedLog } from './fake-ports.ts';

const source = fileURLToPath(new URL('../../src/', import.meta.url));
const hlsPlayer = join(createRequire(import.meta.url).resolve('hls.js/package.json'), '../dist/hls.mjs');
/** The source folders under the names by which modules import them. */
const importMap = Object.fromEntries(
  Object.entries(manifest.imports).map(([name, folder]) => [
    name.replace('*', ''),
    folder.replace('./', '/').replace('*', ''),
  ]),
);
const page = `<video muted></video>
<script type="importmap">${JSON.stringify({ imports: { 'hls.js': '/hls.mjs', ...importMap } })}</script>
<script type="module">import * as client from "/src/services/talk/live/live-client.ts"; globalThis.client = client;</script>`;

/** Null where this machine has no browser; what needs one is skipped. */
export const browserFound = (await findBrowser().catch(() => null)) as { path: string } | null;
export const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

export interface RelayOptions {
  readonly tools?: Tools | null;
  readonly mostDirect?: number;
  readonly ports?: PortRange;
  readonly mostStreams?: number;
  readonly iceServers?: IceServersFor;
  /** Changes the relay’s answers, for networks of a test’s own. */
  readonly rewrite?: (sdp: string) => string;
}
/** A relay of a test’s own. */
export async function startRelay({
  tools = null,
  mostDirect = 100,
  ports = { first: 0, last: 0 },
  mostStreams = 1,
  iceServers = () => [],
}: RelayOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'limelight-live-'));
  const log = new RecordedLog();
  const relay = { ports, mostStreams, bind: '127.0.0.1', publicIp: null };
  const live = new RelayLive({ relay, log, tools, folder, mostDirect, mostDevices: 2, iceServers });
  const stop = async () => {
    await live.stop();
    await rm(folder, { recursive: true, force: true });
  };
  /** What was logged of relays that ended. */
  const ends = () => log.lines.filter(({ message }) => /relay.* ended|keeps ending/.test(message));
  return { live, log, folder, ends, stop };
}

const scriptOf = (url: string) =>
  url === '/hls.mjs'
    ? readFileSync(hlsPlayer, 'utf8')
    : stripTypeScriptTypes(readFileSync(source + url.slice(5), 'utf8')).replaceAll(
        'process.env.NEXT_PUBLIC_API_ENDPOINT',
        'undefined',
      );
function renew(live: RelayLive, request: IncomingMessage, response: ServerResponse): void {
  request.on('data', (body: Buffer) =>
    live.renew(JSON.parse(body.toString()) as GrantRequest).then(
      (grant) => response.end(JSON.stringify(grant)),
      (error: { status: number }) => response.writeHead(error.status).end('{}'),
    ),
  );
}

/** The relay behind HTTP, and the browser's own code served beside it. */
export async function startSite(options: RelayOptions = {}) {
  const relay = await startRelay(options);
  const { live } = relay;
  const { rewrite } = options;
  const connect = live.connect.bind(live);
  if (rewrite)
    live.connect = async (input) => {
      const answer = await connect(input);
      return 'sdp' in answer ? { ...answer, sdp: rewrite(answer.sdp) } : answer;
    };
  const handle = createRelayHandler(live);
  const hls =
    live.hls &&
    createHlsHandler(live.hls, { getIp: ({ socket }) => socket.remoteAddress ?? '', isSecure: false });
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    if (hls && url.startsWith('/live/hls/')) return void hls(request, response);
    if (url.startsWith('/live/')) return void handle(request, response);
    if (url === '/renew') return renew(live, request, response);
    const isScript = url.startsWith('/src/') || url === '/hls.mjs';
    response
      .setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
      .end(isScript ? scriptOf(url) : page);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await relay.stop();
  };
  return { ...relay, stop, address: `http://localhost:${(server.address() as AddressInfo).port}` };
}
export type Site = Awaited<ReturnType<typeof startSite>>;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserFound?.path ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });

interface Entering {
  readonly site: Site;
  readonly browser: Browser;
  readonly request: GrantRequest;
  /** Run in the page before anything else. */
  readonly prepare?: readonly (() => void)[];
}
/** Sends or watches in a page of its own with the code that the product uses. */
export async function enter({ site, browser, request, prepare = [] }: Entering): Promise<Page> {
  const tab = await (await browser.newContext()).newPage();
  for (const script of prepare) await tab.addInitScript(script);
  const failed = new Promise<never>((_, reject) => void tab.once('pageerror', reject));
  await tab.goto(site.address);
  // A module that can't be loaded is said at once, by its name.
  await Promise.race([tab.waitForFunction(() => 'client' in globalThis), failed]);
  const grant = await site.live.grant(request);
  await tab.evaluate(
    async ({ grant: given, request: who }) => {
      const state = globalThis as unknown as {
        states: string[];
        joined: unknown;
        client: Record<'publish' | 'watch', (options: unknown) => Promise<unknown>>;
      };
      state.states = [];
      const { client } = state;
      const renewed = async () => {
        const reply = await fetch('/renew', { method: 'POST', body: JSON.stringify(who) });
        if (!reply.ok) throw Object.assign(new Error('refused'), { status: reply.status });
        return (await reply.json()) as unknown;
      };
      const common = {
        streamId: who.streamId,
        grant: given,
        renew: renewed,
        onState: (each: string) => state.states.push(each),
      };
      if (who.role === 'viewer')
        state.joined = await client.watch({ ...common, video: document.querySelector('video') });
      else {
        const video = { width: 640, height: 360, frameRate: 30 };
        const media = await navigator.mediaDevices.getUserMedia({ audio: true, video });
        state.joined = await client.publish({ ...common, media });
      }
    },
    { grant, request },
  );
  return tab;
}
/** As a network that lets no UDP through: the browser learns no address of the relay. */
export function blockUdp() {
  const prototype = RTCPeerConnection.prototype;
  const before = prototype.setRemoteDescription;
  prototype.setRemoteDescription = function set(
    this: RTCPeerConnection,
    description: RTCSessionDescriptionInit,
  ) {
    const sdp = (description.sdp ?? '').replaceAll(/a=candidate.*\r\n/g, '');
    return Reflect.apply(before, this, [{ ...description, sdp }]);
  } as RTCPeerConnection['setRemoteDescription'];
}

export const framesOf = (tab: Page) =>
  tab.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0);
/** Resolves with how many milliseconds it took. */
export async function untilPlaying(tab: Page, ms: number): Promise<number> {
  const since = Date.now();
  let before = await framesOf(tab);
  for (;;) {
    const frames = await framesOf(tab);
    if (frames > before + 1) break;
    // Another connection counts from zero.
    before = Math.min(before, frames);
    if (Date.now() - since > ms) throw new Error(`no picture within ${ms} ms`);
    await pause(25);
  }
  return Date.now() - since;
}
export const statesOf = (tab: Page) =>
  tab.evaluate(() => (globalThis as unknown as { states: string[] }).states);
