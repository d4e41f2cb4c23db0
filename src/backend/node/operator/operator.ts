import { operatorProgram } from './commands.ts';
import type { Hands } from './options.ts';
import { runOperator } from './run.ts';

/* The operator's command line, run by `npm run operator`. */
const words = process.argv.slice(2);
/** Everything that a command needs from the installation. Help doesn't need any of it. */
async function installation() {
  const { asOperator, keeping } = await import('./deps.ts');
  return { asOperator, keeping };
}
const hands: Hands = {
  asOperator: async (work) => (await installation()).asOperator(work),
  keeping: {
    backUp: async (...given) => (await installation()).keeping.backUp(...given),
    read: async (...given) => (await installation()).keeping.read(...given),
    restore: async (...given) => (await installation()).keeping.restore(...given),
  },
  print: (line) => console.log(line),
};
process.exitCode = await runOperator(await operatorProgram(hands, words), words, (line) =>
  console.error(line),
);
