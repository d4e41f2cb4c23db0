import { list, read, write } from './endpoints.ts';

export const listDeskOrders = list('GET /operator/orders', { tags: ['Desk'] });
export const getDeskOrder = read('GET /operator/orders/:id', { tags: ['Desk'] });
export const decideOnOrder = write('POST /operator/orders/:id/decide', { invalidates: ['Desk'] });
