import { once } from 'node:events';
import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { loadFigures } from '#backend/jobs/figures.ts';
import { enqueue } from '#backend/kernel/job-queue.ts';
import { createMetrics } from '#backend/node/metrics/metrics.ts';
import { openMetrics } from '#backend/node/metrics/open-metrics.ts';
import { createRouteNames } from '#backend/node/metrics/route-names.ts';
import type { OpenBackend } from '#backend/node/open-backend.ts';
import { createUndo } from '#backend/node/operator/undo.ts';
import { testBackend } from '../../setup/backend.ts';
import { quiet } from '../../setup/quiet.ts';

const app = await testBackend();
const { db, ctx, ports } = app;

const sources = {
  figures: () => loadFigures(ctx),
  pool: () => ({ total: 5, idle: 3, waiting: 1 }),
  isDatabaseThere: () => true,
  sockets: () => 12,
  relay: () => ({ isRunning: true, hosts: 1, viewers: 40 }),
  ledger: () => ({ findings: 0, at: new Date(1_000_000) }),
};
/** The lines of a text that begin with a name. */
const linesOf = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));

describe('route names', () => {
  const nameOf = createRouteNames(['/', '/feeds/[id]', '/[username]', '/auth/callback/[provider]']);
  test.each([
    ['GET', '/api/v1/users/me', 'GET /users/me'],
    ['GET', '/api/v1/performers/mara', 'GET /performers/:id'],
    ['GET', '/api/v1/performers/top', 'GET /performers/top'],
    ['PATCH', '/api/v1/users/me', 'unknown call'],
    ['GET', '/api/v1/nothing/at/all', 'unknown call'],
    ['GET', '/', 'page /'],
    ['GET', '/feeds/0199', 'page /feeds/[id]'],
    ['GET', '/mara', 'page /[username]'],
    ['GET', '/a/b/c/d', 'unknown'],
    ['GET', '/media/secret-key/1.jpg', 'media'],
    ['GET', '/_next/static/a.js', 'built file'],
    ['GET', '/readyz', 'health'],
  ])('%s %s is “%s”', (method, path, name) => expect(nameOf(method, path)).toBe(name));
  test('every call has its own', () => {
    for (const route of Object.keys(contract)) {
      const [method = '', path = ''] = route.split(' ');
      expect(nameOf(method, `/api/v1${path}`)).toBe(route);
    }
  });
  test('whatever is asked, there are no more names than routes', () => {
    const names = new Set<string>();
    for (let at = 0; at < 2_000; at += 1)
      for (const path of [
        `/api/v1/${at}`,
        `/api/v1/performers/${at}`,
        `/${at}`,
        `/media/${at}`,
        `/${at}/${at}`,
      ])
        names.add(nameOf('GET', path));
    expect(names.size).toBe(5);
  });
});

describe('figures', () => {
  test('count what is due, retried and given up, by kind', async () => {
    ports.clock.move('1d');
    await app.backend.runJobs();
    await db.delete(jobs);
    await enqueue(ctx, { kind: 'mail-send', payload: { mailId: ports.ids() } });
    await enqueue(ctx, { kind: 'mail-send', payload: { mailId: ports.ids() } });
    await enqueue(ctx, { kind: 'tidy', payload: {} });
    await db.update(jobs).set({ failedAt: ports.clock.now(), lastError: 'x' }).where(eq(jobs.kind, 'tidy'));
    await db.insert(jobs).values({
      id: ports.ids(),
      kind: 'a kind of another version',
      payload: {},
      runAt: ports.clock.now(),
      createdAt: ports.clock.now(),
    });
    ports.clock.move('30s');
    const { jobs: found, mailsWaiting, streamsLive } = await loadFigures(ctx);
    expect(found).toEqual([
      { kind: 'mail-send', waiting: 2, oldestSeconds: 30, retrying: 0, failed: 0 },
      { kind: 'tidy', waiting: 0, oldestSeconds: 0, retrying: 0, failed: 1 },
    ]);
    expect([mailsWaiting, streamsLive]).toEqual([2, { public: 0, private: 0 }]);
    await db.update(jobs).set({ lastError: 'x' }).where(eq(jobs.kind, 'mail-send'));
    expect((await loadFigures(ctx)).jobs[0]).toMatchObject({ retrying: 2 });
  });
});

describe('metrics', () => {
  test('say what was answered, and what waits', async () => {
    const metrics = createMetrics(sources);
    metrics.answered({ route: 'GET /users/me', status: 200, seconds: 0.04 });
    metrics.answered({ route: 'GET /users/me', status: 500, seconds: 2 });
    const text = await metrics.text();
    const has = (line: string) => expect(text.split('\n')).toContain(line);
    has('limelight_http_request_seconds_count{route="GET /users/me",status="200"} 1');
    has('limelight_http_request_seconds_bucket{le="0.05",route="GET /users/me",status="200"} 1');
    has('limelight_http_request_seconds_bucket{le="0.02",route="GET /users/me",status="200"} 0');
    has('limelight_http_request_seconds_count{route="GET /users/me",status="500"} 1');
    has('limelight_jobs_waiting{kind="mail-send"} 2');
    has('limelight_jobs_failed{kind="tidy"} 1');
    has('limelight_mails_waiting 2');
    has('limelight_streams_live{kind="public"} 0');
    has('limelight_database_connections{state="busy"} 2');
    has('limelight_database_waiting 1');
    has('limelight_database_up 1');
    has('limelight_sockets_connected 12');
    has('limelight_relay_up 1');
    has('limelight_relay_connections{role="viewer"} 40');
    has('limelight_ledger_findings 0');
    has('limelight_ledger_checked_timestamp_seconds 1000');
    expect(linesOf(text, 'nodejs_eventloop_lag')).not.toEqual([]);
  });
  test('have no label that could name a person', async () => {
    const labels = [...(await createMetrics(sources).text()).matchAll(/[{,](\w+)="/g)].map(
      ([, name]) => name,
    );
    const harmless = ['kind', 'state', 'role', 'type', 'space', 'version', 'major', 'minor', 'patch'];
    expect(
      [...new Set(labels)].filter((name) => ![...harmless, 'le', 'route', 'status'].includes(name ?? '')),
    ).toEqual([]);
  });
  test('go on without a database, a relay or a check', async () => {
    const metrics = createMetrics({
      ...sources,
      figures: () => Promise.reject(new Error('away')),
      isDatabaseThere: () => false,
      relay: () => null,
      ledger: () => null,
    });
    const text = await metrics.text();
    expect(text).toContain('limelight_database_up 0');
    expect(text).toContain('limelight_figures_failures_total 1');
    for (const name of ['limelight_jobs', 'limelight_relay', 'limelight_ledger'])
      expect(linesOf(text, name)).toEqual([]);
  });
  test('a kind that is gone isn’t repeated', async () => {
    let kinds = ['mail-send', 'tidy'];
    const figures = async () => ({
      jobs: kinds.map((kind) => ({ kind, waiting: 1, oldestSeconds: 0, retrying: 0, failed: 0 })),
      mailsWaiting: 0,
      streamsLive: { public: 0, private: 0 },
    });
    const metrics = createMetrics({ ...sources, figures });
    expect(linesOf(await metrics.text(), 'limelight_jobs_waiting')).toHaveLength(2);
    kinds = ['tidy'];
    expect(linesOf(await metrics.text(), 'limelight_jobs_waiting')).toEqual([
      'limelight_jobs_waiting{kind="tidy"} 1',
    ]);
  });
});

describe('the port of metrics', () => {
  const undo = createUndo(quiet);
  afterAll(() => undo.run());
  const opened = {
    backend: { figures: () => loadFigures(ctx), checkLedger: async () => 0 },
    figures: { pool: sources.pool, isDatabaseThere: sources.isDatabaseThere },
    live: { sockets: () => 3 },
    relay: null,
  } as unknown as OpenBackend;
  const open = async (port: number | undefined) => {
    const printed: string[] = [];
    const onAnswered = await openMetrics({
      env: { METRICS_PORT: port, METRICS_HOST: '127.0.0.1', ROLE: 'api' },
      opened,
      log: quiet,
      undo,
      pagesFile: '/nowhere/pages-manifest.json',
      printStep: (_, state) => printed.push(state),
    });
    return { onAnswered, address: printed[0] ?? '' };
  };
  test('is off unless set', async () => {
    expect(await open(undefined)).toEqual({ onAnswered: undefined, address: '' });
  });
  test('answers /metrics and nothing else', async () => {
    const { onAnswered, address } = await open(0);
    onAnswered?.({ method: 'GET', path: '/api/v1/performers/mara', status: 200, seconds: 0.1 });
    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const text = await answer.text();
    expect(text).toContain(
      'limelight_http_request_seconds_count{route="GET /performers/:id",status="200"} 1',
    );
    expect(text).toContain('limelight_sockets_connected 3');
    expect(text).not.toContain('mara');
    for (const path of ['/', '/metrics/', '/metrics?a', '/healthz'])
      expect((await fetch(new URL(path, address))).status).toBe(404);
    expect((await fetch(address, { method: 'POST' })).status).toBe(404);
  });
  test('that is taken is named by its setting', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    await expect(open(port)).rejects.toThrow(/set another METRICS_PORT/);
    taken.close();
  });
});
