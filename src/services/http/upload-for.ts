import type { Api } from './api.ts';
import type { CloudObject, CloudUploadOptions } from './cloud-upload.ts';

export interface FileSending extends Omit<CloudUploadOptions, 'handOn'> {
  readonly file: File;
}

/**
 * Uploads a file to cloud storage and hands it to a call. What has arrived of a large one isn't lost if the call is
 * interrupted.
 */
export async function uploadFor<T>(
  api: Api,
  { file, ...options }: FileSending,
  take: (object: CloudObject) => Promise<T>,
): Promise<T> {
  let taken: { readonly by: T } | undefined;
  await api.cloudUpload(file, {
    ...options,
    handOn: async (object) => void (taken = { by: await take(object) }),
  });
  if (!taken) throw new TypeError('an upload that nothing took');
  return taken.by;
}
