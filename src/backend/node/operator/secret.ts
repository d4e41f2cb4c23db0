import { Command } from 'commander';
import { renewSecret } from '../../domain/across/operator/secret.ts';
import type { Run } from './options.ts';

export function secret(run: Run): Command {
  const command = new Command('secret');
  command
    .command('renew')
    .description(
      'after a change of SECRET: re-encrypt bank details, documents and tax numbers from SECRET_PREVIOUS with the new one',
    )
    .action(() =>
      run(async (ctx, out) => {
        const done = await renewSecret(ctx);
        const { documents, taxNumbers } = done;
        const lost = [...done.unreadable, ...documents.unreadable, ...taxNumbers.unreadable];
        const current = done.current + documents.current + taxNumbers.current;
        out.done(
          done,
          `${done.renewed} bank accounts, ${documents.renewed} documents and ${taxNumbers.renewed} tax numbers re-encrypted, ${current} already up to date.${lost.length > 0 ? ` ${lost.length} can’t be decrypted with any given secret: ${lost.join(', ')}.` : ' SECRET_PREVIOUS isn’t needed anymore.'}`,
        );
        if (lost.length > 0) process.exitCode = 1;
      }),
    );
  return command;
}
