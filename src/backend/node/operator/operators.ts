import { Command } from 'commander';
import {
  type ListedOperator,
  addOperator,
  listOperators,
  removeOperator,
} from '../../domain/across/operator/operators.ts';
import type { Run } from './options.ts';

/** Commands for who may use the desk on the web. */
export function operators(run: Run): Command {
  const command = new Command('operators');
  command
    .command('list', { isDefault: true })
    .description('list operators')
    .action(() =>
      run(async (ctx, out) =>
        out.rows(
          await listOperators(ctx),
          ({ username, email, since, addedBy }: ListedOperator) => ({
            username,
            email,
            since,
            added_by: addedBy,
          }),
          'No account may use the desk.',
        ),
      ),
    );
  command
    .command('add <username-or-email>')
    .description('let an account use the desk; it needs two-factor authentication')
    .action((name: string) =>
      run(async (ctx, out) => {
        const added = await addOperator(ctx, name);
        out.done(
          added,
          added.isProtected
            ? `${name} can open /operator.`
            : `${name} can open /operator once two-factor authentication is on in their account settings.`,
        );
      }),
    );
  command
    .command('remove <username-or-email>')
    .description('close the desk to an account, at once; the account stays')
    .action((name: string) =>
      run(async (ctx, out) => {
        await removeOperator(ctx, name);
        out.done({}, `${name} can’t open /operator anymore.`);
      }),
    );
  return command;
}
