import { expect, test } from 'vitest';
import { createMemoryObjects } from '#backend/ports/memory-objects.ts';
import { createReadiness } from '#backend/node/process/readiness.ts';
import { FakeClock } from '../../setup/fake-ports.ts';

function watched() {
  const clock = new FakeClock();
  const said: string[] = [];
  const state = { isThere: true, store: createMemoryObjects(), looks: 0, oldestSeconds: 7.4 };
  const readiness = createReadiness(
    {
      isDatabaseThere: () => state.isThere,
      objects: {
        put: (...args) => state.store.put(...args),
        get: (...args) => state.store.get(...args),
        remove: (...args) => state.store.remove(...args),
      },
      async figures() {
        state.looks += 1;
        return { jobs: [{ kind: 'tidy', waiting: 1, retrying: 0, failed: 0, ...state }] };
      },
      log: { warn: (line) => said.push(line), info: (line) => said.push(line) },
    },
    clock,
  );
  return { readiness, state, clock, said };
}

test('says how database, storage and jobs are', async () => {
  const { readiness, state } = watched();
  expect(readiness.report()).toBe('database: ok\nstorage: unknown\njobs: unknown\n');
  await readiness.look();
  expect(readiness.report()).toBe('database: ok\nstorage: ok\njobs: oldest due for 7 s\n');
  state.isThere = false;
  expect(readiness.report()).toMatch(/^database: unavailable\n/);
  expect(readiness.isReady()).toBe(false);
});

test('a full or unreachable store is told and logged once, but takes no process out', async () => {
  const { readiness, state, said } = watched();
  const { store } = state;
  state.store = { ...store, put: () => Promise.reject(new Error('ENOSPC')) };
  await readiness.look();
  await readiness.look();
  expect(readiness.report()).toContain('storage: unavailable');
  expect(readiness.isReady()).toBe(true);
  state.store = { ...store, get: async () => null };
  await readiness.look();
  expect(readiness.report()).toContain('storage: unavailable');
  state.store = store;
  await readiness.look();
  expect(readiness.report()).toContain('storage: ok');
  expect(said).toEqual(['The file storage is unavailable.', 'The file storage is back.']);
});

test('leaves nothing in the store', async () => {
  const { readiness, state } = watched();
  const keys: string[] = [];
  const { put } = state.store;
  state.store = { ...state.store, put: (key, ...rest) => (keys.push(key), put(key, ...rest)) };
  await readiness.look();
  expect(keys).toHaveLength(1);
  expect(await state.store.get(keys[0] ?? '')).toBeNull();
});

test('however often it is asked, it looks every 15 seconds', async () => {
  const { readiness, state, clock } = watched();
  for (let times = 0; times < 50; times += 1) readiness.report();
  expect(state.looks).toBe(1);
  clock.move('15s');
  readiness.report();
  readiness.report();
  expect(state.looks).toBe(2);
});
