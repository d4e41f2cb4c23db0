import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getTag } from '#services/across/search/tags.ts';
import { useRead } from '#state/query/hooks.ts';
import { TagContent, TagSkeleton } from './tag-content.tsx';

/** A tag's page where the server sent no data. */
export function LoadedTag({ tag }: { tag: string }) {
  const request = useRead(getTag, { params: { tag } });
  return (
    <LoadedView request={request} skeleton={<TagSkeleton tag={tag} />}>
      {(page) => <TagContent page={page} />}
    </LoadedView>
  );
}
