import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { Comments } from '#components/content/community/comments.tsx';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { Person, profileOf } from '#components/people/accounts/person.tsx';
import { PostCard } from '#components/content/posts/post-card.tsx';
import { closedText } from '#components/content/media-items/access-options.ts';
import { useLiveRecord } from '#components/base/lists/use-live-record.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { SeriesSteps } from './series-steps.tsx';

const LivePost = lazyPart(async () => (await import('./live-post.ts')).LivePost);

function Head({ feed }: { feed: Post }) {
  const { name } = feed.performer;
  const words = shortPost(feed.text, 60);
  return (
    <PageHead
      title={words ? `${name}: ${words}` : `A post by ${name}`}
      description={
        shortPost(feed.text, 160) ||
        (feed.access.allowed ? `A post by ${name}.` : closedText(feed.access, name))
      }
      preview
      canonical={routes.feed(feed._id)}
    />
  );
}

/** The page of a post, with a link to the creator's other posts. */
export function PostContent({ feed: initial }: { feed: Post }) {
  const [live] = useLiveRecord(false);
  const [feed, setPost] = useState(initial);
  return (
    <>
      <Head feed={feed} />
      <h1>
        <VisuallyHidden>Post by {feed.performer.name}</VisuallyHidden>
      </h1>
      <Stack>
        <PostCard feed={feed} priority whole />
        {feed.series ? <SeriesSteps series={feed.series} /> : null}
        <Card padding="tight">
          <Row justify="between" gap={16}>
            <Person person={feed.performer} />
            <ButtonLink href={profileOf(feed.performer)}>
              Profile<VisuallyHidden> of {feed.performer.name}</VisuallyHidden>
            </ButtonLink>
          </Row>
        </Card>
        <Comments
          objectType="feed"
          objectId={feed._id}
          owner={feed.performer}
          access={feed.access}
          count={feed.counts.comments}
        />
      </Stack>
      {live ? (
        <LazyClient skeleton={null}>
          <LivePost id={feed._id} onPost={setPost} />
        </LazyClient>
      ) : null}
    </>
  );
}
