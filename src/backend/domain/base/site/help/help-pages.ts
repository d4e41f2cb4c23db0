import type { SitePost } from '#contract/base/site.ts';
import type { SettingsValues } from '../../../../kernel/settings.ts';
import { creatorBusinessPages } from './creator-business.ts';
import { creatorPages } from './creators.ts';
import { fanMoneyPages } from './fan-money.ts';
import { fanPages } from './fans.ts';
import { type HelpPage, helpFacts } from './help-page.ts';
import { operatorPages } from './operators.ts';

/** The day from which on these pages say what they say. Change it with a text. */
const updated = '2026-11-30T00:00:00.000Z';

/** How to begin comes first, then what people pay for. */
const groups: readonly { readonly title: string; readonly pages: readonly HelpPage[] }[] = [
  { title: 'For fans', pages: [...fanPages.slice(0, 1), ...fanMoneyPages, ...fanPages.slice(1)] },
  { title: 'For creators', pages: [...creatorPages, ...creatorBusinessPages] },
  { title: 'Run a site', pages: operatorPages },
];
const all = groups.flatMap(({ pages }) => pages);

/** The ends of the addresses of all help pages. */
export const helpPageNames: readonly string[] = all.map(({ name }) => name);

const overview = (): string =>
  groups
    .map(
      ({ title, pages }) =>
        `<h2>${title}</h2><ul>${pages
          .map((page) => `<li><a href="/posts/help/${page.name}">${page.title}</a><br />${page.summary}</li>`)
          .join('')}</ul>`,
    )
    .join('');

const ends = '<hr /><p>Still need help? <a href="/contact">Contact us</a>.</p>';

const sitePost = (slug: string, texts: Pick<SitePost, 'title' | 'summary' | 'html'>): SitePost => ({
  // Nothing asks for a built-in page by its id.
  _id: '0198c3f0-0000-7000-8000-000000000002',
  slug,
  kind: 'page',
  publishedAt: updated,
  updatedAt: updated,
  ...texts,
});

/**
 * `help` and `help-<name>`, which every site has at `/posts/help` and `/posts/help/<name>`. An operator can replace
 * each by a page of their own with the same slug. Null for any other slug.
 */
export function helpPage(slug: string, settings: SettingsValues): SitePost | null {
  if (slug === 'help')
    return sitePost(slug, {
      title: 'Help',
      summary: 'How this site works, for fans, creators and the people who run it.',
      html: overview() + ends,
    });
  const page = all.find(({ name }) => slug === `help-${name}`);
  if (!page) return null;
  const { title, summary } = page;
  return sitePost(slug, { title, summary, html: page.html(helpFacts(settings)).trim() + ends });
}
