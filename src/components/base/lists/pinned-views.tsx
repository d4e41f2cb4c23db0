import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import { Suspense, useState } from 'react';
import type { PinnableList, PinnedFilters, PinnedView } from '#contract/across/pinned-views.ts';
import { problemMessage } from '#lib/problem.ts';
import { question } from '#services/http/endpoints.ts';
import { listPinnedViews, pinView, removePinnedView } from '#services/across/pinned-views.ts';
import { askAgain, useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useQueryParams } from './query-params.ts';
import styles from './pinned-views.module.css';
import { useRestoredFocus } from './use-restored-focus.ts';

const PinnedViewDialog = lazyPart(async () => (await import('./pinned-view-dialog.tsx')).PinnedViewDialog);

const noFilters: Readonly<Record<keyof PinnedFilters, string>> = {
  q: '',
  type: '',
  state: '',
  where: '',
  audience: '',
  tag: '',
};
const names = Object.keys(noFilters) as (keyof PinnedFilters)[];

/** The filters in the address. */
function useFilters() {
  const { get, set } = useQueryParams();
  const filters: PinnedFilters = Object.fromEntries(
    names.map((name) => [name, get(name).trim()] as const).filter(([, value]) => value !== ''),
  );
  return { filters, apply: (next: PinnedFilters) => set({ ...noFilters, ...next }) };
}

const isSame = (one: PinnedFilters, other: PinnedFilters): boolean =>
  names.every((name) => one[name] === other[name]);

interface ViewMenuProps {
  readonly view: PinnedView;
  readonly onRename: () => void;
}

function ViewMenu({ view, onRename }: ViewMenuProps) {
  const [remove] = useWrite(removePinnedView);
  const [pin] = useWrite(pinView);
  const undo = async () => {
    const { list, name, filters } = view;
    const { error } = await pin({ body: { list, name, filters } });
    if (error) toast.error(problemMessage(error));
  };
  const unpin = async () => {
    const { error } = await remove({ params: { id: view._id } });
    if (error) toast.error(problemMessage(error));
    else toast.success(`“${view.name}” removed`, { action: { label: 'Undo', run: () => void undo() } });
  };
  return (
    <Menu
      label={`Options for “${view.name}”`}
      items={[
        { label: 'Rename', icon: <Pencil />, onSelect: onRename },
        { label: 'Remove', icon: <PinOff />, danger: true, onSelect: () => void unpin() },
      ]}
    />
  );
}

interface ChipsProps {
  readonly views: readonly PinnedView[];
  readonly onPin: (filters: PinnedFilters) => void;
  readonly onRename: (view: PinnedView) => void;
}

/** The view that the list shows has its menu beside it; filters that aren't pinned yet can be. */
function Chips({ views, onPin, onRename }: ChipsProps) {
  const { filters, apply } = useFilters();
  const shown = views.find((view) => isSame(view.filters, filters));
  return (
    <ChipRow label="Pinned views">
      {views.flatMap((view) => [
        <ChipButton
          key={view._id}
          pressed={view === shown}
          onClick={() => apply(view === shown ? {} : view.filters)}
        >
          <Pin size={14} aria-hidden="true" />
          <bdi className={styles.name}>{view.name}</bdi>
        </ChipButton>,
        ...(view === shown
          ? [<ViewMenu key={`${view._id} menu`} view={view} onRename={() => onRename(view)} />]
          : []),
      ])}
      {!shown && !isSame(filters, {}) ? (
        <Button icon={<Pin size={18} aria-hidden="true" />} onClick={() => onPin(filters)}>
          Pin this view
        </Button>
      ) : null}
    </ChipRow>
  );
}

/** What the dialog names: filters that are pinned, or a view that has a name already. */
type Naming = { readonly filters: PinnedFilters } | { readonly view: PinnedView };

/** What `PinnedViews` asks. */
export const pinnedViews = (list: PinnableList) => question(listPinnedViews, { query: { list } });

/** Filters of a list that a creator pinned under a name, to apply them again with one click on any device. */
export function PinnedViews({ list }: { list: PinnableList }) {
  const { data, error, isFetching, refetch } = useRead(listPinnedViews, { query: { list } }, askAgain);
  const { filters } = useFilters();
  const [naming, setNaming] = useState<Naming | null>(null);
  const close = () => setNaming(null);
  const focus = useRestoredFocus<HTMLDivElement>(data);
  if (!data && error && !isFetching)
    return (
      <Notice tone="danger" announce action={<Button onClick={() => void refetch()}>Try again</Button>}>
        Your pinned views didn’t load. {problemMessage(error)}
      </Notice>
    );
  // The row is always there, so that the list below stays where it is when views arrive.
  if (!data) return <SkeletonBlock height={40} width={160} />;
  if (data.data.length === 0 && isSame(filters, {}))
    return <p className={styles.hint}>Filter the list, then save the view.</p>;
  return (
    <div {...focus} className={styles.row}>
      <Chips
        views={data.data}
        onPin={(pinned) => setNaming({ filters: pinned })}
        onRename={(view) => setNaming({ view })}
      />
      {naming ? (
        <Suspense fallback={null}>
          <PinnedViewDialog list={list} onClose={close} {...naming} />
        </Suspense>
      ) : null}
    </div>
  );
}
