import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useGetTagQuery } from '#state/api/search/tags.ts';
import { TagContent, TagSkeleton } from './tag-content.tsx';

/** A tag's page where the server sent no data. */
export function LoadedTag({ tag }: { tag: string }) {
  const request = useGetTagQuery(tag);
  return (
    <LoadedView request={request} skeleton={<TagSkeleton tag={tag} />}>
      {(page) => <TagContent page={page} />}
    </LoadedView>
  );
}
