import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { actions } from './actions.ts';
import { bids } from './bids.ts';
import { broadcast } from './broadcast.ts';
import { calls } from './calls.ts';
import type { Running } from './calls.ts';
import { charges } from './charges.ts';
import { conversationList } from './conversations.ts';
import { fanOut } from './fan-out.ts';
import { gallery } from './gallery.ts';
import { live } from './live.ts';
import { liveChat } from './live-chat.ts';
import { memory } from './memory.ts';
import { messageSearch } from './message-search.ts';
import { rewritten } from './page.ts';
import { pages } from './pages.ts';
import { reporting } from './resident.ts';
import { scale } from './scale.ts';
import { search } from './search.ts';
import { starts } from './starts.ts';
import { statement } from './statement.ts';
import { markdown } from './table.ts';
import type { Section } from './table.ts';
import { tables } from './tables.ts';
import { uploads } from './uploads.ts';
import { views } from './views.ts';

/** What `scripts/bench.mjs` provides: a way to start servers, and a browser. */
export interface Means {
  startServer(target: 'server', more?: Record<string, string>): Promise<Running & { stop(): Promise<void> }>;
  browser: string;
  /** Parts to run; empty for all. Only a complete run is written to the document. */
  only: readonly string[];
}

/** What `npm run bench -- <part>` can run alone. */
export const parts = [
  'pages',
  'tables',
  'gallery',
  'calls',
  'charges',
  'bids',
  'uploads',
  'statement',
  'views',
  'message-search',
  'broadcast',
  'conversations',
  'actions',
  'memory',
  'scale',
  'search',
  'fan-out',
  'live-chat',
  'live',
  'starts',
] as const;

/** Parts that start what they measure. */
const onTheirOwn = [
  ['search', search],
  ['fan-out', fanOut],
  ['live-chat', liveChat],
  ['live', live],
  ['starts', starts],
] as const;

async function runAlone(
  startServer: Means['startServer'],
  { wants, show }: { wants: (name: string) => boolean; show: (section: Section) => void },
): Promise<void> {
  for (const [name, part] of onTheirOwn) if (wants(name)) show(await part(startServer));
}

export async function bench({ startServer, browser, only }: Means): Promise<void> {
  const wants = (name: string) => only.length === 0 || only.includes(name);
  const sections: Section[] = [];
  const show = (section: Section) => {
    sections.push(section);
    console.log(`\n${markdown(section)}`);
  };
  const on = async (more: Record<string, string>, work: (server: Running) => Promise<void>) => {
    const server = await startServer('server', more);
    await work(server).finally(() => server.stop());
  };
  const inBrowser = [
    ['pages', pages],
    ['tables', tables],
    ['gallery', gallery],
  ] as const;
  for (const [name, part] of inBrowser)
    if (wants(name)) await on({}, async (server) => show(await part(server, browser)));
  if (wants('calls') || wants('charges')) {
    await on({ DEMO: '0', TRUSTED_PROXIES: '1' }, async (server) => {
      for (const section of await calls(server)) show(section);
      show(await charges(server));
    });
  }
  const onEmpty = [
    ['bids', bids],
    ['uploads', uploads],
    ['statement', statement],
    ['views', views],
    ['message-search', messageSearch],
    ['broadcast', broadcast],
    ['conversations', conversationList],
    ['actions', actions],
  ] as const;
  for (const [name, part] of onEmpty)
    if (wants(name))
      await on({ DEMO: '0', TRUSTED_PROXIES: '1' }, async (server) => show(await part(server, browser)));
  if (wants('memory')) {
    const { env, folder } = reporting();
    await on(env, async (server) => show(await memory(server, folder))).finally(() =>
      rmSync(folder, { recursive: true, force: true }),
    );
  }
  if (wants('scale')) show(scale());
  await runAlone(startServer, { wants, show });
  if (only.length === 0) writeDown(sections);
}

function writeDown(sections: readonly Section[]): void {
  const file = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node ${process.versions.node}`;
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  writeFileSync(
    file,
    rewritten(readFileSync(file, 'utf8'), {
      day: new Date().toISOString().slice(0, 10),
      version,
      machine,
      sections,
    }),
  );
  console.log('\nWritten to docs/benchmarks.md');
}
