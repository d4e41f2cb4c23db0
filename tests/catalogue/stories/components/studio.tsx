import { ListFilters } from '#components/base/lists/list-filters.tsx';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { CoCreatorsField } from '#components/content/media-items/co-creators-field.tsx';
import { EditorButtons } from '#components/content/studio/studio-editor.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { filmStates } from '#components/content/media-items/media-states.tsx';
import { PricingFields } from '#components/content/media-items/pricing-fields.tsx';
import { emptyPricing } from '#components/content/media-items/pricing-values.ts';
import { TagsField } from '#components/content/media-items/tags-field.tsx';
import { RangeChoice } from '#components/base/ranges/range-choice.tsx';
import { StudioGalleriesView } from '#features/content/galleries/studio-galleries-view.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { anOwnGallery } from '../../../setup/factories/galleries.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { Product, listOf } from '../../product.tsx';

const nothing = () => undefined;
const galleries = 'GET /performer/performer-assets/galleries/search';
const views = { 'GET /performer/pinned-views': () => ({ data: [] }) };

export const Items = () => (
  <Product
    user={{ isPerformer: true }}
    answers={{
      ...views,
      [galleries]: () =>
        listOf(anOwnGallery(), anOwnGallery({ _id: 'g2', state: 'draft', publishedAt: null })),
    }}
  >
    <StudioGalleriesView />
  </Product>
);
export const NoItems = () => (
  <Product user={{ isPerformer: true }} answers={{ ...views, [galleries]: () => listOf() }}>
    <StudioGalleriesView />
  </Product>
);
export const ItemsFailed = () => (
  <Product
    user={{ isPerformer: true }}
    answers={{
      ...views,
      [galleries]: () => {
        throw problem(503, { message: 'The site is being updated. Try again in a minute.' });
      },
    }}
  >
    <StudioGalleriesView />
  </Product>
);
export const Filters = () => <ListFilters search="Search videos" states={filmStates.options} state="draft" />;
export const Search = () => (
  <SearchBox label="Search" placeholder="Name or username" value="jaz" onChange={nothing} />
);
const words = { noun: 'gallery', lockedHint: 'Others see the cover, blurred.', soldHint: 'Buyers keep it.' };
function Pricing({ sells, error = null }: { sells: boolean; error?: string | null }) {
  const form = useForm({
    initial: { ...emptyPricing, sells, price: sells ? '120' : '' },
    submit: () => Promise.resolve(),
  });
  const text = (name: Parameters<typeof form.text>[0]) => ({ ...form.text(name), error });
  return <PricingFields form={{ ...form, text }} words={words} />;
}
export const Audience = () => <Pricing sells={false} />;
export const Price = () => <Pricing sells error="The price is at least 10 tokens." />;
export const Tags = () => <TagsField value={['ceramics', 'glaze']} onChange={nothing} />;
export const CoCreators = () => (
  <CoCreatorsField
    onChange={nothing}
    value={[
      { performer: aCard({ _id: 'a', name: 'Olga' }), state: 'accepted' },
      { performer: aCard({ _id: 'b', name: 'Tomas' }), state: 'pending' },
    ]}
  />
);
const actions = [
  { label: 'Publish', requestedState: 'published' },
  { label: 'Save as draft', requestedState: 'draft' },
] as const;
export const Actions = () => (
  <EditorButtons actions={actions} sending={null} send={nothing} stopWaiting={null} />
);
export const ActionsBusy = () => (
  <EditorButtons actions={actions} sending={{ as: 'published' }} send={nothing} stopWaiting={null} />
);
export const Range = () => (
  <RangeChoice range={null} today="2026-11-20" onChoose={nothing} onAllTime={nothing} />
);
