import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnProduct, ProductCreate } from '#contract/trade/products.ts';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import { resultText } from '#components/content/media-items/result-text.ts';
import type { RequestedState } from '#components/content/studio/editor-actions.ts';
import { StudioEditHead, StudioEditPage } from '#components/content/studio/studio-edit-page.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import {
  ChangedElsewhere,
  hasAll,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { type Problem, isPassing } from '#services/http/problem.ts';
import { useApi } from '#state/hooks.ts';
import { getOwnProduct, updateProduct } from '#services/trade/products.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';
import { ProductEditor } from './product-editor.tsx';
import { productKind } from './product-kind.tsx';
import { type Body, changedFields, toSavedBody, toProductValues } from './product-values.ts';

/**
 * Sends only the fields that changed since the editor was opened, because the stock may change through sales
 * meanwhile. A new stock is sent together with the one the user knew of: the initial one, or the one from a
 * rejected update.
 */
function useChange(product: OwnProduct) {
  const [opened] = useState(product);
  const known = useRef(product.stock);
  const unanswered = useRef<number | null>(null);
  return (body: Body) => {
    const changed = changedFields(opened, body);
    return {
      body: () => (changed.stock === undefined ? changed : { ...changed, stockSeen: known.current }),
      isSaved: (now: OwnProduct): boolean => {
        // After a save that wasn't answered, its stock is no news: it is the one that was sent.
        if (now.stock !== null && now.stock === unanswered.current) known.current = now.stock;
        return hasAll(toSavedBody(now), changed);
      },
      refused: (problem: unknown): never => {
        const { stock } = problem as Problem;
        if (typeof stock === 'number') known.current = stock;
        if (isPassing(problem as Problem)) unanswered.current = changed.stock ?? null;
        throw problem;
      },
    };
  };
}

/** Everything the form can change except the stock: sales change it too, and the server checks it separately. */
const getParts = (product: OwnProduct) => [
  { ...toProductValues(product), stock: null },
  product.images.map(({ _id }) => _id),
  product.files,
];

function Editing({ product }: { product: OwnProduct }) {
  const router = useRouter();
  const api = useApi();
  const [update] = useWrite(updateProduct);
  const listChanges = useChange(product);
  const elsewhere = useChangedElsewhere({
    record: product,
    load: () => getOwnProduct(api, { params: { id: product._id } }),
    getParts,
  });
  const save = async ({ type: _fixed, ...body }: Omit<ProductCreate, 'state'>, as: RequestedState) => {
    const change = listChanges(body);
    const saved = await elsewhere
      .send(
        (version) =>
          update({
            params: { id: product._id },
            body: { ...change.body(), ...(as === 'published' && { state: 'published' }) },
            version,
          }).unwrap(),
        change.isSaved,
      )
      .catch(change.refused);
    toast.success(resultText(saved, product, productKind.publishing?.publishedText));
    await router.push(saved.state === 'published' ? routes.product(product._id) : routes.creatorProducts);
  };
  return (
    <>
      <StudioEditHead kind={productKind} item={product} />
      {product.state === 'archived' ? <TakenDownNotice type="product" id={product._id} /> : null}
      <ProductEditor product={product} save={save} />
      <ChangedElsewhere
        noun="product"
        elsewhere={elsewhere}
        getTexts={({ title, description }) => [title, description]}
      />
    </>
  );
}

/** `/creator/products/[id]`. */
export function EditProductView() {
  const id = useRouteParam('id');
  const request = useRead(getOwnProduct, id === '' ? null : { params: { id } });
  return (
    <StudioEditPage kind={productKind} request={request}>
      {(product) => <Editing key={product._id} product={product} />}
    </StudioEditPage>
  );
}
