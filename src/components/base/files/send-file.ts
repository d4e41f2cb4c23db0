import type { FileView } from '#contract/core/schemas.ts';
import type { Api } from '#services/http/api.ts';
import type { BodyOf } from '#services/http/call.ts';
import { createFile } from '#services/base/files.ts';
import { uploadFor } from '#services/http/upload-for.ts';
import type { Sending } from './use-uploads.ts';

/** Uploads a file to cloud storage and creates a file record from it (specification section 7). */
export async function sendToCloud(
  api: Api,
  type: BodyOf<'POST /files'>['type'],
  { file, sending: { customData, ...sending } }: { file: File; sending: Sending },
): Promise<FileView> {
  return uploadFor(api, { file, ...sending }, (object) =>
    createFile(api, {
      type,
      ...object,
      customData: JSON.stringify(customData),
      // Other types show no name, so it stays on the device.
      ...(type === 'product-file' && file.name && { originalName: file.name.slice(-255) }),
    }),
  );
}
