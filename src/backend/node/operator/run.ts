import { type Command, CommanderError } from 'commander';
import { EnvError } from '#config/env.ts';
import { AppError } from '../../kernel/errors.ts';
import { StartError } from '../process/start-error.ts';

/** What a person can mend is one sentence; a stack only shows for a fault of ours. */
const isPlain = (error: unknown): error is Error =>
  error instanceof AppError || error instanceof StartError || error instanceof EnvError;

/**
 * For programs, as the API answers; `not_possible`: this installation, or this command line, doesn't allow
 * it.
 */
function asRecord(error: unknown): object {
  if (error instanceof AppError)
    return {
      status: error.status,
      code: error.code,
      message: error.message,
      ...(error.errors && { errors: error.errors }),
      ...error.details,
    };
  if (error instanceof CommanderError)
    return { code: 'usage', message: error.message.replace(/^error: /, '') };
  return {
    code: isPlain(error) ? 'not_possible' : 'internal',
    message: error instanceof Error ? error.message : String(error),
  };
}

function inWords(error: unknown): string {
  if (isPlain(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/**
 * Runs a command line; answers its exit code. What went wrong is told beside what it prints: in words, or
 * with `--json` as one line of JSON.
 */
export async function runOperator(
  program: Command,
  words: readonly string[],
  printError: (line: string) => void,
): Promise<number> {
  const asJson = words.includes('--json');
  for (const command of everyCommand(program)) {
    command.exitOverride();
    if (asJson) command.configureOutput({ writeErr: () => {} });
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Help and the version end the same way as a mistake.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // What is wrong with the words themselves the library has said already.
    if (asJson) printError(JSON.stringify({ error: asRecord(error) }));
    else if (!(error instanceof CommanderError)) printError(inWords(error));
    return 1;
  }
}
