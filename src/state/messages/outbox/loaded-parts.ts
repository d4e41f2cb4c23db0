/** What the outbox loads together with the store of the device, before the first message is stored. */
export { deliver } from './delivery.ts';
export { show } from './showing.ts';
export { withdraw } from './uploading.ts';
