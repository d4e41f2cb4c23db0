import { Command } from 'commander';
import type { Manifest } from '../database/backup.ts';
import type { Keeping } from './options.ts';
import { type Output, confirm } from './output.ts';

const counted = ({ tables, objects }: Manifest) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${objects ?? 'no'} files`;
const withoutFiles = ({ objects }: Manifest) =>
  objects === null ? ' Files are on S3, which has to keep them itself.' : '';

/** Keeping the whole installation, and getting it back. */
export function maintenanceCommands(keeping: Keeping, output: () => Output): Command[] {
  const backup = new Command('backup')
    .description(
      'write the database, the files and the signing secret into a new folder, while the site runs',
    )
    .argument('<folder>', 'one that doesn’t exist yet')
    .action(async (folder: string) => {
      const manifest = await keeping.backUp(folder);
      output().done(
        { folder, ...manifest },
        `Kept ${counted(manifest)} as of ${manifest.at} in ${folder}.${withoutFiles(manifest)} It holds everything the site knows: keep it where only you can read it.`,
      );
    });
  const restore = new Command('restore')
    .description('put a backup in the place of all that the database holds; files are added, none is removed')
    .argument('<folder>', 'as “backup” made it')
    .option('--yes', 'don’t ask')
    .action(async (folder: string, options: { yes?: boolean }) => {
      const found = await keeping.read(folder);
      await confirm(
        `Restore ${counted(found)} as of ${found.at}? What the database holds now is lost.`,
        options.yes === true,
      );
      const manifest = await keeping.restore(folder);
      output().done(
        { folder, ...manifest },
        `Restored ${counted(manifest)} as of ${manifest.at}. Restart the server: it signs with the restored secret from then on.`,
      );
    });
  return [backup, restore];
}
