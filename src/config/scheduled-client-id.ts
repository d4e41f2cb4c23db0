const prefix = 'scheduled-';

/** The client id of the message that a scheduled message becomes: it can't be sent twice. */
export const scheduledClientId = (id: string): string => `${prefix}${id}`;
export const isScheduledClientId = (clientId: string | null): boolean =>
  clientId?.startsWith(prefix) ?? false;
