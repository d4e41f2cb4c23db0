import { Command } from 'commander';
import { renewSecret } from '../../domain/operator/secret.ts';
import type { Run } from './options.ts';

/** What hangs on the site's secret. */
export function secretCommands(run: Run): Command[] {
  const command = new Command('secret').description('what is sealed with the site’s secret');
  command
    .command('renew')
    .description(
      'after SECRET was changed: seal bank details with the new one, opened with those in SECRET_PREVIOUS',
    )
    .action(() =>
      run(async (ctx, out) => {
        const done = await renewSecret(ctx);
        const lost = done.unreadable.length;
        out.done(
          done,
          `${done.renewed} bank accounts are sealed anew, ${done.current} were already.${lost > 0 ? ` ${lost} can’t be opened by any secret given: ${done.unreadable.join(', ')}.` : ' SECRET_PREVIOUS isn’t needed any more.'}`,
        );
        if (lost > 0) process.exitCode = 1;
      }),
    );
  return [command];
}
