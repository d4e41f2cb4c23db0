import { Command } from 'commander';
import { examples } from './examples.ts';
import { groups, type CommandContext } from './groups.ts';
import type { CommandDeps, Run } from './options.ts';
import { createOutput } from './output.ts';

/** A command in the help's list, which knows the arguments of commands that aren't loaded. */
const listed = (command: Command): string => {
  const name = command.name();
  return [name, name === 'help' ? '[command]' : groups.find((group) => group.name === name)?.usage]
    .filter(Boolean)
    .join(' ');
};

const bare = () =>
  new Command('operator')
    .description(
      'Administers this installation. Works directly on its data, whether or not the server is running.',
    )
    .option('--json', 'output as JSON')
    .option('--as <username>', 'which operator you are, where there are several')
    .configureHelp({ subcommandTerm: listed });

/** The command that a command line runs or asks for help about. */
function namedIn(words: readonly string[]): string | undefined {
  const program = bare()
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    return program.parseOptions([...words]).operands.find((word) => word !== 'help');
  } catch {
    // An option without its value: the program itself says so.
    return undefined;
  }
}

/**
 * The program with all commands. With a command line, only the command it names is loaded: the others are
 * listed by the help, but have neither options nor subcommands.
 */
export async function operatorProgram(
  { asOperator, backups, print }: CommandDeps,
  words?: readonly string[],
): Promise<Command> {
  const program = bare();
  const output = () => createOutput(program.opts<{ json?: boolean }>().json === true, print);
  const as = () => program.opts<{ as?: string }>().as;
  const run: Run = (work) =>
    asOperator(async (ctx) => {
      const { identify } = await import('../../domain/across/operator/operators.ts');
      await work(await identify(ctx, as()), output());
    });
  const deciding: Run = (work) =>
    asOperator(async (ctx) => {
      const { identified } = await import('../../domain/across/operator/operators.ts');
      await work(await identified(ctx, as()), output());
    });
  const context: CommandContext = { run, deciding, backups, output };
  const named = words && namedIn(words);
  for (const { name, description, load } of groups) {
    const command = !words || name === named ? await load(context) : new Command(name);
    program.addCommand(command.description(description));
  }
  return program.showHelpAfterError('Add --help to see how.').addHelpText('after', examples);
}
