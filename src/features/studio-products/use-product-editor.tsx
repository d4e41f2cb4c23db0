import { useState } from 'react';
import { limits } from '#config/limits';
import type { OwnProduct, ProductCreate } from '#contract/products';
import { problemMessage } from '#lib/problem';
import { keptUpload } from '#parts/upload-items';
import { type Sending, useUploads } from '#parts/use-uploads';
import { createFile } from '#services/files';
import { useApi } from '#state/hooks';
import {
  type ProductErrors,
  type ProductValues,
  bodyOf,
  emptyProduct,
  productErrors,
  valuesOf,
} from './product-values.tsx';

export type SavedAs = 'draft' | 'published' | 'same';
export interface ProductEditorWorld {
  /** Null for a new one. */
  readonly product: OwnProduct | null;
  readonly save: (body: Omit<ProductCreate, 'state'>, as: SavedAs) => Promise<void>;
}

/** Into the cloud storage, then a file of its type. */
function useSend(type: 'product-image' | 'product-file') {
  const api = useApi();
  return async (file: File, { onProgress, signal, customData }: Sending) => {
    const object = await api.cloudUpload(file, { onProgress, signal });
    return createFile(api, { type, ...object, customData: JSON.stringify(customData) });
  };
}

/** State of the product editor. Nothing typed is lost by a refusal. */
export function useProductEditor({ product, save }: ProductEditorWorld) {
  const [values, setValues] = useState<ProductValues>(() => (product ? valuesOf(product) : emptyProduct));
  const [errors, setErrors] = useState<ProductErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState<SavedAs | null>(null);
  const pictures = useUploads({
    initial: product?.images.map(keptUpload),
    max: limits.photosPerPost,
    send: useSend('product-image'),
  });
  const file = useUploads({
    initial: product?.upload ? [keptUpload(product.upload)] : [],
    max: 1,
    send: useSend('product-file'),
  });
  const set = (change: Partial<ProductValues>) => {
    setValues((now) => ({ ...now, ...change }));
    setErrors({});
  };
  const submit = async (as: SavedAs) => {
    if (saving) return;
    const onSale = as === 'published' || (as === 'same' && product?.state === 'published');
    const found = productErrors(values, {
      pictures: { ...pictures, count: pictures.items.length },
      file: { ...file, count: file.items.length },
      onSale,
    });
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    setSaving(as);
    try {
      await save(
        {
          type: values.type,
          ...bodyOf(values, { imageIds: pictures.fileIds, fileId: file.fileIds[0] ?? null }),
        },
        as,
      );
    } catch (caught) {
      setProblem(problemMessage(caught));
    }
    setSaving(null);
  };
  return { values, set, errors, problem, saving, pictures, file, submit: (as: SavedAs) => void submit(as) };
}
