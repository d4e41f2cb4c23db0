import { makeCall } from './call.ts';
import type { Call } from './call.ts';
import type { CloudUpload } from './cloud-upload.ts';
import { makeHttp } from './http.ts';
import type { HttpOptions } from './http.ts';
import type { Upload } from './upload.ts';

/**
 * All ways to call the server. Service functions take it as their first argument: `followPerformer(api, id)`.
 */
export interface Api {
  readonly call: Call;
  readonly upload: Upload;
  readonly cloudUpload: CloudUpload;
}
export interface ApiOptions extends HttpOptions {
  readonly now?: () => number;
  readonly log?: (message: string, problem: unknown) => void;
}

// These failures are only useful to developers, so they go to the console.
const logToConsole = (message: string, problem: unknown): void => {
  // oxlint-disable-next-line no-console -- the specification wants this failure logged
  console.error(message, problem);
};

export function makeApi(options: ApiOptions): Api {
  const http = makeHttp(options);
  const call = makeCall(http);
  return {
    call,
    // Few pages upload files, so the code loads with the first upload.
    upload: async (route, input) => (await import('./upload.ts')).makeUpload(options)(route, input),
    cloudUpload: async (file, more) =>
      (await import('./cloud-upload.ts')).makeCloudUpload({
        http,
        call,
        now: options.now ?? Date.now,
        log: options.log ?? logToConsole,
      })(file, more),
  };
}
