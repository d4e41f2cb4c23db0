import { useRouter } from 'next/router';
import { type ReactNode, useState } from 'react';
import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { LoadedView, type LoadedViewProps } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { type StudioKind, capitalized } from './studio-kind.ts';
import { useItemActions } from './use-item-actions.ts';

export interface StudioEditHeadProps<Item extends BulkItem> {
  readonly kind: StudioKind<Item>;
  readonly item: Item;
  /** Further buttons, after the link to the public page. */
  readonly buttons?: ReactNode;
  /** Called before the list is opened. */
  readonly onRemoved?: () => void;
}

/** The header of an item's editor: its state, its public page, and the actions that take it down. */
export function StudioEditHead<Item extends BulkItem>({
  kind,
  item,
  buttons,
  onRemoved,
}: StudioEditHeadProps<Item>) {
  const router = useRouter();
  const { archive } = useItemActions(kind);
  const [isArchiving, setArchiving] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { noun, StateLabel, removal } = kind;
  const archiveItem = async () => {
    setArchiving(true);
    await archive([item]);
    setArchiving(false);
  };
  return (
    <>
      <PageHeader
        title={
          <>
            Edit {noun} <StateLabel item={item} />
          </>
        }
        actions={
          <Row>
            {kind.hasPage(item) ? <ButtonLink href={kind.pagePath(item._id)}>View {noun}</ButtonLink> : null}
            {buttons}
            {kind.publishing?.canArchive(item) ? (
              <Button busy={isArchiving} onClick={() => void archiveItem()}>
                Archive
              </Button>
            ) : null}
            <Button variant="quietDanger" onClick={() => setRemoving(true)}>
              {removal.verb === 'Cancel' ? `Cancel ${noun}` : removal.verb}
            </Button>
          </Row>
        }
      />
      {isRemoving ? (
        <RemovalDialog
          kind={kind}
          items={[item]}
          onClose={() => setRemoving(false)}
          onRemoved={() => {
            onRemoved?.();
            void router.push(kind.listPath);
          }}
        />
      ) : null}
    </>
  );
}

/** As tall as the first cards of an editor. */
export const EditorSkeleton = ({ noun }: { noun: string }) => (
  <Skeleton label={`Loading the ${noun}`}>
    <Stack>
      <SkeletonText lines={2} />
      <SkeletonBlock height={200} width="100%" />
      <SkeletonBlock height={220} width="100%" />
    </Stack>
  </Skeleton>
);

/** An item that doesn't exist, or not for this creator. */
export const StudioItemNotFound = <Item extends BulkItem>({
  kind,
  text,
}: {
  kind: StudioKind<Item>;
  text: string;
}) => (
  <NotFound
    title={`${capitalized(kind.noun)} not found`}
    text={text}
    action={<ButtonLink href={kind.listPath}>All {kind.plural}</ButtonLink>}
  />
);

export interface StudioEditPageProps<Item extends BulkItem> extends Pick<
  LoadedViewProps<Item>,
  'request' | 'children'
> {
  readonly kind: StudioKind<Item>;
  /** Why there may be no such item. */
  readonly missingText?: string;
}

/** The page of an item's editor, once the item has loaded. */
export const StudioEditPage = <Item extends BulkItem>({
  kind,
  request,
  missingText = 'It may have been deleted.',
  children,
}: StudioEditPageProps<Item>) => (
  <Stack gap={24}>
    <PageHead title={`Edit ${kind.noun}`} unlisted />
    <LoadedView
      request={request}
      skeleton={<EditorSkeleton noun={kind.noun} />}
      notFound={<StudioItemNotFound kind={kind} text={missingText} />}
    >
      {children}
    </LoadedView>
  </Stack>
);
