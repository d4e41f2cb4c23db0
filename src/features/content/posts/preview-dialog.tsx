import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import type { OwnPost, Post, PostPreview, PreviewAs } from '#contract/content/posts/posts.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { LockedMedia } from '#components/content/media-items/locked-media.tsx';
import { Person } from '#components/people/accounts/person.tsx';
import { PostMedia } from '#components/content/posts/post-media.tsx';
import { previewPost } from '#services/content/posts/posts.ts';
import { useRead } from '#state/query/hooks.ts';
import { FormattedText } from '#ui/content/formatted-text.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { SkeletonPost, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

const options: readonly { value: PreviewAs; label: string }[] = [
  { value: 'visitor', label: 'Everyone' },
  { value: 'follower', label: 'A follower' },
  { value: 'subscriber', label: 'A subscriber' },
  { value: 'closed', label: 'A visitor from a country you block' },
];

const closedTexts: Partial<Record<PostPreview['access']['reason'], string>> = {
  country: 'To visitors from places you block, your page and its posts don’t exist.',
};

const onWay = () => void toast.info('This is a preview. Nothing can be bought here.');

function Shown({ post }: { post: Post }) {
  return (
    <Card padding="none" as="article" aria-label="Preview">
      <Card padding="tight" style={{ border: 0 }}>
        <Stack gap={12}>
          <Person person={post.performer} />
          {post.text ? <FormattedText text={post.text} /> : null}
          {post.poll ? <p>{post.poll.question}</p> : null}
        </Stack>
      </Card>
      {post.access.allowed ? <PostMedia {...post} /> : <LockedMedia post={post} onWay={onWay} />}
    </Card>
  );
}

function Preview({ id, as }: { id: string; as: PreviewAs }) {
  const request = useRead(
    previewPost,
    { params: { id }, query: { as } },
    { refetchOnMountOrArgChange: true },
  );
  const skeleton = (
    <Skeleton label="Loading the preview">
      <SkeletonPost />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {({ post, access }) =>
        post ? (
          <Shown post={post} />
        ) : (
          <EmptyState
            compact
            level={3}
            icon={<EyeOff size={28} />}
            title="Nothing to see"
            text={
              closedTexts[access.reason] ??
              'Your page isn’t public yet. It appears once your documents are approved.'
            }
          />
        )
      }
    </LoadedView>
  );
}

/** "Preview as": the saved post as other people see it. */
export function PreviewDialog({ post, onClose }: { post: OwnPost; onClose: () => void }) {
  const [as, setAs] = useState<PreviewAs>('visitor');
  return (
    <Dialog open wide title="Preview" onClose={onClose}>
      <Stack>
        <Select
          label="Preview as"
          hint="Shows the post as it was last saved, once it is published."
          options={options}
          value={as}
          onChange={(event) => setAs(event.target.value as PreviewAs)}
        />
        <Preview id={post._id} as={as} />
      </Stack>
    </Dialog>
  );
}
