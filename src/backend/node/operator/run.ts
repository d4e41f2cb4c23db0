import { type Command, CommanderError } from 'commander';
import { EnvError } from '#config/env-error.ts';
import { AppError } from '../../kernel/errors.ts';
import { StartError } from '../process/start-error.ts';

/** Errors a person can act on are printed as one sentence; a stack trace is printed only for bugs. */
const isPlain = (error: unknown): error is Error =>
  error instanceof AppError || error instanceof StartError || error instanceof EnvError;

/**
 * An error as JSON, in the API's format. `not_possible` means that this installation or command line doesn't
 * allow it.
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
 * Runs a command line and returns its exit code. Errors go to `printError`: as text, or with `--json` as one
 * line of JSON.
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
    // Commander also throws for help and version.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // Commander has already printed its own errors.
    if (asJson) printError(JSON.stringify({ error: asRecord(error) }));
    else if (!(error instanceof CommanderError)) printError(inWords(error));
    return 1;
  }
}
