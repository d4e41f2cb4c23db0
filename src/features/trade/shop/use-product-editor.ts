import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { OwnProduct, ProductCreate } from '#contract/trade/products.ts';
import { problemMessage } from '#lib/problem.ts';
import { useDraftValues } from '#components/content/media-items/draft-values.ts';
import { sendToCloud } from '#components/base/files/send-file.ts';
import { savedUpload } from '#components/base/files/upload-items.ts';
import { type Sending, useUploads } from '#components/base/files/use-uploads.ts';
import { useArrivalOfFiles, useAfterUpload } from '#components/base/files/use-after-upload.tsx';
import { useApi } from '#state/hooks.ts';
import {
  type ProductErrors,
  type ProductValues,
  bodyOf,
  emptyProduct,
  productErrors,
  upgradeDraft,
  valuesOf,
} from './product-values.ts';

export type SavedAs = 'draft' | 'published' | 'same';
export interface ProductEditorProps {
  /** Null for a new product. */
  readonly product: OwnProduct | null;
  readonly save: (body: Omit<ProductCreate, 'state'>, as: SavedAs) => Promise<void>;
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
  const { values, setValues, forget } = useDraftValues<ProductValues>('product', {
    isNew: product === null,
    first: () => (product ? valuesOf(product) : emptyProduct),
    upgrade: upgradeDraft,
  });
  const [errors, setErrors] = useState<ProductErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState<SavedAs | null>(null);
  const { pictures, files } = useProductFiles(product);
  const set = (change: Partial<ProductValues>) => {
    setValues((now) => ({ ...now, ...change }));
    setErrors({});
  };
  const arrival = useArrivalOfFiles<SavedAs>();
  const submit = async (as: SavedAs) => {
    if (saving) return;
    arrival.clear();
    const onSale = as === 'published' || (as === 'same' && product?.state === 'published');
    const found = productErrors(values, {
      pictures: { ...pictures, count: pictures.items.length },
      files: { ...files, count: files.items.length },
      onSale,
    });
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    if (pictures.busy || files.busy) return arrival.wait(as);
    setSaving(as);
    try {
      await save(
        {
          type: values.type,
          ...bodyOf(values, { imageIds: pictures.fileIds, fileIds: files.fileIds }),
        },
        as,
      );
      forget();
    } catch (caught) {
      setProblem(problemMessage(caught));
    }
    setSaving(null);
  };
  useAfterUpload(arrival, pictures.busy || files.busy, (as) => void submit(as));
  return {
    values,
    set,
    errors,
    problem,
    saving: arrival.waiting?.asked ?? saving,
    onStopWaiting: arrival.stop,
    pictures,
    files,
    submit: (as: SavedAs) => void submit(as),
  };
}
