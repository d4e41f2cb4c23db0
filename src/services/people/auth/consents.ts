import { read, write } from '../../http/endpoints.ts';

export const listAgreedPages = read('GET /auth/consents', { keepSeconds: 0 });
export const acceptPages = write('POST /auth/consents');
