import { makeCall } from './call.ts';
import type { Call } from './call.ts';
import type { CloudUpload } from './cloud-upload.ts';
import { makeHttp } from './http.ts';
import type { HttpOptions } from './http.ts';
import type { Upload } from './upload.ts';

/** Every way to the server. A service function takes it first: `followPerformer(api, id)`. */
export interface Api {
  readonly call: Call;
  readonly upload: Upload;
  readonly cloudUpload: CloudUpload;
}
export interface ApiOptions extends HttpOptions {
  readonly now?: () => number;
  readonly log?: (message: string, problem: unknown) => void;
}

// The browser's console is where a failure that nobody but a developer can use belongs.
const logToConsole = (message: string, problem: unknown): void => {
  // oxlint-disable-next-line no-console -- the specification wants this failure logged
  console.error(message, problem);
};

export function makeApi(options: ApiOptions): Api {
  const http = makeHttp(options);
  return {
    call: makeCall(http),
    // Few pages send files: the code for it comes with the first one.
    upload: async (route, input) => (await import('./upload.ts')).makeUpload(options)(route, input),
    cloudUpload: async (file, more) =>
      (await import('./cloud-upload.ts')).makeCloudUpload({
        http,
        now: options.now ?? Date.now,
        log: options.log ?? logToConsole,
      })(file, more),
  };
}
