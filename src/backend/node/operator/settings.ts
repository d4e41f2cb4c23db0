import { Command } from 'commander';
import { type ShownSetting, getSettings, setSetting } from '../../domain/across/operator/settings.ts';
import { type Run, settable } from './options.ts';

export function settings(run: Run): Command {
  const shown = (row: ShownSetting) => ({
    setting: row.key,
    value: settable(row.value),
    default: settable(row.default),
    unit: row.unit,
  });
  const command = new Command('settings');
  command
    .command('get [name]')
    .description('show all settings, or one')
    .action((name: string | undefined) =>
      run(async (ctx, out) => out.rows(await getSettings(ctx, name), shown, '')),
    );
  command
    .command('set <name> <value>')
    .description('change a setting; takes effect within two seconds')
    .option('--yes', 'even if it locks accounts out')
    .action((name: string, value: string, options: { yes?: boolean }) =>
      run(async (ctx, out) => {
        const row = await setSetting(ctx, { key: name, text: value, isSure: options.yes === true });
        out.done(row, `${row.key} is now ${settable(row.value)}${row.unit ? ` (${row.unit})` : ''}.`);
      }),
    );
  return command;
}
