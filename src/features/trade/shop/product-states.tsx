import type { OwnProduct } from '#contract/trade/products.ts';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import type { SelectOption } from '#ui/forms/text-input.tsx';

type State = OwnProduct['state'];
const words: Readonly<Record<State, { readonly text: string; readonly tone: ChipTone }>> = {
  draft: { text: 'Draft', tone: 'neutral' },
  published: { text: 'On sale', tone: 'success' },
  archived: { text: 'Archived', tone: 'neutral' },
  removed: { text: 'Deleted', tone: 'neutral' },
};

/** The state of a product as a colored label, including "Sold out". */
export const ProductState = ({
  product: { state, stock },
}: {
  product: Pick<OwnProduct, 'state' | 'stock'>;
}) =>
  state === 'published' && stock === 0 ? (
    <Chip tone="warning">Sold out</Chip>
  ) : (
    <Chip tone={words[state].tone}>{words[state].text}</Chip>
  );

const filterStates = ['published', 'draft', 'archived'] as const;

/** The states to filter by, and a parser for the URL parameter that returns null for anything else. */
export const productStates = {
  options: filterStates.map((value): SelectOption => ({ value, label: words[value].text })),
  parse: (text: string) => filterStates.find((state) => state === text) ?? null,
};
