import type { Cents, Tokens } from '#lib/units.ts';
import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { CouponDraft } from '../../domain/money/coupons/mutations.ts';
import type { CouponRow } from '../../domain/money/coupons/rules.ts';
import { addCoupon, allowCoupon, listCoupons } from '../../domain/across/operator/coupons.ts';
import {
  type PackageRow,
  type PromoRow,
  addPackage,
  addPromo,
  listPackages,
  listPromos,
  offerPackage,
  showPromo,
} from '../../domain/across/operator/packages.ts';
import type { OperatorCtx } from '../../domain/across/operator/audit.ts';
import {
  type SitePostRow,
  listSitePosts,
  showSitePost,
  writeSitePost,
} from '../../domain/across/operator/posts.ts';
import { type Run, parseTime, whole } from './options.ts';
import type { Output } from './output.ts';
import { errorMessage, StartError } from '../process/start-error.ts';

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

function toDraft(code: string, options: CouponOptions): CouponDraft {
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

export function coupons(run: Run): Command {
  const shown = (row: CouponRow) => ({
    code: row.code,
    off: row.kind === 'percent' ? `${row.off} %` : `${row.off} cents`,
    for: row.appliesTo,
    minimum: row.minimum,
    used: row.maxUses === null ? String(row.uses) : `${row.uses} of ${row.maxUses}`,
    until: row.endsAt,
    allowed: row.isActive ? 'yes' : 'no',
  });
  const command = new Command('coupons');
  command
    .command('list')
    .description('list coupons, newest first')
    .action(() => run(async (ctx, out) => out.rows(await listCoupons(ctx), shown, 'There are no coupons.')));
  command
    .command('add <code>')
    .description('create a coupon')
    .option('--percent <number>', 'discount in percent', whole(1, 99))
    .option('--fixed <cents>', 'discount as an amount', whole(1, most))
    .addOption(
      new Option('--for <what>', 'what it applies to')
        .choices(['all', 'top_up', 'package', 'subscription'])
        .default('all'),
    )
    .option('--minimum <cents>', 'minimum purchase', whole(0, most), 0)
    .option('--first', 'only for people who have never paid by card')
    .option('--starts <date>', 'first day it can be used', parseTime)
    .option('--ends <date>', 'last day it can be used', parseTime)
    .option('--uses <count>', 'total number of uses', whole(1, most))
    .option('--per-user <count>', 'number of uses per person', whole(1, 1_000), 1)
    .action((code: string, options: CouponOptions) =>
      run(async (ctx, out) => {
        const row = await addCoupon(ctx, toDraft(code, options));
        out.done(row, `The coupon ${row.code} can be used.`);
      }),
    );
  for (const [word, isActive, said] of [
    ['stop', false, 'can’t be used anymore'],
    ['allow', true, 'can be used again'],
  ] as const) {
    command
      .command(`${word} <code>`)
      .description(isActive ? 'enable a coupon' : 'disable a coupon')
      .action((code: string) =>
        run(async (ctx, out) => {
          const row = await allowCoupon(ctx, code, isActive);
          out.done(row, `The coupon ${row.code} ${said}.`);
        }),
      );
  }
  return command;
}

export function packages(run: Run): Command {
  const shown = (row: PackageRow) => ({
    id: row.id,
    name: row.name,
    tokens: row.tokens,
    bonus: row.bonus,
    cents: row.price,
    offered: row.isActive ? 'yes' : 'no',
  });
  const command = new Command('packages');
  command
    .command('list')
    .description('list packages, cheapest first')
    .action(() =>
      run(async (ctx, out) => out.rows(await listPackages(ctx), shown, 'There are no packages.')),
    );
  command
    .command('add <name>')
    .description('put a package on sale')
    .requiredOption('--tokens <count>', 'number of tokens', whole(1, 1_000_000))
    .option('--bonus <count>', 'bonus tokens', whole(0, 1_000_000), 0)
    .requiredOption('--price <cents>', 'price', whole(1, most))
    .action((name: string, options: { tokens: Tokens; bonus: Tokens; price: Cents }) =>
      run(async (ctx, out) => {
        const row = await addPackage(ctx, { name, ...options });
        out.done(row, `${row.name} is on sale.`);
      }),
    );
  for (const [word, isActive, said] of [
    ['withdraw', false, 'isn’t on sale anymore'],
    ['offer', true, 'is back on sale'],
  ] as const) {
    command
      .command(`${word} <id>`)
      .description(isActive ? 'put a package back on sale' : 'take a package off sale')
      .action((id: string) =>
        run(async (ctx, out) => {
          const row = await offerPackage(ctx, id, isActive);
          out.done(row, `${row.name} ${said}.`);
        }),
      );
  }
  return command;
}

export function promos(run: Run): Command {
  const shown = (row: PromoRow) => ({
    id: row.id,
    title: row.title,
    text: row.text,
    link: row.href,
    shown: row.isActive ? 'yes' : 'no',
  });
  const command = new Command('promos');
  command
    .command('list')
    .description('list promos')
    .action(() => run(async (ctx, out) => out.rows(await listPromos(ctx), shown, 'There are no promos.')));
  command
    .command('add <title>')
    .description('add a promo')
    .requiredOption('--text <text>', 'text below the title')
    .requiredOption('--link <address>', 'link target')
    .action((title: string, options: { text: string; link: string }) =>
      run(async (ctx, out) =>
        out.done(
          await addPromo(ctx, { title, text: options.text, href: options.link }),
          `“${title}” is now shown.`,
        ),
      ),
    );
  for (const [word, isActive, said] of [
    ['hide', false, 'hidden'],
    ['show', true, 'shown'],
  ] as const) {
    command
      .command(`${word} <id>`)
      .description(isActive ? 'show a promo again' : 'hide a promo')
      .action((id: string) =>
        run(async (ctx, out) => {
          const row = await showPromo(ctx, id, isActive);
          out.done(row, `“${row.title}” is ${said}.`);
        }),
      );
  }
  return command;
}

interface PostOptions {
  readonly slug: string;
  readonly title: string;
  readonly file: string;
  readonly summary: string;
  readonly page?: boolean;
  readonly askAgain?: string;
}

async function writePost(ctx: OperatorCtx, out: Output, { slug, ...options }: PostOptions): Promise<void> {
  const html = await readFile(options.file, 'utf8').catch((error: unknown) => {
    throw new StartError(`Can’t read ${options.file} (${errorMessage(error)}).`);
  });
  const row = await writeSitePost(ctx, {
    slug,
    title: options.title,
    summary: options.summary,
    html,
    kind: options.page ? 'page' : 'news',
    changes: options.askAgain ?? null,
  });
  const reapproval =
    options.askAgain === undefined ? '' : ` Everyone is asked to accept version ${row.version}.`;
  out.done(
    row,
    row.publishedAt
      ? `/posts/${row.slug} was updated.${reapproval}`
      : `/posts/${row.slug} was created. Publish it with: posts publish ${row.slug}`,
  );
}

export function posts(run: Run): Command {
  const shown = (row: SitePostRow) => ({
    address: row.slug,
    title: row.title,
    kind: row.kind,
    version: row.version,
    published: row.publishedAt,
    changed: row.updatedAt,
  });
  const command = new Command('posts');
  command
    .command('list')
    .description('list posts, newest first')
    .action(() => run(async (ctx, out) => out.rows(await listSitePosts(ctx), shown, 'There are no posts.')));
  command
    .command('write <address>')
    .description('create or overwrite the post with this address; it stays hidden until published')
    .requiredOption('--title <text>', 'title')
    .requiredOption('--file <path>', 'text as HTML; unsafe markup is removed')
    .option('--summary <text>', 'summary for the list', '')
    .option('--page', 'a page (terms, privacy, help) rather than news')
    .option(
      '--ask-again <changes>',
      'of terms and privacy: a new version that everyone is asked to accept, with what changed; without it, no one is asked',
    )
    .action((slug: string, options: Omit<PostOptions, 'slug'>) =>
      run((ctx, out) => writePost(ctx, out, { slug, ...options })),
    );
  for (const [word, isShown] of [
    ['publish', true],
    ['hide', false],
  ] as const) {
    command
      .command(`${word} <address>`)
      .description(isShown ? 'publish a post' : 'unpublish a post')
      .action((slug: string) =>
        run(async (ctx, out) => {
          const row = await showSitePost(ctx, slug, isShown);
          out.done(row, `/posts/${row.slug} is ${isShown ? 'published' : 'hidden'}.`);
        }),
      );
  }
  return command;
}
