import type { ReactNode } from 'react';
import type { PinnableList } from '#contract/across/pinned-views.ts';
import type { BulkChange, BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import type { BulkSeriesField } from '#components/content/media-items/bulk-edit-dialog.tsx';
import type { ListQuestion } from '#services/http/endpoints.ts';
import type { SortOrder } from '#ui/antd/table-parts.ts';
import type { SelectOption } from '#ui/forms/text-input.tsx';
import type { Column } from '#ui/layout/table.tsx';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import type { EditorActions } from './editor-actions.ts';

/** What an update of an item may contain. */
export interface ItemChange extends Omit<BulkChange, 'state' | 'scheduledAt'> {
  readonly state?: 'published' | 'archived';
  /** Null publishes it now. */
  readonly scheduledAt?: string | null;
  readonly pinned?: boolean;
}

interface Outcome<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
}

/** The calls that change items of one kind. */
export interface ItemWrites<Item> {
  readonly update?: (id: string, change: ItemChange) => Promise<Outcome<Item>>;
  readonly remove: (id: string) => Promise<Outcome<unknown>>;
  readonly duplicate?: (id: string) => Promise<Outcome<Item>>;
  /** The same for many in one call, where the API has that. */
  readonly batches?: {
    /** Most items of a call. */
    readonly atOnce: number;
    readonly update: (ids: string[], change: ItemChange) => Promise<Outcome<unknown>>;
    readonly remove: (ids: string[]) => Promise<Outcome<unknown>>;
  };
}

/** The filters of a list, as they are sent. What isn't set is left out. */
export interface StudioQuery {
  readonly state?: string | undefined;
  readonly q?: string | undefined;
}

/** How items of one kind are published and taken down. */
export interface Publishing<Item> {
  readonly canPublish: (item: Item) => boolean;
  readonly canArchive: (item: Item) => boolean;
  /** Whether an archived item can be published again as it was. */
  readonly canRestore: (item: Item) => boolean;
  /** The change that restores it; by default, its state alone. */
  readonly restored?: (item: Item) => ItemChange;
  /** On the button; “Publish” by default. */
  readonly label?: string;
  /** The message once it is published; “Published” by default. */
  readonly publishedText?: string;
}

/** How items of one kind are deleted. Auctions are canceled instead. */
export interface Removal<Item> {
  readonly verb: 'Delete' | 'Cancel';
  readonly done: 'deleted' | 'canceled';
  /** What is lost, and what buyers keep. */
  readonly consequences: (items: readonly Item[]) => string;
}

/** What items of one kind are called, and how they are published and removed. */
export interface ItemKind<Item extends BulkItem> {
  /** In sentences, such as `gallery` and `galleries`. */
  readonly noun: string;
  readonly plural: string;
  /** The title, or words that stand for it. */
  readonly itemName: (item: Item) => string;
  /** Whether it can no longer be edited nor removed. */
  readonly isLocked?: (item: Item) => boolean;
  readonly useWrites: () => ItemWrites<Item>;
  /** Only where the creator decides when it is published. */
  readonly publishing?: Publishing<Item>;
  readonly removal: Removal<Item>;
  /** What can be changed for several at once, where that can be done. */
  readonly bulkEdit?: {
    readonly tagged?: boolean;
    readonly seriesField?: (field: BulkSeriesField) => ReactNode;
  };
}

/** The studio's description of one kind of item: its pages and their actions, too. */
export interface StudioKind<Item extends BulkItem> extends ItemKind<Item> {
  readonly StateLabel: (props: { readonly item: Item }) => ReactNode;
  readonly listPath: string;
  readonly newPath: string;
  /** The editor, unless items aren't edited on a page of their own. */
  readonly editPath?: (id: string) => string;
  /** The public page. */
  readonly pagePath: (id: string) => string;
  readonly hasPage: (item: Item) => boolean;
  /** What the editor does in some states instead of the usual. */
  readonly editorActions?: EditorActions;
  /** Further items of the menu; `change` reports with the given message. */
  readonly menuItems?: (item: Item, change: (change: ItemChange, message: string) => void) => MenuItem[];
}

/** Whose items are listed, and in which order. */
export interface Listed {
  readonly creatorId: string;
  /** One of the list's `orders`; empty if it has none. */
  readonly order: string;
}

/** The studio's list of one kind of item. */
export interface StudioList<Item extends BulkItem, Query extends StudioQuery> {
  readonly kind: StudioKind<Item>;
  /** What asks for the items. */
  readonly items: (query: Query, listed: Listed) => ListQuestion<Item>;
  readonly orders?: readonly SortOrder<string>[];
  /** The cell that leads to the editor. */
  readonly ItemCell: (props: { readonly item: Item }) => ReactNode;
  /** Between the item and its menu. */
  readonly columns: readonly Column<Item>[];
  /** What an empty list says. */
  readonly emptyText: string;
  /** What to try if nothing was found. */
  readonly filters?: string;
}

/** A list with filters in the address, which can be pinned. */
export interface FilteredList<Item extends BulkItem, Query extends StudioQuery> extends StudioList<
  Item,
  Query
> {
  /** The list's name for pinned views. */
  readonly pinned: PinnableList;
  /** The states to filter by. */
  readonly states: readonly SelectOption[];
  /** Reads the filters from the address; passes over values that the list doesn't know. */
  readonly readQuery: (get: (name: string) => string) => Query;
}

/** The order that a list begins with. */
export const firstOrder = ({ orders }: Pick<StudioList<never, never>, 'orders'>): string =>
  orders?.[0]?.value ?? '';

/** Reads the two filters that every list has. */
export function readStateAndSearch<State extends string>(
  get: (name: string) => string,
  parseState: (text: string) => State | null,
): { readonly state?: State; readonly q?: string } {
  const [state, q] = [parseState(get('state')), get('q')];
  return { ...(state && { state }), ...(q && { q }) };
}

/** `gallery` → `Gallery`, for titles and labels. */
export const capitalized = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`;
