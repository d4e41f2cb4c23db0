// `npm run guards`: turns off one guard after another (refusals, owner checks in queries, who may meet whom) and
// runs the cells of the authorization matrix that reach it. A guard that can go without turning a cell red is
// reported. `npm run guards -- messages` takes the files whose path has that word, `--rows=/messages` the rows whose
// operation has it (otherwise each run begins with the whole matrix), `--every=20` every twentieth guard.
import { readFileSync, readdirSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { become } from './become.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot, root } from './paths.mjs';
import { print, script } from './say.mjs';

const places = ['src/backend/domain', 'src/backend/http', 'src/backend/sockets.ts'];
const tests = ['tests/backend/matrix.test.ts', 'tests/backend/sockets-matrix.test.ts'];

const filesOf = (place) =>
  place.endsWith('.ts')
    ? [place]
    : readdirSync(inRoot(place), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** Loads the backend with a switch at each guard, and says which were reached. */
async function instrument() {
  const { guardsIn, outermost, withSwitches } = await import('../tests/mutation/find-guards.ts');
  const guards = [];
  const sources = new Map();
  for (const file of places.flatMap(filesOf)) {
    const source = readFileSync(inRoot(file), 'utf8');
    const found = outermost(guardsIn(file, source));
    if (found.length === 0) continue;
    sources.set(pathToFileURL(inRoot(file)).href, withSwitches(source, found, guards.length));
    guards.push(...found);
  }
  const state = { off: -1, reached: new Set() };
  globalThis.guardOff = (id) => (state.reached.add(id), id === state.off);
  registerHooks({
    load(url, context, next) {
      const source = sources.get(url.split('?')[0]);
      return source === undefined
        ? next(url, context)
        : { format: 'module', source: stripTypeScriptTypes(source), shortCircuit: true };
    },
  });
  return { guards, state };
}

const limitMs = 60_000;
const within = (work) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('the test took too long')), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
const testsOf = (suite) => [...suite.tests, ...suite.suites.flatMap(testsOf)];
const passes = (test) =>
  within(Promise.resolve().then(test.body)).then(
    () => true,
    () => false,
  );
const nameOf = ({ suite, name }) => (suite.name ? `${suite.name} › ${name}` : name);

/** Each cell once as it is: which guards it reaches, and whether it passes at all. */
async function firstRun(cells, state) {
  const reaching = new Map();
  const failed = [];
  for (const cell of cells) {
    state.reached.clear();
    if (!(await passes(cell))) failed.push(nameOf(cell));
    for (const id of state.reached) reaching.set(id, [...(reaching.get(id) ?? []), cell]);
  }
  return { reaching, failed };
}

/** Rows that reach few guards are about these; the rest passes by on its way. */
const mostTried = 40;

async function isNoticed(id, cells, state) {
  state.off = id;
  try {
    for (const cell of cells.slice(0, mostTried)) if (!(await passes(cell))) return nameOf(cell);
    return null;
  } finally {
    state.off = -1;
  }
}

async function run({ word, rows, every }) {
  const { provide, collect } = await (async () => {
    const shim = new URL('../tests/mutation/warm-vitest.mjs', import.meta.url).href;
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'vitest' && context.parentURL !== shim
          ? { url: shim, shortCircuit: true }
          : next(specifier, context),
    });
    return import(shim);
  })();
  const { guards, state } = await instrument();
  const { default: startPostgres } = await import('../tests/setup/postgres-server.ts');
  const stop = await startPostgres({ provide });
  process.on('unhandledRejection', () => {});
  try {
    const cells = [];
    for (const file of tests) {
      const { file: suite, error } = await collect(() => import(pathToFileURL(inRoot(file)).href));
      if (error) throw error;
      cells.push(...testsOf(suite).filter((cell) => nameOf(cell).includes(rows)));
    }
    const { reaching, failed } = await firstRun(cells, state);
    for (const name of failed) print('fails', `as it is: ${name}`);
    const sound = (list = []) => list.filter((cell) => !failed.includes(nameOf(cell)));
    const chosen = [...guards.entries()]
      .filter(([, { file }]) => file.includes(word))
      .filter((_, at) => at % every === 0);
    const survived = [];
    let noticed = 0;
    for (const [id, guard] of chosen) {
      const where = `${guard.file}:${guard.line} ${guard.text}`;
      const cells = sound(reaching.get(id));
      if (cells.length === 0) survived.push(`not reached: ${where}`);
      else if (await isNoticed(id, cells, state)) noticed += 1;
      else survived.push(`survived: ${where}`);
    }
    for (const line of survived) console.log(line);
    print(
      'guards',
      `${noticed} noticed, ${survived.length} not, of ${chosen.length} (${guards.length} in all)`,
    );
    // Cells that fail as they are say nothing about guards.
    return failed.length === 0 && noticed > 0;
  } finally {
    await stop();
  }
}

await script(async () => {
  if (!process.argv.includes('--installed')) {
    await ensureInstalled();
    return become('scripts/guards.mjs', [...process.argv.slice(2), '--installed']);
  }
  const words = process.argv.slice(2);
  const given = (name) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const isSound = await run({
    word: words.find((word) => !word.startsWith('--')) ?? '',
    rows: given('rows') ?? '',
    every: Number(given('every') ?? 1),
  });
  if (!isSound) process.exitCode = 1;
});
