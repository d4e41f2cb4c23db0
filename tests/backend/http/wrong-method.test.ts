import { expect, test } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import type { OpDef } from '#contract/core/op.ts';
import { testBackend } from '../../setup/backend.ts';

/* Every path of the contract says which methods it takes; the desk's aren't there for others. */
const { backend } = await testBackend();
const ask = (method: string, path: string) =>
  backend.fetch(
    new Request(`https://limelight.test/api/v1${path}`, {
      method,
      ...(method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }),
    }),
    { ip: '203.0.113.5' },
  );
const operations = Object.entries(contract as Record<string, OpDef>).map(([route, { access }]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, access, path: path.replaceAll(/:\w+/g, '0197c6a0-0000-7000-8000-000000000001') };
});

test('a wrong method is 405 with the right ones', async () => {
  const open = operations.filter(({ access }) => access !== 'operator');
  const paths = new Set(open.map(({ path }) => path));
  for (const path of paths) {
    const reply = await ask('PATCH', path);
    expect(reply.status, path).toBe(405);
    const allowed = (reply.headers.get('allow') ?? '').split(', ');
    for (const { method } of open.filter((each) => each.path === path))
      expect(allowed, path).toContain(method);
    expect(((await reply.json()) as { message: string }).message).toContain('can only be called with');
  }
});

test('a path that isn’t there, or only at the desk, is 404', async () => {
  expect((await ask('PATCH', '/nothing/here')).status).toBe(404);
  const paths = new Set(operations.filter(({ access }) => access === 'operator').map(({ path }) => path));
  for (const path of paths) expect((await ask('PATCH', path)).status, path).toBe(404);
});
