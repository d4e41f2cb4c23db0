import { operatorProgram } from './commands.ts';
import type { CommandDeps } from './options.ts';
import { runOperator } from './run.ts';

/* The operator's command line, run by `npm run operator`. */
const words = process.argv.slice(2);
/** Everything that a command needs from the installation. Help doesn't need any of it. */
async function installation() {
  const { asOperator, backups } = await import('./deps.ts');
  return { asOperator, backups };
}
const deps: CommandDeps = {
  asOperator: async (work) => (await installation()).asOperator(work),
  backups: {
    backUp: async (...given) => (await installation()).backups.backUp(...given),
    read: async (...given) => (await installation()).backups.read(...given),
    restore: async (...given) => (await installation()).backups.restore(...given),
  },
  print: (line) => console.log(line),
};
process.exitCode = await runOperator(await operatorProgram(deps, words), words, (line) =>
  console.error(line),
);
