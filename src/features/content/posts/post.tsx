import { routes } from '#config/routes.ts';
import type { Post as PostRecord } from '#contract/content/posts/posts.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { Comments } from '#components/content/community/comments.tsx';
import { Person, profilePath } from '#components/people/accounts/person.tsx';
import { PostCard } from '#components/content/posts/post-card.tsx';
import { closedText } from '#components/content/media-items/access-options.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { SeriesSteps } from './series-steps.tsx';

function Head({ post }: { post: PostRecord }) {
  const { name } = post.performer;
  const words = shortPost(post.text, 60);
  return (
    <PageHead
      title={words ? `${name}: ${words}` : `A post by ${name}`}
      description={
        shortPost(post.text, 160) ||
        (post.access.allowed ? `A post by ${name}.` : closedText(post.access, name))
      }
      preview
      canonical={routes.feed(post._id)}
    />
  );
}

/** The page of a post, with a link to the creator's other posts. */
export function Post({ post }: { post: PostRecord }) {
  return (
    <>
      <Head post={post} />
      <h1>
        <VisuallyHidden>Post by {post.performer.name}</VisuallyHidden>
      </h1>
      <Stack>
        <PostCard post={post} priority whole />
        {post.series ? <SeriesSteps series={post.series} /> : null}
        <Card padding="tight">
          <Row justify="between" gap={16}>
            <Person person={post.performer} />
            <ButtonLink href={profilePath(post.performer)}>
              Profile<VisuallyHidden> of {post.performer.name}</VisuallyHidden>
            </ButtonLink>
          </Row>
        </Card>
        <Comments
          objectType="feed"
          objectId={post._id}
          owner={post.performer}
          access={post.access}
          count={post.counts.comments}
        />
      </Stack>
    </>
  );
}
