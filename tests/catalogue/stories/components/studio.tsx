import { useState } from 'react';
import { ListFilters } from '#components/base/lists/list-filters.tsx';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { CoCreatorsField } from '#components/content/media-items/co-creators-field.tsx';
import { EditorButtons, publish, saveAsDraft } from '#components/content/media-items/editor-actions.tsx';
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
  const [values, setValues] = useState({ ...emptyPricing, sells, price: sells ? '120' : '' });
  return (
    <PricingFields {...{ values, error, words }} set={(change) => setValues({ ...values, ...change })} />
  );
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
export const Actions = () => (
  <EditorButtons actions={[publish(false), saveAsDraft]} busy={null} send={nothing} />
);
export const ActionsBusy = () => (
  <EditorButtons actions={[publish(false), saveAsDraft]} busy="published" send={nothing} />
);
export const Range = () => (
  <RangeChoice range={null} today="2026-11-20" onChoose={nothing} onAllTime={nothing} />
);
