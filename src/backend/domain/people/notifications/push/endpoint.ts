import { isPublicUrl } from '../../../../kernel/public-address.ts';

/** Whether the server may send to an endpoint that a browser named. */
export const isAllowedEndpoint = (endpoint: string, testOrigin: string | null): boolean =>
  URL.canParse(endpoint) && isPublicUrl(new URL(endpoint), testOrigin);
