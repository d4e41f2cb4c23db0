import { EnvError } from '#config/env';
import { AppError } from '../errors.ts';
import { operatorProgram } from './operator-commands.ts';
import { asOperator, keeping } from './operator-world.ts';
import { StartError } from './start-error.ts';

/*
 * The operator's command line, run by `npm run operator`. What a person can mend is one sentence and exit code 1; a stack only shows
 * for a fault of ours.
 */
const isPlain = (error: unknown): error is Error =>
  error instanceof AppError || error instanceof StartError || error instanceof EnvError;

try {
  await operatorProgram({ asOperator, keeping, print: (line) => console.log(line) }).parseAsync();
} catch (error) {
  console.error(isPlain(error) ? error.message : error);
  process.exitCode = 1;
}
