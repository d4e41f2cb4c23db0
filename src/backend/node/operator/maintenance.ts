import { Command } from 'commander';
import type { Manifest } from '../database/backup.ts';
import type { Keeping } from './options.ts';
import { type Output, confirm } from './output.ts';

const counted = ({ tables, objects, documents }: Manifest) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${objects ?? 'no'} files and ${documents ?? 'no'} documents`;
function leftOut({ objects, documents }: Manifest): string {
  if (objects === null) return ' Files and documents are on S3 and aren’t part of this backup.';
  return documents === null ? ' Creators’ documents were left out and aren’t part of this backup.' : '';
}

/** Commands for backup and restore. */
export function maintenanceCommands(keeping: Keeping, output: () => Output): Command[] {
  const backup = new Command('backup')
    .description(
      'write the database, the files and the signing secret into a new folder, while the site runs',
    )
    .argument('<folder>', 'a folder that doesn’t exist yet')
    .option('--without-documents', 'leave out the documents that creators sent, which are encrypted')
    .action(async (folder: string, options: { withoutDocuments?: boolean }) => {
      const manifest = await keeping.backUp(folder, {
        withoutDocuments: options.withoutDocuments === true,
      });
      output().done(
        { folder, ...manifest },
        `Kept ${counted(manifest)} as of ${manifest.at} in ${folder}.${leftOut(manifest)} It contains all of the site’s data. Keep it where only you can read it.`,
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
