import { useState } from 'react';
import { routes } from '#config/routes';
import type { Feed } from '#contract/feeds';
import { shortText } from '#lib/short-text';
import { noAvatar, thumbnailFileOf } from '#lib/thumbnail';
import { Comments } from '#parts/comments';
import { Later } from '#parts/later';
import { Person, profileOf } from '#parts/person';
import { PostCard } from '#parts/post-card';
import { closedText } from '#parts/ways-in';
import { useLive } from '#parts/use-live';
import { ButtonLink } from '#ui/button-link';
import { Card } from '#ui/card';
import { lazyPart } from '#ui/lazy-part';
import { PageHead } from '#ui/page-head';
import { Row, Stack } from '#ui/stack';
import { VisuallyHidden } from '#ui/visually-hidden';

const LiveFeed = lazyPart(async () => (await import('./live-feed.tsx')).LiveFeed);

/** The largest picture that this reader may see; a locked post shows its blurred one. */
const pictureOf = ({ files, thumbnail, teaser, performer }: Feed): string | null => {
  const chosen = thumbnailFileOf({ files, thumbnail, teaser });
  const pictures = chosen?.sizes.length ? chosen.sizes : chosen?.thumbnails;
  return (
    [...(pictures ?? [])].sort((a, b) => b.width - a.width).find((picture) => picture.width <= 1280)?.url ??
    (performer.avatar === noAvatar ? null : performer.avatar)
  );
};

function Head({ feed }: { feed: Feed }) {
  const { name } = feed.performer;
  return (
    <PageHead
      title={feed.text ? `${name}: ${shortText(feed.text, 60)}` : `A post by ${name}`}
      description={
        shortText(feed.text, 160) ||
        (feed.access.allowed ? `A post by ${name}.` : closedText(feed.access, name))
      }
      image={pictureOf(feed)}
      canonical={routes.feed(feed._id)}
    />
  );
}

/** One post with a page to itself, and the way to the rest of its creator's. */
export function FeedContent({ feed: initial }: { feed: Feed }) {
  const [live] = useLive(false);
  const [feed, setFeed] = useState(initial);
  return (
    <>
      <Head feed={feed} />
      <h1>
        <VisuallyHidden>Post by {feed.performer.name}</VisuallyHidden>
      </h1>
      <Stack>
        <PostCard feed={feed} priority whole />
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
        <Later skeleton={null}>
          <LiveFeed id={feed._id} onFeed={setFeed} />
        </Later>
      ) : null}
    </>
  );
}
