import { routes } from '#config/routes.ts';
import type { SitePost as SitePostRecord } from '#contract/base/site.ts';
import { formatDay } from '#lib/format-time.ts';
import { Link } from '#ui/content/link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import styles from './site-posts.module.css';

const helpPrefix = 'help-';
/** Pages of the help have addresses of their own, below its overview. */
const sitePostPath = (slug: string): string =>
  slug.startsWith(helpPrefix) ? routes.helpPage(slug.slice(helpPrefix.length)) : routes.sitePost(slug);

/** A post or page by the operator. */
export function SitePost({ post }: { post: SitePostRecord }) {
  const isPage = post.kind === 'page';
  const time = isPage ? post.updatedAt : post.publishedAt;
  // The date may differ between the time zones of server and user.
  const when = (
    <time dateTime={time} suppressHydrationWarning>
      {isPage ? `Last updated on ${formatDay(time)}` : formatDay(time)}
    </time>
  );
  return (
    <article>
      <PageHead
        title={post.title}
        description={post.summary || post.title}
        canonical={sitePostPath(post.slug)}
      />
      {post.slug.startsWith(helpPrefix) ? (
        <nav aria-label="Breadcrumb" className={styles.above}>
          <Link href={routes.help}>Help</Link>
        </nav>
      ) : null}
      <PageHeader title={post.title} text={when} />
      {/* oxlint-disable-next-line react/no-danger -- sanitized by the backend when saved and when served; the
          site's policy lets nothing in it run */}
      <div className={styles.prose} dangerouslySetInnerHTML={{ __html: post.html }} />
    </article>
  );
}
