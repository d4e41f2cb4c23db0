import { Command } from 'commander';
import type { Manifest } from '../database/backup.ts';
import type { Backups, Restored } from './options.ts';
import { type Output, confirm, confirmSite } from './output.ts';

const counted = ({ tables, objects, documents }: Manifest) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${objects ?? 'no'} files and ${documents ?? 'no'} documents`;
function leftOut({ objects, documents }: Manifest): string {
  if (objects === null) return ' Files and documents are on S3 and aren’t part of this backup.';
  return documents === null ? ' Creators’ documents were left out and aren’t part of this backup.' : '';
}

function replaced({ replacedFolder }: Restored, withoutKeeping: boolean): string {
  if (withoutKeeping) return 'The database that was there before wasn’t kept.';
  return replacedFolder === null
    ? 'The database was empty before.'
    : `The database that was there before is in ${replacedFolder}, until a later restore.`;
}

export function backup(backups: Backups, output: () => Output): Command {
  return new Command('backup')
    .argument('<folder>', 'a folder that doesn’t exist yet')
    .option('--without-documents', 'leave out the documents that creators sent, which are encrypted')
    .action(async (folder: string, options: { withoutDocuments?: boolean }) => {
      const manifest = await backups.backUp(folder, {
        withoutDocuments: options.withoutDocuments === true,
      });
      output().done(
        { folder, ...manifest },
        `Kept ${counted(manifest)} as of ${manifest.at} in ${folder}.${leftOut(manifest)} It contains all of the site’s data. Keep it where only you can read it.`,
      );
    });
}

interface RestoreFlags {
  readonly yes?: boolean;
  readonly site?: string;
  readonly withoutKeeping?: boolean;
}

export function restore(backups: Backups, output: () => Output): Command {
  return new Command('restore')
    .argument('<folder>', 'a folder made by “backup”')
    .option('--site <name>', 'the name or the host of the site that is replaced, instead of typing it')
    .option('--yes', 'skip the confirmation when the database is empty')
    .option('--without-keeping', 'don’t keep the database that is replaced, when it can’t be')
    .action(async (folder: string, { yes, site, withoutKeeping = false }: RestoreFlags) => {
      const found = await backups.read(folder);
      const fate = withoutKeeping
        ? 'lost'
        : 'replaced. They are kept in a folder in DATA_DIR, before-restore-<date>, until a later restore';
      const question = `Restore ${counted(found)} as of ${found.at}?`;
      const manifest = await backups.restore(folder, {
        withoutKeeping,
        confirm: (names) =>
          names
            ? confirmSite(`${question} The current contents of the database will be ${fate}.`, names, site)
            : confirm(question, yes === true),
      });
      output().done(
        { folder, ...manifest },
        `Restored ${counted(manifest)} as of ${manifest.at}. ${replaced(manifest, withoutKeeping)} You can start the server now.`,
      );
    });
}
