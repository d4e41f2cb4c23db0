import { operatorProgram } from './commands.ts';
import { runOperator } from './run.ts';
import { asOperator, keeping } from './deps.ts';

/* The operator's command line, run by `npm run operator`. */
process.exitCode = await runOperator(
  operatorProgram({ asOperator, keeping, print: (line) => console.log(line) }),
  process.argv.slice(2),
  (line) => console.error(line),
);
