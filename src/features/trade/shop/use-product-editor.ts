import { limits } from '#config/limits.ts';
import type { OwnProduct, ProductCreate } from '#contract/trade/products.ts';
import { useDraftValues } from '#components/content/media-items/draft-values.ts';
import { sendToCloud } from '#components/base/files/send-file.ts';
import { savedUpload } from '#components/base/files/upload-items.ts';
import { type Sending, useUploads } from '#components/base/files/use-uploads.ts';
import type { RequestedState } from '#components/content/studio/editor-actions.ts';
import { useApi } from '#state/hooks.ts';
import { useForm } from '#ui/forms/use-form.ts';
import {
  type ProductField,
  type ProductValues,
  toProductBody,
  emptyProduct,
  productErrors,
  upgradeDraft,
  toProductValues,
} from './product-values.ts';

export interface ProductEditorProps {
  /** Null for a new product. */
  readonly product: OwnProduct | null;
  readonly save: (body: Omit<ProductCreate, 'state'>, as: RequestedState) => Promise<void>;
}

/** Uploads a file to cloud storage and creates a file record of the given type. */
function useSend(type: 'product-image' | 'product-file') {
  const api = useApi();
  return (file: File, sending: Sending) => sendToCloud(api, type, { file, sending });
}

/** The product's pictures, and the files that buyers download. */
function useProductFiles(product: OwnProduct | null) {
  const pictures = useUploads({
    initial: product?.images.map(savedUpload),
    max: limits.photosPerPost,
    send: useSend('product-image'),
  });
  const files = useUploads({
    initial: product?.uploads.map((upload) => ({ ...savedUpload(upload), name: upload.name })),
    max: limits.filesPerProduct,
    maxBytes: limits.upload.largestBytes,
    send: useSend('product-file'),
  });
  return { pictures, files };
}

/** State of the product editor. Input is kept if the server rejects it. */
export function useProductEditor({ product, save }: ProductEditorProps) {
  const { forget, ...store } = useDraftValues<ProductValues>('product', {
    isNew: product === null,
    first: () => (product ? toProductValues(product) : emptyProduct),
    upgrade: upgradeDraft,
  });
  const { pictures, files } = useProductFiles(product);
  const form = useForm<ProductValues, RequestedState, ProductField>({
    initial: store.values,
    store,
    apiNames: { imageIds: 'pictures', fileIds: 'files' },
    isUploading: pictures.busy || files.busy,
    check: (now, as) =>
      productErrors(now, {
        pictures: { ...pictures, count: pictures.items.length },
        files: { ...files, count: files.items.length },
        onSale: as === 'published' || (as === undefined && product?.state === 'published'),
      }),
    submit: async (now, as) => {
      const sent = toProductBody(now, { imageIds: pictures.fileIds, fileIds: files.fileIds });
      await save({ type: now.type, ...sent }, as);
      forget();
    },
  });
  return { form, pictures, files };
}
