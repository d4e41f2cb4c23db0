import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import { handlers } from '#backend/domain/registry.ts';
import { testBackend } from '../../setup/backend.ts';
import { specificationCalls } from '../../matrix/specification-calls.ts';

const operations = Object.entries(contract as Record<string, OpDef>);
const listed = Object.values(specificationCalls).flat();

/** Normalizes `POST /a/:id` and `POST /a/{id}` to `POST /a/{}`. */
const shape = (call: string) => call.replaceAll(/:\w+|\{\w+\}/g, '{}');
const pathOf = (call: string) => shape(call).slice(call.indexOf(' ') + 1);

describe('contract and specification', () => {
  const withMethod = new Set(listed.filter((call) => !call.startsWith('*')).map(shape));
  const routes = operations.map(([route]) => route);

  test.each(listed)('%s exists exactly once', (call) => {
    const found = call.startsWith('*')
      ? routes.filter((route) => pathOf(route) === pathOf(call) && !withMethod.has(shape(route)))
      : routes.filter((route) => shape(route) === shape(call));
    expect(found).toHaveLength(1);
  });

  test('everything else is marked as our addition', () => {
    const open = new Set(listed.filter((call) => call.startsWith('*')).map(pathOf));
    const unlisted = routes.filter((route) => !withMethod.has(shape(route)) && !open.has(pathOf(route)));
    expect(unlisted).toEqual(operations.filter(([, def]) => def.ours).map(([route]) => route));
  });

  test('no call is listed twice', () => {
    expect(listed.filter((call, index) => listed.indexOf(call) !== index)).toEqual([]);
  });
});

/** The routes of each file of the contract, because the merged contract would hide duplicates. */
async function routesOfFamilies(): Promise<string[]> {
  const folder = new URL('../../../src/contract/', import.meta.url);
  const modules = await Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('core/'))
      .map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
  );
  const exported = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => typeof value === 'object' && value !== null);
  return exported.flatMap((value) => Object.keys(value)).filter((key) => /^[A-Z]+ \//.test(key));
}

test('no two families claim the same route, and none is left out', async () => {
  expect((await routesOfFamilies()).toSorted()).toEqual(operations.map(([route]) => route).toSorted());
});

test('every operation has its function', () => {
  expect(Object.keys(handlers).toSorted()).toEqual(operations.map(([route]) => route).toSorted());
});

const { raw } = await testBackend();

test('a URL that matches no call says so', async () => {
  const { status, problem } = await raw('GET /nothing/here');
  expect([status, problem.code, problem.message]).toEqual([404, 'not_found', 'Unknown operation.']);
});
