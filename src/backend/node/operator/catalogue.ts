import type { Cents, Tokens } from '#lib/units.ts';
import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import {
  type CouponDraft,
  type CouponRow,
  addCoupon,
  allowCoupon,
  listCoupons,
} from '../../domain/operator/coupons.ts';
import {
  type PackageRow,
  type PromoRow,
  addPackage,
  addPromo,
  listPackages,
  listPromos,
  offerPackage,
  showPromo,
} from '../../domain/operator/packages.ts';
import { type SitePostRow, listSitePosts, showSitePost, writeSitePost } from '../../domain/operator/posts.ts';
import { type Run, moment, whole } from './options.ts';
import { reasonOf, StartError } from '../process/start-error.ts';

const most = 100_000_000;

interface CouponOptions {
  percent?: number;
  fixed?: number;
  for: CouponDraft['appliesTo'];
  minimum: number;
  first?: boolean;
  starts?: Date;
  ends?: Date;
  uses?: number;
  perUser: number;
}

function draftOf(code: string, options: CouponOptions): CouponDraft {
  const { percent, fixed } = options;
  if ((percent === undefined) === (fixed === undefined))
    throw new StartError('Give either --percent or --fixed.');
  return {
    code,
    kind: percent === undefined ? 'fixed' : 'percent',
    off: percent ?? fixed ?? 0,
    appliesTo: options.for,
    minimum: options.minimum,
    firstPaymentOnly: options.first === true,
    startsAt: options.starts ?? null,
    endsAt: options.ends ?? null,
    maxUses: options.uses ?? null,
    perUser: options.perUser,
  };
}

function coupons(run: Run): Command {
  const shown = (row: CouponRow) => ({
    code: row.code,
    off: row.kind === 'percent' ? `${row.off} %` : `${row.off} cents`,
    for: row.appliesTo,
    minimum: row.minimum,
    used: row.maxUses === null ? String(row.uses) : `${row.uses} of ${row.maxUses}`,
    until: row.endsAt,
    allowed: row.isActive ? 'yes' : 'no',
  });
  const command = new Command('coupons').description(
    'what makes top-ups and subscriptions cheaper, borne by the site',
  );
  command
    .command('list')
    .description('every coupon, newest first')
    .action(() => run(async (ctx, out) => out.rows(await listCoupons(ctx), shown, 'There are no coupons.')));
  command
    .command('add <code>')
    .description('make a coupon')
    .option('--percent <number>', 'percent off', whole(1, 99))
    .option('--fixed <cents>', 'an amount off', whole(1, most))
    .addOption(
      new Option('--for <what>', 'what it counts for')
        .choices(['all', 'top_up', 'package', 'subscription'])
        .default('all'),
    )
    .option('--minimum <cents>', 'what has to be paid before it counts', whole(0, most), 0)
    .option('--first', 'only for who has never paid by card')
    .option('--starts <date>', 'not before', moment)
    .option('--ends <date>', 'not after', moment)
    .option('--uses <count>', 'how often in all', whole(1, most))
    .option('--per-user <count>', 'how often a person', whole(1, 1_000), 1)
    .action((code: string, options: CouponOptions) =>
      run(async (ctx, out) => {
        const row = await addCoupon(ctx, draftOf(code, options));
        out.done(row, `The coupon ${row.code} can be used.`);
      }),
    );
  for (const [word, isActive, said] of [
    ['stop', false, 'can’t be used any more'],
    ['allow', true, 'can be used again'],
  ] as const) {
    command
      .command(`${word} <code>`)
      .description(isActive ? 'let a coupon be used again' : 'let a coupon not be used any more')
      .action((code: string) =>
        run(async (ctx, out) => {
          const row = await allowCoupon(ctx, code, isActive);
          out.done(row, `The coupon ${row.code} ${said}.`);
        }),
      );
  }
  return command;
}

function packages(run: Run): Command {
  const shown = (row: PackageRow) => ({
    id: row.id,
    name: row.name,
    tokens: row.tokens,
    bonus: row.bonus,
    cents: row.price,
    offered: row.isActive ? 'yes' : 'no',
  });
  const command = new Command('packages').description('packages of tokens');
  command
    .command('list')
    .description('every package, cheapest first')
    .action(() =>
      run(async (ctx, out) => out.rows(await listPackages(ctx), shown, 'There are no packages.')),
    );
  command
    .command('add <name>')
    .description('put a package on sale')
    .requiredOption('--tokens <count>', 'tokens in it', whole(1, 1_000_000))
    .option('--bonus <count>', 'tokens on top', whole(0, 1_000_000), 0)
    .requiredOption('--price <cents>', 'what it costs', whole(1, most))
    .action((name: string, options: { tokens: Tokens; bonus: Tokens; price: Cents }) =>
      run(async (ctx, out) => {
        const row = await addPackage(ctx, { name, ...options });
        out.done(row, `${row.name} is on sale.`);
      }),
    );
  for (const [word, isActive, said] of [
    ['withdraw', false, 'isn’t on sale any more'],
    ['offer', true, 'is on sale again'],
  ] as const) {
    command
      .command(`${word} <id>`)
      .description(isActive ? 'put a package on sale again' : 'take a package off sale')
      .action((id: string) =>
        run(async (ctx, out) => {
          const row = await offerPackage(ctx, id, isActive);
          out.done(row, `${row.name} ${said}.`);
        }),
      );
  }
  return command;
}

function promos(run: Run): Command {
  const shown = (row: PromoRow) => ({
    id: row.id,
    title: row.title,
    text: row.text,
    link: row.href,
    shown: row.isActive ? 'yes' : 'no',
  });
  const command = new Command('promos').description('the site’s own cards on its home pages');
  command
    .command('list')
    .description('every promo')
    .action(() => run(async (ctx, out) => out.rows(await listPromos(ctx), shown, 'There are no promos.')));
  command
    .command('add <title>')
    .description('show a card')
    .requiredOption('--text <text>', 'a sentence beneath')
    .requiredOption('--link <address>', 'where it leads')
    .action((title: string, options: { text: string; link: string }) =>
      run(async (ctx, out) =>
        out.done(
          await addPromo(ctx, { title, text: options.text, href: options.link }),
          `“${title}” is shown.`,
        ),
      ),
    );
  for (const [word, isActive, said] of [
    ['hide', false, 'hidden'],
    ['show', true, 'shown'],
  ] as const) {
    command
      .command(`${word} <id>`)
      .description(isActive ? 'show a card again' : 'take a card away')
      .action((id: string) =>
        run(async (ctx, out) => {
          const row = await showPromo(ctx, id, isActive);
          out.done(row, `“${row.title}” is ${said}.`);
        }),
      );
  }
  return command;
}

function posts(run: Run): Command {
  const shown = (row: SitePostRow) => ({
    address: row.slug,
    title: row.title,
    kind: row.kind,
    published: row.publishedAt,
    changed: row.updatedAt,
  });
  const command = new Command('posts').description('news and standing pages of the site');
  command
    .command('list')
    .description('every post, newest first')
    .action(() => run(async (ctx, out) => out.rows(await listSitePosts(ctx), shown, 'There are no posts.')));
  command
    .command('write <address>')
    .description(
      'write a post, or write over the one with this address; nobody sees it before it is published',
    )
    .requiredOption('--title <text>', 'its title')
    .requiredOption('--file <path>', 'its text as HTML; what could do harm is taken out')
    .option('--summary <text>', 'a sentence for the list', '')
    .option('--page', 'a standing page (terms, privacy, help) and no news')
    .action((slug: string, options: { title: string; file: string; summary: string; page?: boolean }) =>
      run(async (ctx, out) => {
        const html = await readFile(options.file, 'utf8').catch((error: unknown) => {
          throw new StartError(`Can’t read ${options.file} (${reasonOf(error)}).`);
        });
        const row = await writeSitePost(ctx, {
          slug,
          title: options.title,
          summary: options.summary,
          html,
          kind: options.page ? 'page' : 'news',
        });
        out.done(
          row,
          row.publishedAt
            ? `/posts/${row.slug} is changed.`
            : `/posts/${row.slug} is written. Publish it with: posts publish ${row.slug}`,
        );
      }),
    );
  for (const [word, isShown] of [
    ['publish', true],
    ['hide', false],
  ] as const) {
    command
      .command(`${word} <address>`)
      .description(isShown ? 'show a post to everybody' : 'take a post from everybody’s eyes')
      .action((slug: string) =>
        run(async (ctx, out) => {
          const row = await showSitePost(ctx, slug, isShown);
          out.done(row, `/posts/${row.slug} is ${isShown ? 'published' : 'hidden'}.`);
        }),
      );
  }
  return command;
}

/** What the site offers and says. */
export const catalogueCommands = (run: Run): Command[] => [
  coupons(run),
  packages(run),
  promos(run),
  posts(run),
];
