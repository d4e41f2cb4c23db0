// `npm run dev`: the server with reload. Next reloads the pages; changes to the server's own sources restart
// it.
import { watch } from 'node:fs';
import { endings, launch, loadEnvironment } from './become.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { print, script } from './say.mjs';

const watched = ['backend', 'contract', 'config', 'lib'].map((folder) => inRoot('src', folder));
/** Editors may write a file in several steps, so wait for this many milliseconds. */
const quietMs = 150;

/** A program that can be restarted. */
function restartable(start) {
  let child = start();
  let waiting = false;
  const runs = () => child.exitCode === null && child.signalCode === null;
  const whenEnded = (then) => (runs() ? child.once('exit', then) : then());
  return {
    restart() {
      if (waiting) return;
      waiting = true;
      print('changed', 'starting anew …');
      whenEnded(() => {
        waiting = false;
        child = start();
      });
      child.kill('SIGTERM');
    },
    end(signal) {
      waiting = true;
      whenEnded(() => process.exit(child.exitCode ?? 0));
      child.kill(signal);
    },
  };
}

await script(async () => {
  loadEnvironment();
  await ensureInstalled();
  const env = { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' };
  const server = restartable(() => launch('src/backend/node/main.ts', ['--dev'], { env }));
  let timer;
  for (const folder of watched) {
    watch(folder, { recursive: true }, (_event, name) => {
      if (!/\.(ts|json|sql)$/.test(name ?? '')) return;
      clearTimeout(timer);
      timer = setTimeout(server.restart, quietMs);
    });
  }
  for (const signal of endings) process.on(signal, () => server.end(signal));
});
