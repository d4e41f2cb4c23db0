import { Command } from 'commander';
import { renewSecret } from '../../domain/operator/secret.ts';
import type { Run } from './options.ts';

export function secretCommands(run: Run): Command[] {
  const command = new Command('secret').description('data encrypted with the site’s secret');
  command
    .command('renew')
    .description('after a change of SECRET: re-encrypt bank details from SECRET_PREVIOUS with the new one')
    .action(() =>
      run(async (ctx, out) => {
        const done = await renewSecret(ctx);
        const lost = done.unreadable.length;
        out.done(
          done,
          `${done.renewed} bank accounts re-encrypted, ${done.current} already up to date.${lost > 0 ? ` ${lost} can’t be decrypted with any given secret: ${done.unreadable.join(', ')}.` : ' SECRET_PREVIOUS isn’t needed anymore.'}`,
        );
        if (lost > 0) process.exitCode = 1;
      }),
    );
  return [command];
}
