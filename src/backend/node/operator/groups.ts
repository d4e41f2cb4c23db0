import type { Command } from 'commander';
import type { Backups, Run } from './options.ts';
import type { Output } from './output.ts';

/** What the commands are made with. */
export interface CommandContext {
  readonly run: Run;
  /** Like `run`, for decisions, which always have an identified operator. */
  readonly deciding: Run;
  readonly backups: Backups;
  readonly output: () => Output;
}

/** A command of the first level. The help lists it without loading it. */
interface Group {
  readonly name: string;
  readonly description: string;
  /** Options and arguments, as in the list of commands. */
  readonly usage?: string;
  readonly load: (context: CommandContext) => Promise<Command>;
}

/** The commands of the first level, in the order of the help. */
export const groups: readonly Group[] = [
  {
    name: 'performers',
    description: 'creators and their approval',
    load: async ({ run }) => (await import('./moderation.ts')).performers(run),
  },
  {
    name: 'people',
    description: 'accounts: suspensions and lost second factors',
    load: async ({ run, deciding }) => (await import('./people.ts')).people(run, deciding),
  },
  {
    name: 'operators',
    description: 'accounts that may use the desk at /operator',
    load: async ({ run }) => (await import('./operators.ts')).operators(run),
  },
  {
    name: 'mail',
    description: 'the outbox: emails to users',
    load: async ({ run }) => (await import('./mail.ts')).mail(run),
  },
  {
    name: 'contact',
    description: 'messages from the contact form',
    load: async ({ run }) => (await import('./contact.ts')).contact(run),
  },
  {
    name: 'settings',
    description: 'the site’s settings',
    load: async ({ run }) => (await import('./settings.ts')).settings(run),
  },
  {
    name: 'ledger',
    description: 'the ledger',
    load: async ({ run }) => (await import('./money.ts')).ledger(run),
  },
  {
    name: 'jobs',
    description: 'waiting and failed jobs',
    load: async ({ run }) => (await import('./jobs.ts')).jobs(run),
  },
  {
    name: 'refund',
    description: 'refund a payment and revoke what it paid for',
    usage: '[options] <transaction>',
    load: async ({ run }) => (await import('./money.ts')).refunds(run),
  },
  {
    name: 'adjustments',
    description: 'corrections of wallets and earnings, by two operators',
    load: async ({ run, deciding }) => (await import('./adjustments.ts')).adjustments(run, deciding),
  },
  {
    name: 'words',
    description: 'words that hold comments and chat messages for review',
    load: async ({ run }) => (await import('./words.ts')).words(run),
  },
  {
    name: 'pictures',
    description: 'removed pictures, which can’t be uploaded again',
    load: async ({ run }) => (await import('./pictures.ts')).pictures(run),
  },
  {
    name: 'cases',
    description: 'what people reported, decisions and appeals',
    load: async ({ run, deciding }) => (await import('./cases.ts')).cases(run, deciding),
  },
  {
    name: 'audit',
    description: 'what operators did, at the desk and here, newest first',
    usage: '[options]',
    load: async ({ run }) => (await import('./audit.ts')).auditCommand(run),
  },
  {
    name: 'payouts',
    description: 'payout requests',
    load: async ({ run }) => (await import('./money.ts')).payouts(run),
  },
  {
    name: 'events',
    description: 'events from the payment gateway',
    load: async ({ run }) => (await import('./money.ts')).events(run),
  },
  {
    name: 'disputes',
    description: 'payments disputed by cardholders',
    load: async ({ run }) => (await import('./money.ts')).disputes(run),
  },
  {
    name: 'coupons',
    description: 'discounts on top-ups and subscriptions, paid for by the site',
    load: async ({ run }) => (await import('./catalogue.ts')).coupons(run),
  },
  {
    name: 'packages',
    description: 'token packages',
    load: async ({ run }) => (await import('./catalogue.ts')).packages(run),
  },
  {
    name: 'promos',
    description: 'promo cards on the home pages',
    load: async ({ run }) => (await import('./catalogue.ts')).promos(run),
  },
  {
    name: 'posts',
    description: 'news and pages of the site',
    load: async ({ run }) => (await import('./catalogue.ts')).posts(run),
  },
  {
    name: 'secret',
    description: 'data encrypted with the site’s secret',
    load: async ({ run }) => (await import('./secret.ts')).secret(run),
  },
  {
    name: 'backup',
    description:
      'write the database, the files and the signing secret into a new folder, while the site runs',
    usage: '[options] <folder>',
    load: async ({ backups, output }) => (await import('./maintenance.ts')).backup(backups, output),
  },
  {
    name: 'restore',
    description: 'replace the database with a backup; files are added, none are removed',
    usage: '[options] <folder>',
    load: async ({ backups, output }) => (await import('./maintenance.ts')).restore(backups, output),
  },
];
