// Replaces `vitest` for tests run by warm-runner.mjs: Vitest's own `expect`, and the part of the rest that
// the tests use.
globalThis.__vitest_worker__ = {
  config: {},
  ctx: {},
  providedContext: {},
  environment: {},
  durations: {},
  metaEnv: {},
  rpc: {},
  onCancel: () => {},
  filepath: '',
};
export const { expect } = await import('vitest');

const provided = {};
export const provide = (key, value) => {
  provided[key] = value;
};
export const inject = (key) => provided[key];

const newSuite = (name, parent = null) => ({
  name,
  parent,
  tests: [],
  suites: [],
  beforeAll: [],
  afterAll: [],
  beforeEach: [],
  afterEach: [],
  isBegun: false,
});
let suite = newSuite('');

/** Collects the tests of a file without running them. */
export async function collect(load) {
  suite = newSuite('');
  const file = suite;
  const error = await load()
    .then(() => settleBodies(file))
    .then(
      () => null,
      (thrown) => thrown ?? new Error('nothing was thrown'),
    );
  return { file, error };
}

/** Awaits async `describe` bodies one after another, so that tests are assigned to the right suite. */
async function settleBodies(parent) {
  for (const one of parent.suites) {
    suite = one;
    await one.body?.();
    await settleBodies(one);
  }
  suite = parent;
}

const filled = (name, values) => {
  const left = [...values];
  const said = name.replaceAll(/%[sdij]/g, () => String(left.shift()));
  return said.replaceAll(/\$(\w+)/g, (whole, key) =>
    values[0] && typeof values[0] === 'object' && key in values[0] ? String(values[0][key]) : whole,
  );
};

export const test = (name, body) => suite.tests.push({ name, body, suite });
test.each = (table) => (name, body) => {
  for (const row of table) {
    const values = Array.isArray(row) ? row : [row];
    test(filled(name, values), () => body(...values));
  }
};
test.skipIf = (isSkipped) => (isSkipped ? () => {} : test);
export const describe = (name, body) => suite.suites.push({ ...newSuite(name, suite), body });
describe.each = (table) => (name, body) => {
  for (const row of table) {
    const values = Array.isArray(row) ? row : [row];
    describe(filled(name, values), () => body(...values));
  }
};

export const beforeAll = (hook) => suite.beforeAll.push(hook);
export const afterAll = (hook) => suite.afterAll.push(hook);
export const beforeEach = (hook) => suite.beforeEach.push(hook);
export const afterEach = (hook) => suite.afterEach.push(hook);
