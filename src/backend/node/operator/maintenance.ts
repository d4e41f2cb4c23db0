import { Command } from 'commander';
import type { Manifest } from '../database/backup.ts';
import type { Keeping } from './options.ts';
import { type Output, confirm } from './output.ts';

const counted = ({ tables, objects }: Manifest) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${objects ?? 'no'} files`;
const withoutFiles = ({ objects }: Manifest) =>
  objects === null ? ' Files are on S3 and aren’t part of this backup.' : '';

/** Commands for backup and restore. */
export function maintenanceCommands(keeping: Keeping, output: () => Output): Command[] {
  const backup = new Command('backup')
    .description(
      'write the database, the files and the signing secret into a new folder, while the site runs',
    )
    .argument('<folder>', 'a folder that doesn’t exist yet')
    .action(async (folder: string) => {
      const manifest = await keeping.backUp(folder);
      output().done(
        { folder, ...manifest },
        `Kept ${counted(manifest)} as of ${manifest.at} in ${folder}.${withoutFiles(manifest)} It contains all of the site’s data. Keep it where only you can read it.`,
      );
    });
  const restore = new Command('restore')
    .description('replace the database with a backup; files are added, none are removed')
    .argument('<folder>', 'a folder made by “backup”')
    .option('--yes', 'skip the confirmation')
    .action(async (folder: string, options: { yes?: boolean }) => {
      const found = await keeping.read(folder);
      await confirm(
        `Restore ${counted(found)} as of ${found.at}? The current contents of the database will be lost.`,
        options.yes === true,
      );
      const manifest = await keeping.restore(folder);
      output().done(
        { folder, ...manifest },
        `Restored ${counted(manifest)} as of ${manifest.at}. Restart the server so that it uses the restored secret.`,
      );
    });
  return [backup, restore];
}
