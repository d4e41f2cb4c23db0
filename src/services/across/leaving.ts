import { read, write } from '../http/endpoints.ts';
import { proven } from '../http/proof.ts';

export const getDataExport = read('GET /auth/export', { tags: ['DataExport'], keepSeconds: 0 });
export const requestDataExport = proven(write('POST /auth/export', { invalidates: ['DataExport'] }));
export const getDeactivation = read('GET /auth/deactivation', { keepSeconds: 0 });
export const deactivateAccount = proven(write('POST /auth/deactivation'));
export const getDeletion = read('GET /auth/deletion', { keepSeconds: 0 });
export const deleteAccount = proven(write('POST /auth/deletion'));
